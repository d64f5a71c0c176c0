/// A registration of a service of any type: an entry on its container's stack for that service.
///
/// Store tokens of different services together as this type. ``ServiceRegistration`` says what a token is good for.
///
/// Sendable because it never changes. What its entry keeps stands on the stack, under a lock.
///
/// ```swift
/// let tokens: [AnyServiceRegistration] = [
///     container.register(MockStore(), for: (any Store).self),
///     container.register(MockLog(), for: (any Log).self),
/// ]
/// for token in tokens { container.remove(token) }
/// ```
public class AnyServiceRegistration: @unchecked Sendable {
    final let key: ServiceKey
    final let place: CodePlace
    final let lifetime: Lifetime
    final let rank: Rank
    /// Whether `container[\.key] = …` has made the registration, and will replace it.
    final let isFromSetter: Bool
    /// Tells registrations apart and orders them by age.
    package final let number = Numbers.next()
    /// The number of the registration that this one was copied from, over any number of forks, or made for an argument of.
    final let origin: UInt64
    /// The table that the registration was made for.
    final let tableNumber: UInt64

    /// Where registrations stand in their stack: all of a higher rank above all of a lower one.
    enum Rank: UInt8 {
        /// A copy of what a parent has registered with the lifetime `.perContainer`.
        case inherited
        /// The default of a typed key.
        case keyDefault
        /// What `AutoRegistering` has registered.
        case automatic
        case byHand
        /// That of a `Lazy`, or of what `AutoRegistering` registers, as a service: its creator is no step on the way to another.
        case library
    }

    init(
        _ key: ServiceKey,
        _ lifetime: Lifetime,
        _ place: CodePlace,
        for tableNumber: UInt64,
        rank: Rank = .byHand,
        isFromSetter: Bool = false,
        origin: UInt64? = nil
    ) {
        self.key = key
        self.place = place
        self.lifetime = lifetime
        self.rank = rank
        self.isFromSetter = isFromSetter
        self.tableNumber = tableNumber
        self.origin = origin ?? number
    }

    /// Whether it makes its service from what the registration below it answers with.
    final var isDecorator: Bool { lifetime.kind == .decorator }

    /// The same registration for another table.
    final func copy(for tableNumber: UInt64, rank: Rank? = nil) -> AnyServiceRegistration {
        AnyServiceRegistration(
            key,
            lifetime,
            place,
            for: tableNumber,
            rank: rank ?? self.rank,
            isFromSetter: isFromSetter,
            origin: origin
        )
    }
}

/// A registration of a service, and the token that removes it.
///
/// Every `register…` function of ``DependencyContainer`` returns one. Hand it to
/// ``DependencyContainer/remove(_:)-(AnyServiceRegistration)`` to take the registration out again, wherever it is in the stack:
///
/// ```swift
/// let token = DependencyContainer.shared.register(MockLogger(), for: (any LogProviding).self)
/// // resolves to the mock
/// DependencyContainer.shared.remove(token)
/// // resolves to what was registered before
/// ```
///
/// Dropping a token removes nothing. A token whose registration is gone is inert, and keeps neither the service nor its
/// creator alive.
public final class ServiceRegistration<Service>: AnyServiceRegistration, @unchecked Sendable {}
