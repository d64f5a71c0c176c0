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
    /// One object with what stands for this registration in children and for values of an argument. Nil until it is needed.
    private final var cleanUps: CleanUps?

    /// What `onRemove` has added, in that order.
    private final class CleanUps {
        var functions: [@Sendable (AnyKept) -> Void] = []
    }

    /// One lock for the clean-ups of all registrations, as few have any.
    private static let cleanUpLock = Protected(())

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

    /// Cleans up as the registration does that this one is a copy of: as it does now, or also as it will do from now on.
    final func cleanUp(as original: AnyServiceRegistration, fromNowOn: Bool) {
        AnyServiceRegistration.cleanUpLock.withLock { _ in
            if fromNowOn {
                cleanUps = original.cleanUpsOrNew
            } else if let functions = original.cleanUps?.functions {
                cleanUpsOrNew.functions = functions
            }
        }
    }

    private final var cleanUpsOrNew: CleanUps {
        let found = cleanUps ?? CleanUps()
        cleanUps = found
        return found
    }

    fileprivate final func add(_ cleanUp: @escaping @Sendable (AnyKept) -> Void) {
        ProcessFlag.cleanUps.set()
        AnyServiceRegistration.cleanUpLock.withLock { _ in cleanUpsOrNew.functions.append(cleanUp) }
    }

    /// Cleans up an instance that the registration has let go of. Runs users' code.
    final func cleanUp(_ kept: AnyKept) {
        for function in AnyServiceRegistration.cleanUpLock.withLock({ _ in cleanUps?.functions ?? [] }) {
            function(kept)
        }
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
/// ``onRemove(fileID:line:_:)`` cleans up what the registration has kept. Dropping a token removes nothing. A token whose
/// registration is gone is inert, and keeps neither the service nor its creator alive.
public final class ServiceRegistration<Service>: AnyServiceRegistration, @unchecked Sendable {
    /// Calls a function with each instance that the registration lets go of from now on.
    ///
    /// A registration lets go of its instance when it is removed or reset, when its container is reset or released, when its
    /// scope is reset, or when the instance expires. A decorator does so when the instance goes that it has decorated.
    ///
    /// ```swift
    /// container.register(Database.self) { try Database.open() }
    ///     .onRemove { $0.close() }
    /// ```
    ///
    /// Several functions run in the order in which they were added. Forks made later call them with their own instances, but
    /// not with a registered instance, which is not theirs. Does nothing if the registration has been removed.
    /// The token keeps the functions, also when its registration is gone: capture the token's owner weakly.
    ///
    /// Traps if the registration's lifetime keeps no instance: ``Lifetime/transient``, ``Lifetime/weak`` or
    /// ``Lifetime/graph``.
    ///
    /// - Parameters:
    ///   - fileID: Where this is called, for errors.
    ///   - line: Where this is called, for errors.
    ///   - cleanUp: Called once with each instance, on the thread that causes it and under no lock, the newest registration
    ///     first. Newer registrations may be gone by then: look nothing up in it.
    /// - Returns: The registration.
    @discardableResult
    public func onRemove(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ cleanUp: @escaping @Sendable (Service) -> Void
    ) -> ServiceRegistration {
        if lifetime.retention != .registration, !isDecorator {
            CodePlace(fileID, line).trap(
                """
                \(key.description) is registered with the lifetime `\(lifetime)`, so the registration keeps no instance to clean \
                up, and `onRemove` would never run. Leave `onRemove` out, or register the service with a lifetime that keeps, \
                `cached` for example.
                """
            )
        }
        add { kept in cleanUp(kept.service(as: Service.self)) }
        return self
    }
}
