// What a look-up reads and decides under the lock of a stack, where a creation begins. Nothing here runs users' code.

extension Lookup {
    /// What the look-up does next: with the registration that it has read, or else with the stack.
    ///
    /// Not inlined, as this would stand in the frame of each creator (`StackDepthTests`).
    @inline(never)
    func nextStep() -> Step {
        guard let registration else { return read() }
        return registration.shard.withLock { shard in
            guard let stack = registration.stack else { return .readAgain }
            if owner !== stack.table { owner = stack.table }
            return decide(registration, stack, isObserved: shard.isObserved)
        }
    }

    /// Reads the whole stack, from the top over the decorators to the registration that they decorate, and decides what to do
    /// with that.
    private func read() -> Step {
        owner.withShard(of: key) { shard in
            guard let stack = shard.stacks.find(key) else { return .notHere }
            return stack.with { read($0, isObserved: shard.isObserved) }
        }
    }

    private func read(_ stack: Stack, isObserved: Bool) -> Step {
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
                return decide(entry, stack, isObserved: isObserved)
            }
        }
        return .notHere
    }

    /// Whether the creator of an eager registration asks, whose instance is being made. Under the lock of the stack.
    func isMadeBy(_ entry: AnyServiceRegistration) -> Bool {
        entry.lifetime.kind == .eager && entry.slot.creation != nil && creator { $0.registration === entry } != nil
    }

    /// Takes a registration as the one that answers, and finds out who holds its instance.
    func select(_ base: AnyServiceRegistration) {
        registration = base
        mayRunHere = false
        rare?.instances = nil
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
        // One that cannot be told from others is not found again.
        if argument?.isComparable == false { holder = .nobody }
    }

    private func decide(_ registration: AnyServiceRegistration, _ stack: Stack, isObserved: Bool) -> Step {
        if isObserved, rare?.observed?.registration !== registration, registration.rank != .library {
            withRare.observed = ObservedLookup(of: registration, in: stack, for: self)
        }
        guard let recipe = registration.recipe else {
            for mock in registration.slot.mocks { mock.countUse() }
            return registration.slot.kept.map { use($0, of: registration.slot) } ?? .readAgain
        }
        if isAsync, let made = instanceMade(for: registration) { return .use(made) }
        if registration.lifetime.kind == .expiring, now == -.infinity { return .prepare }
        switch holder {
        case .nobody, .caller:
            return mayRun(recipe) ? .make(recipe.making) : .check(recipe)
        case .registration:
            if let step = useOrMake(in: &registration.slot, of: registration, recipe) { return step }
            // The decoration is good if what it decorates was made anew, while this look-up has the old one in hand.
            if isSourceOver(in: stack) { return .readAgain }
            return .letGo(stack.takeStale(registration))
        case .arguments, .graph, .asker:
            return decideOnInstance(registration, recipe, stack)
        }
    }

    /// Decides on the slot that the instance belongs in, and begins its creation there. Nil if it holds one that is over.
    private func useOrMake(in slot: inout Slot, of registration: AnyServiceRegistration, _ recipe: Recipe) -> Step? {
        if let creation = slot.creation { return .wait(creation) }
        if slot.kept != nil { return slot.instance(from: source, at: now).map { use($0, of: slot) } }
        if !mayRun(recipe) { return .check(recipe) }
        let runner = recipe.isAsynchronous ? Runner() : ThreadState.current.state.runner
        let creation = Creation(by: runner, isAsynchronous: recipe.isAsynchronous)
        slot.creation = creation
        self.creation = creation
        registration.lifetime.scope?.note(registration)
        return .make(recipe.making)
    }

    private func use(_ kept: AnyKept, of slot: Slot) -> Step {
        if !slot.mocks.isEmpty { addMocks(slot.mocks) }
        return .use(kept)
    }

    private func mayRun(_ recipe: Recipe) -> Bool { mayRunHere || recipe.mayRunAnywhere }

    /// An instance that was made for the look-up before it has awaited something, unless that was let go of since then.
    private func instanceMade(for registration: AnyServiceRegistration) -> AnyKept? {
        guard let made = rare?.made.last(where: { $0.registration === registration }) else { return nil }
        if made.holder != .nobody, made.holder != .caller {
            if !registration.slot.keeps(made.kept) { return nil }
            if !registration.slot.mocks.isEmpty { addMocks(registration.slot.mocks) }
            return made.kept
        }
        holder = made.holder
        return made.kept
    }

    /// Decides on an instance that the registration does not keep itself.
    private func decideOnInstance(_ registration: AnyServiceRegistration, _ recipe: Recipe, _ stack: Stack) -> Step {
        let rare = withRare
        // A decoration is kept beside the instance that it decorates.
        let instances = rare.instances ?? instances(of: registration)
        rare.instances = instances
        if rare.compared == nil, rare.argument != nil { return .prepare }
        let key = instanceKey(registration)
        let compared = registration.isDecorator ? .max : rare.compared ?? .max
        let step = instances.withInstance(key, registration, rare.argument, compared: compared) { instance in
            if registration.isDecorator { instance.newest = max(registration.number, rare.instance?.newest ?? 0) }
            rare.instance = instance
            return useOrMake(in: &instance.slot, of: registration, recipe)
        }
        guard let step else { return .prepare }
        if let step { return step }
        let layers = stack.index(of: registration).map { stack.layers(from: $0) } ?? [registration]
        return .letGo(instances.takeStale(layers, key, rare.argument))
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

    func instanceKey(_ registration: AnyServiceRegistration) -> Instances.Key {
        let asker = holder == .graph ? asker.number : 0
        return Instances.Key(registration: registration.instancesNumber, asker: asker, hash: rare?.argument?.hash ?? 0)
    }
}
