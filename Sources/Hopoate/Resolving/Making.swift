// Making an instance, once it has been decided to do so.

extension Lookup {
    /// Runs a creator or a decorator, and keeps its instance where the lifetime says.
    func make(_ recipe: Recipe) throws(ResolutionFailure) -> AnyKept {
        do throws(ResolutionFailure) {
            let made = try keep(try run(recipe))
            rare?.observed?.tell(.creationEnded)
            return made
        } catch {
            if let creation {
                Waiting.handOver(outcome(of: error, creation), of: creation)
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
    func run(_ recipe: Recipe) throws(ResolutionFailure) -> AnyKept {
        if hasOuter || isAsync || rare?.argument != nil { try throwIfCycle() }
        let thread = ThreadState.current
        let frame = thread.enter(self)
        defer { thread.leave(self, to: frame) }
        rare?.observed?.tell(.creationBegan)
        do {
            if maker.isProcessWide, !ProcessFlag.bindings.isSet { return try recipe.create!(rare?.input) }
            guard let container = maker.container else { throw ResolutionFailure.missing }
            if DependencyContainer.shared === container { return try recipe.create!(rare?.input) }
            return try container.sharing { try recipe.create!(rare?.input) }
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
        creation.isKept = endCreation(creation, keeping: kept, until: expiry) && kept != nil
        let answer = creation.isKept ? kept?.strong ?? made : made
        if creation.isAsynchronous { return answer }
        if !creation.isKept { holder = kept == nil ? .nobody : .caller }
        Waiting.end(creation)
        return answer
    }

    /// Ends a creation that has failed. Those that wait share the failure, unless its registration was removed or reset
    /// meanwhile, or a mock has ended.
    func outcome(of failure: ResolutionFailure, _ creation: Creation) -> Creation.Outcome {
        let isShared = endCreation(creation, keeping: nil)
        return .failed(failure, sharedAfter: isShared ? pathWithCreator.count : nil)
    }

    /// Ends the creation of an instance, and keeps it if its registration still stands.
    ///
    /// - Returns: Whether that stands, and so do the mocks that it was made from.
    @inline(never)
    func endCreation(_ creation: Creation, keeping kept: AnyKept?, until expiry: Double = .infinity) -> Bool {
        guard let registration else { return false }
        let mocks = rare?.mocks?.all ?? []
        if mocks.isEmpty {
            // A weak reference to an instance would make all others to it slow (`Benchmarks`, row 'for an argument, kept').
        } else if holder == .registration {
            mocks.add(kept, registration.take)
        } else if holder != .graph, let instances = rare?.instances, let instance = rare?.instance {
            mocks.add(kept) { [weak instance] mock in if let instance { instances.take(instance, madeFrom: mock) } }
        }
        let new = Slot(kept: kept, source: source, expiry: expiry, mocks: mocks)
        let isStanding = registration.shard.withLock { [self] _ in
            if holder != .registration, let instances = rare?.instances, let instance = rare?.instance {
                return instances.end(creation, of: instance, with: new, isFound: isFound(registration))
            }
            var slot = registration.slot
            let isStanding = slot.end(creation, with: new, isFound: isFound(registration))
            registration.slot = slot
            registration.stack?.updateHit()
            return isStanding
        }
        rare?.instances?.sweep(at: now)
        return isStanding
    }

    /// Whether an instance that was made for the look-up is kept still.
    func keeps(_ made: AnyKept) -> Bool {
        guard let registration else { return false }
        return registration.shard.withLock { [self] _ in
            if !isFound(registration) { return false }
            if holder != .registration, let instances = rare?.instances, let instance = rare?.instance {
                return instances.keeps(made, in: instance)
            }
            return registration.slot.keeps(made)
        }
    }

    /// Whether look-ups find what is kept for this one. Under the lock of the stack.
    private func isFound(_ registration: AnyServiceRegistration) -> Bool {
        if registration.stack == nil { return false }
        // A reset ends no graph.
        return holder == .registration ? !isSourceOver : holder == .graph || rare?.instance?.isFound == true
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
        guard let recipe = registration.recipe, !recipe.hasToBeAwaited else { return }
        let lookup = Lookup(exactly: registration, in: table)
        defer { lookup.end() }
        guard let kept = try? lookup.run(recipe) else { return }
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
