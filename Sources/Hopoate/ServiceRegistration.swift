/// A registration of a service of any type: an entry on its container's stack for that service.
///
/// Store tokens of different services together as this type. ``ServiceRegistration`` shows the use of a token.
///
/// Sendable because what changes is only touched under the lock of its shard.
///
/// ```swift
/// let tokens: [AnyServiceRegistration] = [
///     container.register(MockStore(), for: (any Store).self),
///     container.register(MockLog(), for: (any Log).self),
/// ]
/// for token in tokens { container.remove(token) }
/// ```
public class AnyServiceRegistration: @unchecked Sendable {
    package final let key: ServiceKey
    package final let place: CodePlace
    final let lifetime: Lifetime
    final let rank: Rank
    /// Whether `container[\.key] = …` has made the registration, and will replace it.
    package final let isFromSetter: Bool
    /// Whether a `MockContainer` has, or it is a fork's copy of one that it has made.
    final let isMock: Bool
    /// Tells registrations apart, but for those that forks have copied, over any number of them.
    final let origin: UInt64
    /// The number of the table that it was made for.
    final let tableNumber: UInt64
    /// The shard of its stack. What follows is only touched under its lock.
    final let shard: ShardReference

    /// Nil when it is not registered, or not any more. It is then inert.
    final var stack: Stack?
    /// Orders registrations by age. Taken when it is put on its stack, so that a stack has them in this order. It never
    /// changes from then on.
    package internal(set) final var number: UInt64 = 0
    /// Not changed in place, as Swift would check each access, a sixth of what a mock costs (`Benchmarks`, row 'register a mock
    /// and remove it').
    final var slot: Slot
    /// Nil for a registered instance.
    final var recipe: Recipe?
    /// Called with an instance that the registration has let go of, in this order.
    final var onRemove: [OnRemove] = []
    /// The instances for values of its argument.
    final var arguments: Instances?
    /// The number by which tables know its instances.
    final var instancesNumber: UInt64

    /// Where registrations stand in their stack: all of a higher rank above all of a lower one.
    enum Rank: UInt8 {
        /// The default of a typed key.
        case keyDefault
        /// A registration of `AutoRegistering`.
        case automatic
        case byHand
        /// A registration of the library: of a `Lazy`, or one that runs `AutoRegistering`. Its creator is no step of a path.
        case library
        /// That of a `Lazy` which keeps its container alive, and so is not what keeps what the `Lazy` keeps.
        case lazy
    }

    init(
        _ key: ServiceKey,
        _ lifetime: Lifetime,
        _ place: CodePlace,
        _ recipe: Recipe?,
        kept: AnyKept? = nil,
        in table: StackTable,
        rank: Rank = .byHand,
        isFromSetter: Bool = false,
        isMock: Bool = false,
        origin: UInt64? = nil
    ) {
        self.key = key
        self.place = place
        self.lifetime = lifetime
        self.rank = rank
        self.isFromSetter = isFromSetter
        self.isMock = isMock
        self.recipe = recipe
        instancesNumber = Numbers.next()
        self.origin = origin ?? instancesNumber
        slot = Slot(kept: kept)
        tableNumber = table.number
        shard = table.shardReference(of: key)
    }

    /// The larger, the higher it stands in its stack.
    final var rankAndAge: UInt64 { UInt64(rank.rawValue) << 56 | number }

    /// Whether its creator is the library's own, and no step of a path.
    final var isOfLibrary: Bool { rank.rawValue >= Rank.library.rawValue }

    /// Whether it makes its service from the answer of the registration below it.
    final var isDecorator: Bool { lifetime.kind == .decorator }

    /// Takes the instance out, and gives a creation up: its instance is its callers' alone.
    final func takeSlot() -> Slot {
        let taken = slot
        slot = Slot()
        return taken
    }

    /// Whether it keeps an instance that this thread could not create.
    final var keepsWhatWasAwaited: Bool {
        shard.withLock { _ -> Recipe? in slot.kept == nil ? nil : recipe }?.hasToBeAwaited == true
    }

