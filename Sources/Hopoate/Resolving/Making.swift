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
        if outer != nil { try throwIfCycle() }
        if ProcessFlag.mocks.isSet { beginToNoteMocks() }
        let thread = ThreadState.current
        let frame = thread.state.frame
        thread.state.frame = self
        defer { thread.state.frame = frame }
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
        let isKept = endCreation(creation, keeping: kept, until: expiry)
        if !isKept { holder = kept == nil ? .nobody : .caller }
        let answer = isKept ? kept?.strong ?? made : made
        if !creation.isAsynchronous { Waiting.end(creation) }
        return answer
    }

    /// Ends the creation of an instance, and keeps it if its registration still stands.
    ///
    /// - Returns: Whether it is kept.
    func endCreation(_ creation: Creation, keeping kept: AnyKept?, until expiry: Double = .infinity) -> Bool {
        guard let registration else { return false }
        let mocks = rare?.mocks?.all ?? []
        if holder != .graph { mocks.addTaker(registration, rare?.instances, rare?.instance) }
        return registration.shard.withLock { _ in
            guard let stack = registration.stack else { return false }
            if holder != .registration {
                guard let rare, let instances = rare.instances, let instance = rare.instance else { return false }
                return instances.withLock { instance.slot.end(creation, kept, from: source, mocks, until: expiry) }
            }
            defer { stack.updateHit() }
            let kept = isSourceOver(in: stack) ? nil : kept
            return registration.slot.end(creation, kept, from: source, mocks, until: expiry)
        }
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
        return (made, lifetime.kind == .expiring ? try secondsNow() + lifetime.seconds : .infinity)
    }

    /// Makes the instance of a registration that is not on a stack yet. Nil when that fails.
    static func makeEagerly(
        _ registration: AnyServiceRegistration,
        in table: StackTable
    ) -> (kept: AnyKept, mocks: [RegisteredMock])? {
        guard let recipe = registration.recipe, case .atOnce(let create) = recipe.making else { return nil }
        if let actor = recipe.actor, !recipe.runsElsewhere, !ThreadState.current.isIsolated(to: actor) { return nil }
        let lookup = Lookup(exactly: registration, in: table)
        lookup.rare?.isRegistering = true
        defer { lookup.end() }
        return (try? lookup.run(create)).map { ($0, lookup.rare?.mocks?.all ?? []) }
    }
}

extension DependencyContainer {
    /// Runs a recipe with this as the shared container.
    fileprivate func sharing(_ create: () throws -> AnyKept) throws -> AnyKept {
        ProcessFlag.bindings.set()
        return try DependencyContainer.binding.withValue(self, operation: create)
    }
}
