/// A registration of a service of any type: an entry on its container's stack for that service.
///
/// Store tokens of different services together as this type. ``ServiceRegistration`` shows the use of a token.
///
/// Sendable because it never changes. Its entry keeps the instance on the stack, under a lock.
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
        /// A copy of a parent's registration of the lifetime `.perContainer`.
        case inherited
        /// The default of a typed key.
        case keyDefault
        /// A registration of `AutoRegistering`.
        case automatic
        case byHand
        /// A registration of the library: of a `Lazy`, or one that runs `AutoRegistering`. Its creator is no step of a path.
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

    /// Whether it makes its service from the answer of the registration below it.
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
/// // resolves to the registration before it
/// ```
///
/// Dropping a token removes nothing. A token whose registration is gone is inert, and keeps neither the service nor its
/// creator alive.
public final class ServiceRegistration<Service>: AnyServiceRegistration, @unchecked Sendable {}
