// What a look-up reads and decides under the lock of a stack, where a creation begins. User code may run only when what is discarded here is released, after unlocking.

extension Lookup {
    /// What the look-up does next: with the selected registration, or else with the stack. Adds the decorators that it reads.
    @inline(never)
    func nextAction() -> Action {
        guard let registration else { return read() }
        return registration.shard.withLock { shard, discarded in
            guard let stack = registration.stack else {
                return registration.isDecorator ? .skipDecorator : .restart
            }
            // A decorator may stand in a child of the table that has the base.
            if attempt.table !== stack.table { attempt.table = stack.table }
            return decide(registration, isObserved: shard.isObserved, &discarded)
        }
    }

    /// Reads the whole stack, from the top over the decorators to the registration that they decorate, and decides what to do
    /// with that. Asks the parent for what is not registered here.
    private func read() -> Action {
        while true {
            let action = readStack()
            guard case .registerDefault = action, let parent = attempt.table.parent else { return action }
            attempt.table = parent
        }
    }

    @inline(__always)
    private func readStack() -> Action {
        let (table, decoratorCount) = (attempt.table, attempt.decorators.count)
        return table.withShard(of: key) { shard, discarded in
            if shard.hasEnded, table === requestingTable, let parent = table.parent {
                ended = ended ?? table
                requestingTable = parent
            }
            guard let stack = shard.stacks.find(key) else { return .registerDefault }
            return stack.with { stack in
                attempt.version = stack.version(after: attempt.version)
                for index in stack.entries.indices.reversed() {
                    let entry = stack.entries[index]
                    if entry.isDecorator {
                        changeDecorators { $0.append(entry) }
                    } else if isWithin(eager: entry) {
                        // It found what is below when it was registered, and so it does when it is created again.
                        changeDecorators { $0.removeSubrange(decoratorCount...) }
                    } else {
                        select(entry)
                        return decide(entry, isObserved: shard.isObserved, &discarded)
                    }
                }
                return .registerDefault
            }
        }
    }

    /// Selects the base that answers, and decides who is going to own its instance.
    ///
    /// Decorators are not selected like this: a decoration has the ownership of the instance that it decorates.
    func select(_ base: AnyServiceRegistration) {
        let kind = base.lifetime.kind
        let ownership: Ownership =
            switch kind {
            case .transient, .decorator: .callers
            case .graph: .graph
            case .perContainer: .requestingContainer
            // A mock answers every argument.
            default: argument == nil || base.mock != nil ? .registration : .arguments
            }
        // Without a call in between, as Swift would check all accesses to the attempt for overlaps (`Benchmarks`, row 'a caught miss …').
        attempt.registration = base
        attempt.mayRunHere = false
        attempt.isWeak = kind == .weak
        attempt.ownership = ownership
        if let argument, !argument.isComparable, base.mock == nil { keepNothing(for: argument, base.lifetime) }
    }

    /// No look-up would find the instance of an argument again that does not equal itself, like NaN.
    @inline(never)
    private func keepNothing(for argument: Argument, _ lifetime: Lifetime) {
        if attempt.ownership != .callers, argument.hash == nil, case .taking(let type) = key.role.kind {
            Argument.refuse(type, key, lifetime, place)
        }
        attempt.ownership = .callers
    }

    private func decide(_ selected: AnyServiceRegistration, isObserved: Bool, _ discarded: inout Discarded) -> Action {
        if isObserved || attempt.observed != nil, attempt.observed?.info.registration !== selected {
            discarded.add(attempt.observed)
            let isSeen = isObserved && !selected.isOfLibrary
            attempt.observed = isSeen ? ObservedLookup(of: selected, for: self) : nil
        }
        guard let recipe = selected.recipe else { return use(selected) }
        if isUnowned { return creation(by: recipe) }
        if isSourceOver { return .restart }
        if attempt.ownership == .registration {
            return use(selected.slot, &discarded) ?? beginCreation(of: selected, by: recipe, nil, &discarded)
        }
        if ended != nil, attempt.ownership == .requestingContainer { return .fail }
        let key = slotKey
        let slots = selected.slots(key)
        // A decoration has the argument of its instance, which was compared.
        if argument != nil, !selected.isDecorator, let newest = slots.last, attempt.compared !== newest {
            return .compare(slots)
        }
        let slot = slots.first { $0.argument === argument }
        return use(slot, &discarded) ?? beginCreation(of: selected, by: recipe, key, &discarded)
    }

    /// Uses a registered instance.
    private func use(_ registration: AnyServiceRegistration) -> Action {
        if let mock = registration.mock {
            if let changed { changed.insert([mock]) } else { mock.countUse() }
            addMocks([mock])
        }
        return registration.registeredInstance.map { .use($0) } ?? .restart
    }

    /// Uses the instance of a slot, or waits for it. Releases one that is over. Nil if there is no slot.
    private func use(_ slot: Slot?, _ discarded: inout Discarded) -> Action? {
        guard let slot else { return nil }
        if let creation = slot.creation { return .stop(.wait(creation)) }
        guard let box = slot.instance(from: source) else {
            slot.release(&discarded)
            return .retry
        }
        if !slot.mocks.isEmpty { addMocks(slot.mocks) }
        return .use(box)
    }

    /// Runs a recipe, or first finds out whether that can run here.
    private func creation(by recipe: Recipe) -> Action {
        if !attempt.mayRunHere, !recipe.mayRunAnywhere { return .check(recipe) }
        return recipe.isAsynchronous ? .stop(.await(recipe)) : .create(recipe)
    }

    /// Begins a creation in a new slot, if it can run here.
    @inline(never)
    private func beginCreation(
        of registration: AnyServiceRegistration,
        by recipe: Recipe,
        _ key: SlotKey?,
        _ discarded: inout Discarded
    ) -> Action {
        let action = creation(by: recipe)
        if case .check = action { return action }
        let runner = recipe.isAsynchronous ? Runner() : ThreadState.current.state.runner
        let creation = Activity(by: runner, isAsynchronous: recipe.isAsynchronous)
        let slot = Slot(of: registration, key, argument, owner: owner, creation: creation)
        let isOpen =
            switch attempt.ownership {
            case .graph: graph.insert(slot)
            case .requestingContainer: requestingTable.slots.insert(slot)
            default: registration.lifetime.scope?.slots.insert(slot) ?? true
            }
        if isOpen {
            registration.add(slot, &discarded)
            attempt.slot = slot
            attempt.creation = creation
        } else {
            attempt.ownership = .abandoned
        }
        return action
    }

    private var slotKey: SlotKey {
        let ownership = attempt.ownership
        return SlotKey(
            graph: ownership == .graph ? ObjectIdentifier(graph) : nil,
            table: ownership == .arguments ? 0 : requestingTable.number,
            hash: argument?.hash ?? 0
        )
    }
}
