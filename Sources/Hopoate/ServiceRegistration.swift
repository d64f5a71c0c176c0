/// A token for a registration of any service: the superclass of every ``ServiceRegistration``.
///
/// Use this type to store the tokens of different services together.
///
/// ```swift
/// let tokens: [AnyServiceRegistration] = [
///     container.register(MockStore(), for: (any Store).self),
///     container.register(MockLog(), for: (any Log).self),
/// ]
/// for token in tokens { token.remove() }
/// ```
public class AnyServiceRegistration: @unchecked Sendable {
    // Sendable because its variables are only used under the lock of its shard.

    package final let key: ServiceKey
    package final let place: CodePlace
    final let lifetime: Lifetime
    final let rank: Rank
    /// Whether `container[\.key] = …` created the registration, and will replace it.
    package final let isFromSetter: Bool
    /// The mock that the registered instance is, if it is one.
    final let mock: RegisteredMock?
    /// Identifies the registration. Its copies in forks, and forks of these, have the same origin.
    package final let origin: UInt64
    /// The shard of its stack, under whose lock alone the variables below are used.
    final let shard: ShardReference

    /// Nil before the registration is pushed, and after it is removed. Then it is inert.
    final var stack: Stack?
    /// Orders registrations by age. Set once, when the registration is pushed onto its stack. A stack is in the order of ranks, and
    /// then of these numbers.
    package internal(set) final var number: UInt64 = 0
    /// The registered instance. Nil if there is a recipe.
    final var registeredInstance: AnyBox?
    /// Nil for a registered instance.
    final var recipe: Recipe?
    /// The slot for all look-ups, and those for some.
    final var slot: Slot?
    final var keyedSlots: KeyedSlots?
    /// Called in the order of the array, with each instance that the registration releases.
    final var onRemove: [OnRemove] = []

    /// Registrations of a higher rank stand above those of a lower one in their stack.
    enum Rank: UInt8 {
        /// The default of a typed key.
        case keyDefault
        /// A registration of `AutoRegistering`.
        case automatic
        case explicit
        /// The library's own registration: of a `Lazy`, or one that runs `AutoRegistering`. Its creator is no step of a path.
        case library
        /// The registration of a `Lazy` that keeps its container alive. Its instance does not count as kept by the container.
        case lazy
    }

    init(
        _ key: ServiceKey,
        _ lifetime: Lifetime,
        _ place: CodePlace,
        _ recipe: Recipe?,
        registeredInstance: AnyBox? = nil,
        in table: StackTable,
        rank: Rank = .explicit,
        isFromSetter: Bool = false,
        mock: RegisteredMock? = nil,
        origin: UInt64? = nil
    ) {
        self.key = key
        self.place = place
        self.lifetime = lifetime
        self.rank = rank
        self.isFromSetter = isFromSetter
        self.mock = mock
        self.recipe = recipe
        self.registeredInstance = registeredInstance
        self.origin = origin ?? Numbers.next()
        shard = table.shardReference(of: key)
    }

    /// Orders the registrations of a stack, the lowest first.
    final var turn: UInt64 { AnyServiceRegistration.turn(rank, number) }

    static func turn(_ rank: Rank, _ number: UInt64) -> UInt64 { UInt64(rank.rawValue) << 56 | number }

    /// Whether its creator is the library's own, and no step of a path.
    final var isOfLibrary: Bool { rank.rawValue >= Rank.library.rawValue }

    /// Whether it creates its service from the one below it.
    package final var isDecorator: Bool { lifetime.kind == .decorator }

    /// Copies the registration for another table. The copy has the same instance if that was registered. Nil if the registration
    /// was removed, or runs `AutoRegistering` and has not finished.
    final func copy(for table: StackTable) -> AnyServiceRegistration? {
        shard.withLock { _ in
            let isAutomatic = key.isOfAutomaticRegistrations
            if stack == nil || isAutomatic && slot?.box == nil { return nil }
            let copy = AnyServiceRegistration(
                key,
                lifetime,
                place,
                recipe,
                registeredInstance: registeredInstance,
                in: table,
                rank: rank,
                isFromSetter: isFromSetter,
                mock: mock.map { RegisteredMock(countingFor: $0) },
                origin: origin
            )
            // The original cleans up instances that the copy has too.
            if isAutomatic, let box = slot?.box {
                let slot = Slot(of: copy, owner: table)
                slot.keep(box)
                copy.slot = slot
            } else if recipe != nil {
                copy.onRemove = onRemove
            }
            return copy
        }
    }
}

extension AnyServiceRegistration {
    /// Removes the registration from its container, like ``DependencyContainer/remove(_:)-(AnyServiceRegistration)``.
    ///
    /// The calling thread runs the `onRemove` functions and releases the instance. An instance that is being created is not cleaned
    /// up. If the registration was removed before, or its container has ended, the call has no effect.
    ///
    /// ```swift
    /// let token = container.register(MockLogger(), for: (any LogProviding).self)
    /// token.remove()
    /// ```
    public final func remove() { container?.remove(self) }

