// Pushing, removing and listing registrations.

extension StackTable {
    /// Pushes a registration onto the stack of its key. Those that it replaces are removed under the same lock.
    @inline(never)
    func push(_ registration: AnyServiceRegistration, replacingAll: Bool = false) {
        addToModule(registration)
        if registration.key.isOfClock { ProcessFlag.clocks.set() }
        var isObserved = false
        registration.shard.withLock { shard, discarded in
            // A container that has ended accepts no registration.
            if shard.isClosed { return }
            isObserved = shard.isObserved
            shard.stackOrNew(of: registration.key, in: self).push(registration, replacingAll: replacingAll, &discarded)
        }
        if isObserved { notifyObservers(registration) }
    }

    /// Pushes a default, which stands below everything else, unless another thread was faster.
    ///
    /// - Returns: Whether the default is registered now.
    func pushDefault(_ registration: AnyServiceRegistration) -> Bool {
        registration.shard.withLock { shard, discarded in
            if shard.isClosed { return false }
            let stack = shard.stackOrNew(of: registration.key, in: self)
            if stack.entries.first?.rank != registration.rank { stack.push(registration, &discarded) }
            return true
        }
    }

    /// Removes the present registrations, one after the other and the newest first, so that a service whose `deinit`
    /// resolves an older one still finds it.
    func removeAll() { Ending.run(removals(), in: self) }

    /// Stores the present registrations for errors, as a call removes all of them.
    func storeAsRemoved(at place: CodePlace) {
        let removed = RemovedRegistrations(entries, at: place)
        state.withLock { state, discarded in
            discarded.add(state.removed)
            state.removed = removed
        }
    }

    /// The removals of the present registrations, and of the instances of parents' registrations. Forgets the modules.
    func removals() -> [Removal] {
        state.withLock { state, discarded in
            discarded.add(state.modules)
            state.modules = []
        }
        return presentRemovals()
    }

    /// The removals of those registrations that belong to this table.
    func removals(of registrations: [AnyServiceRegistration]) -> [Removal] {
        var removals: [Removal] = []
        for registration in registrations where registration.shard.isIn(self) {
            removals.append(Removal(.registration(in: self), of: registration, turn: registration.number))
        }
        return removals
    }

    /// Whether a creation is in progress in one of its stacks.
    var isCreating: Bool { presentRemovals().contains { !$0.creations.isEmpty } }

    /// The removals of the present registrations and instances, or of the instances alone.
    @inline(never)
    func presentRemovals(resetting isResetting: Bool = false) -> [Removal] {
        let instances = withState(\.instances)
        let removals = entries.map { entry in
            Removal(isResetting ? .instances : .registration(in: self), of: entry, turn: entry.turn)
        }
        return removals + (instances?.removals(in: self) ?? [])
    }

    /// Removes everything, and accepts nothing afterwards. A look-up in a `deinit` finds older cached instances, and
    /// creates none.
    @inline(never)
    func close() {
        withShards { $0.isClosed = true }
        removeFromLiving()
        removeAll()
        let instances = withState { state in
            state.isClosed = true
            return state.instances
        }
        instances?.close()
    }

    /// Copies the registrations into a new table, which no other code uses yet.
    func fork(into table: StackTable, isTrial: Bool) {
        for entry in entries.ordered(by: \.number) {
            let isTakenOver = isTrial && entry.keepsAwaitedInstance
            if let copy = entry.copy(for: table, isTrial: isTrial, isTakenOver: isTakenOver) { table.push(copy) }
        }
        copyModules(to: table)
    }

    var keepsAwaitedInstance: Bool { entries.contains(where: \.keepsAwaitedInstance) }

    /// Every registration, stack by stack and from the bottom of each.
    private var entries: [AnyServiceRegistration] {
        var entries: [AnyServiceRegistration] = []
        withShards { for stack in $0.stacks.stacks { entries += stack.entries } }
        return entries
    }

    /// Every registration, the oldest first.
    @inline(never)
    func inventory() -> [RegistrationInfo] {
        var infos: [RegistrationInfo] = []
        withShards { shard in
            for stack in shard.stacks.stacks where !stack.key.isOfAutomaticRegistrations {
                infos += stack.infos()
            }
        }
        return infos.ordered(by: \.number)
    }

    /// Every registration that a look-up may find, the parents' too.
    func inventoryWithParents() -> [RegistrationInfo] { withParents.reversed().flatMap { $0.inventory() } }

    /// Whether this table alone has more than decorators for a key.
    func hasBase(_ key: ServiceKey) -> Bool { withShard(of: key) { $0.stacks[key]?.hasBase == true } }
}

/// The registrations that one call removes, for errors.
final class RemovedRegistrations {
    private let registrations: [AnyServiceRegistration]
    private let place: CodePlace
    /// Nil if it removed all registrations of the container.
    private let module: (any DependencyModule.Type)?

    init(_ all: [AnyServiceRegistration], at place: CodePlace, with module: (any DependencyModule.Type)? = nil) {
        // Others may keep functions that clean up.
        registrations = all.filter { $0.rank == .explicit && !$0.isDecorator && $0.lifetime.kind != .perContainer }
        (self.place, self.module) = (place, module)
    }

    func last(of key: ServiceKey) -> AnyServiceRegistration? { registrations.last { $0.key == key } }

    /// The end of a note, for example `at MyApp/Session.swift:12, with all others.`
    var way: String {
        "at \(place), with \(module.map { "the module \(ServiceKey.fullName(of: $0))" } ?? "all others")."
    }
}

extension AnyServiceRegistration {
    /// Removes the registration from its stack. Has no effect if it is not, or no longer, on a
    /// stack of the table.
    @inline(never)
    final func remove(from table: StackTable) { discard(from: table).release() }

    final func discard(from table: StackTable) -> Discarded {
        shard.isIn(table) ? shard.discarding { [self] _, discarded in stack?.remove(self, &discarded) } : Discarded()
    }

    /// The container that it stands in. Nil if it was removed.
    final var container: DependencyContainer? { shard.withLock { _ in stack?.table }?.container }

    /// The registration, and the decorators directly above it. Call it under the lock of the shard.
    final var layers: ArraySlice<AnyServiceRegistration> {
        stack.flatMap { stack in stack.index(of: self).map(stack.layers) } ?? [self]
    }

    final var creationsInProgress: [Activity] { shard.withLock { _ in stack?.creations(of: self) ?? [] } }

    /// Releases the instances of the registration. A creation in progress is abandoned.
    @inline(never)
    final func discardInstances() -> Discarded {
        shard.discarding { [self] _, discarded in stack?.reset(self, &discarded) }
    }

    /// Makes the registration inert, after its stack has removed it.
    final func becomeInert(_ discarded: inout Discarded) {
        discarded.add(slot: clearSlot(), of: self)
        if let recipe { discarded.add(recipe) }
        if let arguments { discarded.add(arguments.owner) }
        // A stack without registrations holds no user objects.
        (recipe, arguments, stack) = (nil, nil, nil)
        lifetime.scope?.remove(self)
        // Requesting containers may still have instances, which these functions clean up.
        if lifetime.kind != .perContainer, !isDecorator { onRemove = [] }
    }

    /// Releases the instance if it was created from a mock.
    final func releaseInstance(createdFrom mock: RegisteredMock) {
        shard.withLock { [self] _, discarded in
            guard slot.isCreated(from: mock) else { return }
            // A changed mock is a registered instance, which nothing could create again. Its registration is removed.
            if recipe == nil { return stack?.remove(self, &discarded) ?? () }
            discarded.add(slot: clearSlot(), of: self)
            stack?.updateHit()
        }
    }
}
