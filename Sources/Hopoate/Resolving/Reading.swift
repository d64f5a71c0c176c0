// What a look-up reads and decides under the lock of a stack, where a creation begins. Nothing here runs users' code.

extension Lookup {
    /// What the look-up does next: with the registration that it has read, or else with the stack.
    ///
    /// Not inlined, as this would stand in the frame of each creator (`StackDepthTests`).
    @inline(never)
    func nextStep() -> Step {
        guard let registration else { return read() }
        return registration.shard.withLock { shard, discarded in
            guard let stack = registration.stack else { return registration.isDecorator ? .passOver : .readAgain }
            if owner !== stack.table { owner = stack.table }
            return decide(registration, stack, isObserved: shard.isObserved, &discarded)
        }
    }

    /// Reads the whole stack, from the top over the decorators to the registration that they decorate, and decides what to do
    /// with that. What is not registered here is asked of the parent.
    private func read() -> Step {
        while true {
            let step = readStack()
            guard case .notHere = step, let parent = owner.parent else { return step }
            owner = parent
        }
    }

    private func readStack() -> Step {
        owner.withShard(of: key) { shard, discarded in
            guard let stack = shard.stacks.find(key) else { return .notHere }
            return stack.with { read($0, isObserved: shard.isObserved, &discarded) }
        }
    }

    private func read(_ stack: Stack, isObserved: Bool, _ discarded: inout Discarded) -> Step {
        if stack.version > version { version = stack.version }
        let countAbove = rare?.above.count ?? 0
        for index in stack.entries.indices.reversed() {
            let entry = stack.entries[index]
            if entry.isDecorator {
                withRare.above.append(entry)
            } else if isMadeBy(entry) {
                // It found what is below when it was registered, and so it does when it is made again.
                rare?.above.removeSubrange(countAbove...)
            } else {
                select(entry)
                return decide(entry, stack, isObserved: isObserved, &discarded)
            }
        }
        return .notHere
    }

    /// Whether the creator of an eager registration asks, whose instance is being made. Under the lock of the stack. There is
    /// nothing below a default.
    func isMadeBy(_ entry: AnyServiceRegistration) -> Bool {
        entry.lifetime.kind == .eager && entry.rank != .keyDefault && entry.slot.creation != nil
            && creator { $0.registration === entry } != nil
    }

    /// Takes a registration as the one that answers, and finds out who holds its instance.
    func select(_ base: AnyServiceRegistration) {
        registration = base
        mayRunHere = false
        let kind = base.lifetime.kind
        isWeak = kind == .weak
        let argument = rare?.argument
        holder =
            switch kind {
            case .transient, .decorator: .nobody
            case .graph: .graph
            case .perContainer: .asker
            default: argument == nil ? .registration : .arguments
            }
        if let argument, !argument.isComparable { selectForOneLookup(argument, base.lifetime) }
    }

    /// An argument that cannot be told from others, like NaN, is not found again.
    @inline(never)
    private func selectForOneLookup(_ argument: Argument, _ lifetime: Lifetime) {
        if holder != .nobody, case .taking(let type) = key.role.kind {
            // An actor's conformance is one on the actor alone.
            Argument.check(type, isHashable: argument.input.instance is any Hashable, key, lifetime, place)
        }
        holder = .nobody
    }

    private func decide(
        _ registration: AnyServiceRegistration,
        _ stack: Stack,
        isObserved: Bool,
        _ discarded: inout Discarded
    ) -> Step {
        if isObserved, rare?.observed?.registration !== registration, !registration.isOfLibrary {
            discarded.add(rare?.observed)
            withRare.observed = ObservedLookup(of: registration, in: stack, for: self)
        }
        guard let recipe = registration.recipe else {
            registration.slot.mocks.countUse(by: self)
            return registration.slot.kept.map { use($0, of: registration.slot) } ?? .readAgain
        }
        if registration.lifetime.kind == .expiring, now == nil { return .readClock }
        switch holder {
        case .nobody, .caller:
            return mayRunHere || recipe.mayRunAnywhere ? recipe.step : .check(recipe)
        case .registration:
            if isSourceOver { return .readAgain }
            var slot = registration.slot
            let step = useOrMake(in: &slot, recipe)
            registration.slot = slot
            if let step { return step }
            stack.takeStale(registration, &discarded)
            return .askAgain
        case .arguments, .graph, .asker:
            return decideOnInstance(registration, recipe, stack, &discarded)
        }
    }

    /// Decides on the slot that the instance belongs in, and begins its creation there. Nil if it holds one that is over.
    private func useOrMake(in slot: inout Slot, _ recipe: Recipe) -> Step? {
        if let creation = slot.creation { return .wait(creation) }
        if slot.kept != nil { return slot.instance(from: source, at: now).map { use($0, of: slot) } }
        if !mayRunHere, !recipe.mayRunAnywhere { return .check(recipe) }
        let runner = recipe.isAsynchronous ? Runner() : ThreadState.current.state.runner
        let creation = Creation(by: runner, isAsynchronous: recipe.isAsynchronous)
        slot.creation = creation
        self.creation = creation
        if let registration { registration.lifetime.scope?.note(registration) }
        return recipe.step
    }

    private func use(_ kept: AnyKept, of slot: Slot) -> Step {
        if !slot.mocks.isEmpty { addMocks(slot.mocks) }
        return .use(kept)
    }

    /// Decides on an instance that the registration does not keep itself.
    private func decideOnInstance(
        _ registration: AnyServiceRegistration,
        _ recipe: Recipe,
        _ stack: Stack,
        _ discarded: inout Discarded
    ) -> Step {
        let rare = withRare
        // A decoration is kept beside the instance that it decorates.
        let instances = rare.instances ?? instances(of: registration)
        rare.instances = instances
        let key = instanceKey(registration)
        if rare.compared == nil, rare.argument != nil { return .compare(instances.candidates(key)) }
        let compared = registration.isDecorator ? .max : rare.compared ?? .max
        let below = rare.instance
        let step = instances.withInstance(key, registration, rare.argument, compared: compared, below: below) {
            (instance, slot) in
            discarded.add(rare.instance)
            rare.instance = instance
            return useOrMake(in: &slot, recipe)
        }
        guard let step else { return .compare(instances.candidates(key)) }
        if let step { return step }
        let layers = stack.index(of: registration).map { stack.layers(from: $0) } ?? [registration]
        if let instance = rare.instance { instances.takeStale(layers, of: instance, &discarded) }
        return .askAgain
    }

    private func instances(of registration: AnyServiceRegistration) -> Instances {
        switch holder {
        case .graph: return graph
        case .asker: return asker.instances
        default:
            let instances = registration.arguments ?? Instances()
            registration.arguments = instances
            return instances
        }
    }

    private func instanceKey(_ registration: AnyServiceRegistration) -> Instances.Key {
        let asker = holder == .graph ? asker.number : 0
        return Instances.Key(registration: registration.instancesNumber, asker: asker, hash: rare?.argument?.hash ?? 0)
    }
}

extension Recipe {
    fileprivate var step: Step { isAsynchronous ? .await(self) : .make(self) }
}