    /// Removes the registration from its container, and awaits the functions that clean up its instances, like
    /// ``DependencyContainer/asyncRemove(_:isolation:)``.
    ///
    /// If the registration was removed before, or its container has ended, the call removes nothing and returns at once.
    ///
    /// ```swift
    /// let token = container.register(HTTPClient.self) { HTTPClient() }
    ///     .onRemove { try? await $0.shutdown() }
    /// await token.asyncRemove()  // the client is shut down
    /// ```
    ///
    /// - Parameter isolation: The caller's actor. Synchronous functions and `deinit`s run on it.
    public final func asyncRemove(isolation: isolated (any Actor)? = #isolation) async {
        await container?.asyncRemove(self, isolation: isolation)
    }
}

/// A token for a registration, which can remove the registration and clean up its instances.
///
/// Every `register…` function of ``DependencyContainer`` returns one. Call ``AnyServiceRegistration/remove()`` to remove the
/// registration, wherever it is in its stack:
///
/// ```swift
/// let token = DependencyContainer.shared.register(
///     MockLogger(),
///     for: (any LogProviding).self
/// )
/// // resolves to the mock
/// token.remove()
/// // resolves to the registration before it
/// ```
///
/// Releasing a token does not remove the registration. After the registration is removed, the token has no effect, and keeps
/// neither the service nor its creator alive.
public final class ServiceRegistration<Service>: AnyServiceRegistration, @unchecked Sendable {
    /// Adds a function that cleans up each instance that the registration releases from now on.
    ///
    /// A registration releases its instance when it is removed or reset, or when its container or scope ends. If its creator is
    /// running then, and no one awaits the removal or reset, the new instance belongs to its callers alone, and is not cleaned up.
    /// To clean it up too, remove with ``AnyServiceRegistration/asyncRemove(isolation:)`` or another asynchronous function. See
    /// <doc:The-stack#End-a-container>.
    ///
    /// ```swift
    /// container.register(Database.self) { try Database.open() }
    ///     .onRemove { $0.close() }
    /// ```
    ///
    /// Later forks call the function too, with their own instances. This does nothing if the registration was removed. It traps if
    /// the lifetime, or that of the decorated service, is ``Lifetime/transient``, ``Lifetime/weak`` or ``Lifetime/graph``.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - cleanUp: Runs once for each instance, on the releasing thread. If it is annotated with an actor, it is asynchronous.
    /// - Returns: The registration.
    @discardableResult
    public func onRemove(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ cleanUp: @escaping @Sendable @isolated(any) (Service) -> Void
    ) -> ServiceRegistration {
        let function = unchecked(cleanUp)
        let cleanUpBox = UncheckedSendable { (box: AnyBox) in
            // It never throws. `unchecked` returns the type of creators.
            _ = try? function(box.service(as: Service.self))
        }
        return addCleanUp(OnRemove(cleanUpBox, on: cleanUp.isolation), CodePlace(fileID, line))
    }

    /// Adds an asynchronous function that cleans up each instance that the registration releases from now on.
    ///
    /// Only `asyncRemove(_:)`, ``DependencyContainer/asyncRemoveAll(isolation:fileID:line:)``, ``DependencyScope/asyncReset(isolation:)``, the
    /// asynchronous `withChild` and the end of an isolated test await the function. They also clean up an instance that is being
    /// created meanwhile. Any other call leaves that one to its callers, and runs its asynchronous functions afterwards, one after
    /// the other, in a task that keeps the container alive.
    ///
    /// ```swift
    /// container.register(HTTPClient.self) { HTTPClient() }
    ///     .onRemove { try? await $0.shutdown() }
    /// ```
    ///
    /// A registration's functions run in the order in which you add them, so a synchronous one waits for an asynchronous one before
    /// it. The overload of `onRemove` for a synchronous function states the other rules.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - cleanUp: Runs once for each instance, on the actor it is isolated to, in a task that is not cancelled.
    /// - Returns: The registration.
    @discardableResult
    public func onRemove(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ cleanUp: @escaping @Sendable (sending Service) async -> Void
    ) -> ServiceRegistration {
        addCleanUp(.asynchronous { await cleanUp($0.service(as: Service.self)) }, CodePlace(fileID, line))
    }

    private func addCleanUp(_ function: OnRemove, _ place: CodePlace) -> Self {
        if let lifetime = lifetimeOfInstances, !lifetime.keepsInstances {
            place.trap(
                """
                \(key.description) is registered with the lifetime `\(lifetime)`, so the registration keeps no instance to clean \
                up, and `onRemove` would never run. Remove `onRemove`, or register the service with a lifetime that keeps the \
                instance, for example `cached`.
                """
            )
        }
        shard.withLock { _ in if stack != nil { onRemove.append(function) } }
        return self
    }

    /// The lifetime of the instances. A decorator has the lifetime of the registration that it decorates now, if there
    /// is one.
    private var lifetimeOfInstances: Lifetime? {
        if !isDecorator { return lifetime }
        guard let table = shard.withLock({ _ in stack?.table }) else { return nil }
        for table in table.withParents {
            let base = table.withShard(of: key) { $0.stacks[key]?.base(below: self) }
            if let base { return base.lifetime }
        }
        return key.hasDefault ? key.typedKey?.lifetime : nil
    }
}
