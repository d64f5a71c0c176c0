// What a look-up reads and decides under the lock of a stack, where a creation begins. User code may run only when what is discarded here is released, after unlocking.

extension Lookup {
    /// What the look-up does next: with the selected registration, or else with the stack. Adds the decorators that it reads.
    @inline(never)
    func nextAction() -> Action {
        guard let registration else { return read() }
        return registration.shard.withLock { shard, discarded in
            guard let stack = registration.stack else {
                return .prepare(registration.isDecorator ? .skipDecorator : .restart)
            }
            // A decorator may stand in a child of the table that has the base.
            if table !== stack.table { table = stack.table }
            return decide(registration, stack, isObserved: shard.isObserved, &discarded)
        }
    }

    /// Reads the whole stack, from the top over the decorators to the registration that they decorate, and decides what to do
    /// with that. Asks the parent for what is not registered here.
    private func read() -> Action {
        while true {
            let action = readStack()
            guard case .prepare(.registerDefault) = action, let parent = table.parent else { return action }
            table = parent
        }
    }

    @inline(__always)
    private func readStack() -> Action {
        let decoratorCount = decorators.count
        return table.withShard(of: key) { shard, discarded in
            if shard.hasEnded, table === requestingTable, let parent = table.ownParent { leaveEnded(for: parent) }
            guard let stack = shard.stacks.find(key) else {
                version = max(version, shard.sweptVersion)
                return .prepare(.registerDefault)
            }
            return stack.with { stack in
                if stack.version > version { version = stack.version }
                for index in stack.entries.indices.reversed() {
                    let entry = stack.entries[index]
                    if entry.isDecorator {
                        changeDecorators { $0.append(entry) }
                    } else if isWithin(eager: entry) {
                        // It found what is below when it was registered, and so it does when it is created again.
                        changeDecorators { $0.removeSubrange(decoratorCount...) }
                    } else {
                        select(entry)
                        return decide(entry, stack, isObserved: shard.isObserved, &discarded)
                    }
                }
                return .prepare(.registerDefault)
            }
        }
    }

    /// Selects the base that answers, and decides who is going to own its instance.
    ///
    /// Decorators are not selected like this: a decoration has the ownership of the instance that it decorates.
    func select(_ base: AnyServiceRegistration) {
        registration = base
        mayRunHere = false
        isAbandoned = false
        let kind = base.lifetime.kind
        isWeak = kind == .weak
        ownership =
            switch kind {
            case .transient, .decorator: .none
            case .graph: .graph
            case .perContainer: .requestingContainer
            // A mock answers every argument.
            default: argument == nil || base.isMock ? .registration : .arguments
            }
        if let argument, !argument.isComparable, !base.isMock { selectForOneLookup(argument, base.lifetime) }
    }

    /// No look-up would find the instance of an argument again that does not equal itself, like NaN.
    @inline(never)
    private func selectForOneLookup(_ argument: Argument, _ lifetime: Lifetime) {
        if ownership != .none, case .taking(let type) = key.role.kind {
            Argument.check(type, isHashable: argument.hash != nil, key, lifetime, place)
        }
        ownership = .none
    }

    private func decide(
        _ registration: AnyServiceRegistration,
        _ stack: Stack,
        isObserved: Bool,
        _ discarded: inout Discarded
    ) -> Action {
        if isObserved || observed != nil, observed?.registration !== registration {
            discarded.add(observed)
            let isSeen = isObserved && !registration.isOfLibrary
            observed = isSeen ? ObservedLookup(of: registration, in: stack, for: self) : nil
        }
        guard let recipe = registration.recipe else {
            registration.slot.mocks.countUse(changing: &changed)
            return registration.slot.box.map { use($0, of: registration.slot) } ?? .prepare(.restart)
        }
        if isUnowned { return createOrCheck(recipe) }
        if ownership != .registration { return decideOnInstance(registration, recipe, &discarded) }
        if isSourceOver { return .prepare(.restart) }
        var slot = registration.slot
        let action = useOrCreate(in: &slot, recipe)
        registration.slot = slot
        if let action { return action }
        stack.dropStale(registration, &discarded)
        return .prepare(.retry)
    }

    private func createOrCheck(_ recipe: Recipe) -> Action {
        mayRunHere || recipe.mayRunAnywhere ? recipe.action : .prepare(.check(recipe))
    }

    /// Decides on the slot that the instance belongs in, and begins its creation there. Nil if it holds one that is over.
    private func useOrCreate(in slot: inout Slot, _ recipe: Recipe) -> Action? {
        if let creation = slot.creation { return .stop(.wait(creation)) }
        if slot.box != nil { return slot.instance(from: source).map { use($0, of: slot) } }
        let action = createOrCheck(recipe)
        if case .prepare = action { return action }
        let runner = recipe.isAsynchronous ? Runner() : ThreadState.current.state.runner
        let creation = Activity(by: runner, isAsynchronous: recipe.isAsynchronous)
        slot.creation = creation
        self.creation = creation
        if let registration { registration.lifetime.scope?.insert(registration) }
        return action
    }

    private func use(_ box: AnyBox, of slot: Slot) -> Action {
        if !slot.mocks.isEmpty { addMocks(slot.mocks) }
        return .use(box)
    }

    /// Decides on an instance that is stored outside its registration's slot.
    private func decideOnInstance(
        _ registration: AnyServiceRegistration,
        _ recipe: Recipe,
        _ discarded: inout Discarded
    ) -> Action {
        if ended != nil, ownership == .requestingContainer { return .prepare(.fail) }
        // A decoration is kept beside the instance that it decorates.
        let instances = instances ?? findInstances(of: registration)
        self.instances = instances
        let table = ownership == .graph ? requestingTable.number : 0
        let key = Instances.Key(registration: registration.generation, table: table, hash: argument?.hash ?? 0)
        if compared == nil, argument != nil { return .prepare(.compare(instances.candidates(key))) }
        // A decoration has the argument of its instance, which was compared.
        let compared = registration.isDecorator ? .max : compared ?? .max
        let action = instances.withInstance(key, registration, argument, compared: compared) {
            (instance, slot) in
            discarded.add(self.instance)
            self.instance = instance
            return useOrCreate(in: &slot, recipe)
        }
        guard let action else { return .prepare(.compare(instances.candidates(key))) }
        if let action { return action }
        if let instance { instances.dropStale(registration.layers, of: instance, &discarded) }
        return .prepare(.retry)
    }

    private func findInstances(of registration: AnyServiceRegistration) -> Instances {
        switch ownership {
        case .graph: return graph
        case .requestingContainer: return requestingTable.instances
        default:
            let instances = registration.arguments ?? Instances()
            registration.arguments = instances
            return instances
        }
    }
}

extension Recipe {
    fileprivate var action: Action { isAsynchronous ? .stop(.await(self)) : .create(self) }
}
