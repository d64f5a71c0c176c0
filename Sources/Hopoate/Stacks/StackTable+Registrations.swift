// Pushing, removing and listing registrations.

extension StackTable {
    /// Pushes a registration onto the stack of its key. Those that it replaces are removed under the same lock.
    @inline(never)
    func push(_ registration: AnyServiceRegistration, replacingAll: Bool = false) {
        addToModule(registration)
        var isObserved = false
        registration.shard.withLock { shard, discarded in
            // A container that has ended accepts no registration.
            if shard.isClosed { return registration.becomeInert(&discarded) }
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
    func removeAll(by cause: RemovalCause? = nil) { Removal.run(removals(by: cause)) }

    /// Removes all, and awaits the functions. First awaits the clean-ups that were begun before.
    func asyncRemoveAll(
        by cause: RemovalCause? = nil,
        printingAfterSeconds seconds: Double? = 10,
        isolation: isolated (any Actor)?
    ) async {
        await Removal.asyncRun(after: cleanUps, printingAfterSeconds: seconds, isolation: isolation) {
            self.removals(by: cause)
        }
    }

    /// The removals of the present registrations, and of the instances of parents' registrations. Forgets the modules.
    @inline(never)
    func removals(by cause: RemovalCause? = nil) -> [Removal] {
        state.withLock { $0.forgetModules(&$1) }
        var removals = removalsOfOwned
        for entry in entries { removals.append(Removal(of: entry, turn: entry.turn, by: cause)) }
        return removals
    }

    /// The removals of the present instances alone, in the same order.
    func removalsOfInstances() -> [Removal] {
        var removals = removalsOfOwned
        for entry in entries {
            let slots = entry.shard.withLock { _ in entry.ownSlots }
            for slot in slots { removals.append(Removal(of: slot, turn: entry.turn)) }
        }
        return removals
    }

    /// The removals of the instances that the container owns of parents' registrations. Each has its turn by its own age.
    private var removalsOfOwned: [Removal] {
        var removals: [Removal] = []
        for slot in withState(\.slots)?.all ?? [] {
            removals.append(Removal(of: slot, turn: AnyServiceRegistration.turn(.explicit, slot.lockedAge)))
        }
        return removals
    }

    /// The removals of those registrations that belong to this table.
    func removals(of registrations: [AnyServiceRegistration], by cause: RemovalCause? = nil) -> [Removal] {
        var removals: [Removal] = []
        for registration in registrations where registration.shard.isIn(self) {
            removals.append(Removal(of: registration, turn: registration.number, by: cause))
        }
        return removals
    }

    /// Ends the container: removes everything, and accepts and keeps nothing afterwards. Look-ups go on in the nearest ancestor
    /// that has not ended.
    @inline(never)
    func close() {
        var next: StackTable? = self
        while let table = next, table.closeAlone() {
            // The parents of a fork were forked for it alone.
            next = table.isFork && table.parent?.isFork == true ? table.parent : nil
        }
    }

    /// - Returns: False if it was closed already.
    private func closeAlone() -> Bool {
        let isOpen = withState { state in
            if state.isClosed { return false }
            state.isClosed = true
            return true
        }
        if !isOpen { return false }
        withShards { $0.isClosed = true }
        withState(\.slots)?.close()
        removeAll()
        withShards { $0.hasEnded = true }
        removeFromLiving()
        return true
    }

    /// Copies the registrations into a new table, which no other code uses yet.
    func fork(into table: StackTable, hasMocks: Bool) {
        for entry in entries.ordered(by: \.number) where hasMocks || entry.mock == nil {
            if let copy = entry.copy(for: table) { table.push(copy) }
        }
        copyModules(to: table)
    }

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
                for height in stack.entries.indices {
                    infos.append(RegistrationInfo(stack.entries[height], at: height, in: stack))
                }
            }
        }
        return infos.ordered(by: \.number)
    }

    /// Every registration that a look-up may find, the parents' too.
    @inline(never)
    func inventoryWithParents() -> [RegistrationInfo] {
        var infos: [RegistrationInfo] = []
        for table in withParents.reversed() { infos += table.inventory() }
        return infos
    }

    /// Whether this table alone has more than decorators for a key.
    func hasBase(_ key: ServiceKey) -> Bool { withShard(of: key) { $0.stacks[key]?.hasBase == true } }
}

extension AnyServiceRegistration {
    /// Removes the registration from its stack. Has no effect if it is not, or no longer, on a
    /// stack of the table.
    @inline(never)
    final func remove(from table: StackTable) {
        if shard.isIn(table) { shard.withLock { [self] _, discarded in stack?.remove(self, &discarded) } }
    }

    /// The container that it stands in. Nil if it was removed.
    final var container: DependencyContainer? { shard.withLock { _ in stack?.table }?.container }

    /// Makes the registration inert, after its stack has removed it.
    final func becomeInert(_ discarded: inout Discarded) {
        discarded.add(registeredInstance, madeFrom: nil, of: self, in: stack?.table)
        if let recipe { discarded.add(recipe) }
        // A stack without registrations holds no user objects.
        (registeredInstance, recipe, stack) = (nil, nil, nil)
        // Requesting containers may still have instances, which these functions clean up.
        if onRemove.isEmpty { return }
        if lifetime.kind == .perContainer || isDecorator { return discarded.add(self) }
        discarded.add(Box(onRemove))
        onRemove = []
    }
}
