// Making an instance, once it has been decided to do so.

extension Lookup {
    /// Runs a creator or a decorator, and keeps its instance where the lifetime says.
    func make(_ create: Recipe.Create) throws(ResolutionFailure) -> AnyKept {
        do throws(ResolutionFailure) {
            let made = try keep(try run(create))
            rare?.observed?.tell(.creationEnded)
            return made
        } catch {
            if let creation {
                _ = endCreation(creation, keeping: nil)
                Waiting.end(creation)
            }
            rare?.observed?.tell(.creationFailed)
            throw error
        }
    }

    /// Runs a creator or decorator as the innermost one of the thread. The shared container is meanwhile the one that makes
    /// the instance.
    ///
    /// A kept instance must not hold on to services that another container, say a test's, happened to have when it was made.
    func run(_ create: Recipe.Create) throws(ResolutionFailure) -> AnyKept {
        if outer != nil || isAsync || rare?.argument != nil { try throwIfCycle() }
        let thread = ThreadState.current
        let frame = thread.enter(self)
        defer { thread.leave(self, to: frame) }
        rare?.observed?.tell(.creationBegan)
        do {
            if maker.isProcessWide, !ProcessFlag.bindings.isSet { return try create(rare?.input) }
            guard let container = maker.container else { throw ResolutionFailure.missing }
            if DependencyContainer.shared === container { return try create(rare?.input) }
            return try container.sharing { try create(rare?.input) }
        } catch {
            throw failure(of: error)
        }
    }

    /// Keeps a new instance, and ends its creation. When the registration has been removed or reset meanwhile, the instance is
    /// the caller's alone.
    ///
    /// - Returns: The instance, in the form in which it is kept.
    func keep(_ made: AnyKept) throws(ResolutionFailure) -> AnyKept {
        guard let creation, !isUnheld else { return made }
        let (kept, expiry) = try instanceToKeep(made)
        creation.isKept = endCreation(creation, keeping: kept, until: expiry)
        let answer = creation.isKept ? kept?.strong ?? made : made
        if creation.isAsynchronous { return answer }
        if !creation.isKept { holder = kept == nil ? .nobody : .caller }
        Waiting.end(creation)
        return answer
    }

    /// Ends the creation of an instance, and keeps it if its registration still stands.
    ///
    /// - Returns: Whether it is kept.
    @inline(never)
    func endCreation(_ creation: Creation, keeping kept: AnyKept?, until expiry: Double = .infinity) -> Bool {
        guard let registration else { return false }
        let mocks = rare?.mocks?.all ?? []
        if holder == .registration {
            mocks.add(kept, registration.take)
        } else if holder != .graph, let instances = rare?.instances, let instance = rare?.instance {
            mocks.add(kept) { [weak instance] mock in if let instance { instances.take(instance, madeFrom: mock) } }
        }
        let new = Slot(kept: kept, source: source, expiry: expiry, mocks: mocks)
        let isKept = registration.shard.withLock { _, discarded in
            withSlot(of: registration) { $0.end(creation, with: $1 ? new : Slot(), &discarded) }
        }
        rare?.instances?.sweep(at: now)
        return isKept
    }

    /// Whether an instance that was made for the look-up is kept still.
    func keeps(_ made: AnyKept) -> Bool {
        registration?.shard.withLock { [self] _ in withSlot(of: registration!) { $1 && $0.keeps(made) } } == true
    }

    /// Runs `body` with the slot that the instance belongs in, and whether that is found by look-ups. Under the lock of the stack.
    @inline(never)
    private func withSlot(of registration: AnyServiceRegistration, _ body: (inout Slot, Bool) -> Bool) -> Bool {
        if holder != .registration, let instances = rare?.instances, let instance = rare?.instance {
            let isFound = instance.isFound
            return instances.withSlot(of: instance) { body(&$0, isFound) }
        }
        defer { registration.stack?.updateHit() }
        return body(&registration.slot, registration.stack != nil && !isSourceOver)
    }

    /// The form in which an instance is kept, and when it expires. Nil where a decorator has made a value of an object that is
    /// held weakly.
    private func instanceToKeep(_ made: AnyKept) throws(ResolutionFailure) -> (AnyKept?, expiry: Double) {
        guard let lifetime = registration?.lifetime else { return (made, .infinity) }
        if isWeak {
            let weak = made.weakened()
            if weak == nil, lifetime.kind == .weak { throw .failed(unusable(.notAnObject(type(of: made.instance)))) }
            return (weak, .infinity)
        }
        // A graph only knows its objects when it is over, and so does a decoration know what it was made from.
        if holder == .graph { return (made.weakened()?.strong ?? made, .infinity) }
        guard lifetime.kind == .expiring else { return (made, .infinity) }
        var now = self.now ?? .infinity
        do throws(ResolutionFailure) { now = try secondsNow() } catch {
            // A clock of another actor was read there before the creation.
            guard case .belongs = error else { throw error }
        }
        // By a clock that does not tell the time it is over at once.
        return (made, now < .infinity ? now + lifetime.seconds : -.infinity)
    }

    /// Makes the instance of a registration that is not on a stack yet, unless that fails.
    @inline(never)
    static func makeEagerly(_ registration: AnyServiceRegistration, in table: StackTable) {
        guard let recipe = registration.recipe, case .atOnce(let create) = recipe.making else { return }
        if let actor = recipe.actor, !recipe.runsElsewhere, !ThreadState.current.isIsolated(to: actor) { return }
        let lookup = Lookup(exactly: registration, in: table)
        defer { lookup.end() }
        guard let kept = try? lookup.run(create) else { return }
        registration.slot = Slot(kept: kept, mocks: lookup.rare?.mocks?.all ?? [])
        registration.slot.mocks.add(kept, registration.take)
    }
}

extension DependencyContainer {
    /// Runs a recipe with this as the shared container.
    fileprivate func sharing(_ create: () throws -> AnyKept) throws -> AnyKept {
        ProcessFlag.bindings.set()
        return try DependencyContainer.binding.withValue(self, operation: create)
    }
}