    /// The same registration for another table, with the same instance if that was registered, or else with none. Nil when it
    /// has been removed, or is one of automatic registrations that are half done.
    final func copy(for table: StackTable, isTakenOver: Bool, cleansUp: Bool) -> AnyServiceRegistration? {
        shard.withLock { _ in
            let isAutomatic = key.isOfAutomaticRegistrations
            if stack == nil || isAutomatic && slot.kept == nil { return nil }
            let copy = AnyServiceRegistration(
                key,
                lifetime,
                place,
                recipe,
                in: table,
                rank: rank,
                isFromSetter: isFromSetter,
                isMock: isMock,
                origin: origin
            )
            // What is taken over is the original's to clean up.
            if isTakenOver || recipe == nil || isAutomatic {
                copy.slot = Slot(kept: slot.kept, expiry: slot.expiry)
            } else if cleansUp {
                copy.onRemove = onRemove
            }
            return copy
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
/// `onRemove` cleans up what the registration has kept. Dropping a token removes nothing. A token whose
/// registration is gone is inert, and keeps neither the service nor its creator alive.
public final class ServiceRegistration<Service>: AnyServiceRegistration, @unchecked Sendable {
    /// Calls a function with each instance that the registration releases from now on.
    ///
    /// A registration releases its instance when it is removed or reset, when its container or scope ends, or when the instance
    /// expires. A decorator releases its instance before the one that it has decorated. *The stack* says in which order.
    ///
    /// ```swift
    /// container.register(Database.self) { try Database.open() }
    ///     .onRemove { $0.close() }
    /// ```
    ///
    /// Forks made later call it with their own instances. Does nothing if the registration has been removed. Traps if its
    /// lifetime, or that of what it decorates, keeps no instance: ``Lifetime/transient``, ``Lifetime/weak`` or ``Lifetime/graph``.
    ///
    /// - Parameters:
    ///   - fileID: Where this is called, for errors.
    ///   - line: Where this is called, for errors.
    ///   - cleanUp: Called once with each instance, on the thread that causes it and under no lock; after an asynchronous
    ///     function, where that has run. One that names an actor, `{ @MainActor in … }`, is asynchronous itself.
    /// - Returns: The registration.
    @discardableResult
    public func onRemove(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ cleanUp: @escaping @Sendable @isolated(any) (Service) -> Void
    ) -> ServiceRegistration {
        let function = unchecked(cleanUp)
        let cleanUpKept = UncheckedSendable { (kept: AnyKept) in
            // It throws nothing: the type is that of creators.
            _ = try? function(kept.service(as: Service.self))
        }
        return add(OnRemove(cleanUpKept, on: cleanUp.isolation), CodePlace(fileID, line))
    }

    /// Calls an asynchronous function with each instance that the registration releases from now on.
    ///
    /// The asynchronous ways to end a container or scope await it: ``DependencyContainer/asyncRemoveAll(isolation:)``,
    /// ``DependencyScope/asyncReset(isolation:)``, the asynchronous `withChild`, and the end of an isolated test. Everywhere
    /// else it runs in a task of its own, which nobody awaits.
    ///
    /// ```swift
    /// container.register(HTTPClient.self) { HTTPClient() }
    ///     .onRemove { try? await $0.shutdown() }
    /// ```
    ///
    /// All functions of a registration run in the order in which they were added. Otherwise this is the synchronous `onRemove`.
    ///
    /// - Parameters:
    ///   - fileID: Where this is called, for errors.
    ///   - line: Where this is called, for errors.
    ///   - cleanUp: Called once with each instance, on the actor that it names, in a task that is not cancelled.
    /// - Returns: The registration.
    @discardableResult
    public func onRemove(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ cleanUp: @escaping @Sendable (sending Service) async -> Void
    ) -> ServiceRegistration {
        add(.asynchronous { await cleanUp($0.service(as: Service.self)) }, CodePlace(fileID, line))
    }

    private func add(_ function: OnRemove, _ place: CodePlace) -> Self {
        if let lifetime = lifetimeOfInstances, !lifetime.keepsInstances {
            place.trap(
                """
                \(key.description) is registered with the lifetime `\(lifetime)`, so the registration keeps no instance to clean \
                up, and `onRemove` would never run. Leave `onRemove` out, or register the service with a lifetime that keeps, \
                `cached` for example.
                """
            )
        }
        shard.withLock { _ in if stack != nil { onRemove.append(function) } }
        return self
    }

    /// That of a decorator is the lifetime of what it decorates now, if anything is registered below it.
    private var lifetimeOfInstances: Lifetime? {
        if !isDecorator { return lifetime }
        guard let stack = shard.withLock({ _ in stack }) else { return nil }
        let bases = stack.table.withParents.compactMap { [key] table in
            table.withShard(of: key) { $0.stacks[key]?.base(below: self) }
        }
        return bases.first?.lifetime ?? key.typedKey.flatMap { $0.recipe == nil ? nil : $0.lifetime }
    }
}
