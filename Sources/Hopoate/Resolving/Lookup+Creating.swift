// Creating an instance, and keeping it.

extension Lookup {
    /// What has become of a created instance.
    enum Keeping {
        case cached
        /// It is its callers' alone, by its lifetime, or as it is a value that cannot be held weakly.
        case unowned
        /// Its registration was removed or reset meanwhile, or a mock has ended, so it is its callers' alone.
        case abandoned
    }

    /// Runs a creator or a decorator, and keeps its instance if the lifetime says so.
    ///
    /// - Returns: The answer of the look-up. Nil if it goes on.
    func create(_ recipe: Recipe) throws(ResolutionFailure) -> AnyBox? {
        let created: Result<AnyBox, any Error>
        do { created = .success(try run(recipe)) } catch { created = .failure(error) }
        return try endCreation(with: created)
    }

    @inline(never)
    private func endCreation(with created: Result<AnyBox, any Error>) throws(ResolutionFailure) -> AnyBox? {
        let outcome = outcome(of: created)
        if let creation { Waiting.end(creation, with: outcome) }
        observed?.notify(outcome.event)
        return try accept(outcome, isOwn: true)
    }

    /// Ends the creation in its slot, and keeps the instance there if the registration and the mocks still stand. If they do, those
    /// that wait share the failure of a creator.
    @inline(never)
    func outcome(of created: Result<AnyBox, any Error>) -> Activity.Outcome {
        do { return try keep(created.get()) } catch {
            let isShared = creation.map { endCreation($0, keeping: nil) } == .unowned
            if let creation, Waiting.wasCancelled(creation) { return .cancelled }
            return .failed(failure(of: error), sharedAfter: isShared ? pathWithCreator.count : nil)
        }
    }

    /// Goes on with what a creation has come to: its own, or one that the look-up has waited for.
    ///
    /// - Returns: The answer. Nil if the look-up goes on, with a decorator or with reading its stacks again.
    @inline(never)
    func accept(_ outcome: Activity.Outcome?, isOwn: Bool) throws(ResolutionFailure) -> AnyBox? {
        switch outcome {
        case .failed(let failure, let count):
            if isOwn { throw failure }
            if let shared = shared(failure, after: count) { throw shared }
        case .cancelled:
            try restart(isCounted: false)
            return nil
        // After an await, it may have been released.
        case .made(let created, let keeping) where isOwn && (keeping != .cached || !isAsync || keeps(created)):
            // Its decorations are not kept either.
            if keeping == .unowned { ownership = .none }
            if keeping == .abandoned { isAbandoned = true }
            return passToNextDecorator(created)
        case .made, nil: break
        }
        try restart(isCounted: isOwn)
        return nil
    }

    /// Runs a creator or decorator as the innermost one of the thread. The owning container is the shared one meanwhile.
    ///
    /// A kept instance must not hold services that another container, say a test's, happened to have when it was created.
    func run(_ recipe: Recipe) throws -> AnyBox {
        if enclosing != nil || isAsync || argument != nil { try throwIfCycle() }
        let thread = ThreadState.current
        let outer = thread.enter(self)
        defer { thread.leave(self, to: outer) }
        observed?.notify(.creationBegan)
        let input = decorated ?? argument?.input
        guard let container = owner.container else { throw ResolutionFailure.missing }
        if container.isShared { return try recipe.create(from: input) }
        return try container.binding { try recipe.create(from: input) }!
    }

    /// Ends the creation in its slot, and keeps the instance there, unless its registration was removed or reset meanwhile.
    private func keep(_ created: AnyBox) throws(ResolutionFailure) -> Activity.Outcome {
        guard let creation, !isUnowned else { return .made(created, .unowned) }
        let box = try instanceToKeep(created)
        let keeping = endCreation(creation, keeping: box)
        return .made(keeping == .cached ? box?.strong ?? created : created, keeping)
    }

    /// The failure of a creator that has thrown an error. A nested look-up's error stays unchanged, and any other becomes
    /// `creatorFailed`: the path of a stored one leads elsewhere.
    @inline(never)
    func failure(of error: any Error) -> ResolutionFailure {
        if let failure = error as? ResolutionFailure { return failure }
        if let error = error as? DependencyError, isOnTheWay(to: error) { return .failed(error) }
        return .failed(DependencyError(.creatorFailed(error), path: pathWithCreator))
    }

    private func isOnTheWay(to error: DependencyError) -> Bool {
        if isOfLibrary { return error.path.count > depth }
        guard error.path.count > depth + 1 else { return false }
        let step = error.path[depth]
        return step.key == key && step.place.line == place.line
    }

    @inline(never)
    func throwIfCycle() throws(ResolutionFailure) {
        if isCycle { throw .failed(.cycle(path)) }
    }

    /// Ends the creation, and keeps its instance if the registration still stands, and so do the mocks that the instance was
    /// created from.
    @inline(never)
    private func endCreation(_ creation: Activity, keeping box: AnyBox?) -> Keeping {
        guard let registration else { return .abandoned }
        // They get to know the instance before the slot has it, or one that ends in between would miss it.
        let mocks = self.mocks?.all ?? []
        if mocks.isEmpty {
            // A weak reference to an instance would make all others to it slow (`Benchmarks`, row 'for an argument, kept').
        } else if ownership == .registration {
            mocks.addUser(box, registration.releaseInstance)
        } else if ownership != .graph, let instances, let instance {
            mocks.addUser(box) { [weak instance] in if let instance { instances.release(instance, createdFrom: $0) } }
        }
        let new = Slot(box: box, source: source, mocks: mocks)
        let keeping = registration.shard.withLock { _ in
            var isStanding: Bool
            if let instances, let instance {
                isStanding = instances.endCreation(creation, of: instance, with: new, isFound: isFound)
            } else {
                var slot = registration.slot
                isStanding = slot.endCreation(creation, with: new, isFound: isFound)
                registration.slot = slot
                registration.stack?.updateHit()
            }
            if isStanding { return box == nil ? Keeping.unowned : .cached }
            return .abandoned
        }
        instances?.sweep()
        return keeping
    }

    /// Whether the instance that was created is still kept.
    func keeps(_ created: AnyBox) -> Bool {
        guard let registration else { return false }
        return registration.shard.withLock { _ in
            if !isFound { return false }
            if let instances, let instance { return instances.holds(created, in: instance) }
            return registration.slot.holds(created)
        }
    }

    /// The form in which an instance is kept. Nil if a decorator has made a value of an object that is held weakly.
    private func instanceToKeep(_ created: AnyBox) throws(ResolutionFailure) -> AnyBox? {
        if isWeak {
            let weak = created.weakened()
            if weak == nil, let registration, registration.lifetime.kind == .weak {
                let reason = DependencyError.Reason.notAnObject(type(of: created.instance))
                throw .failed(DependencyError(reason, path: pathWithCreator, registered: registration.place))
            }
            return weak
        }
        // Keeps the form that can become weak when the graph ends.
        return ownership == .graph ? created.weakened()?.strong ?? created : created
    }

    /// Creates the instance of a registration that is not on a stack yet, unless that fails. That of an automatic one is created
    /// when all are registered.
    @inline(never)
    static func createEagerly(_ registration: AnyServiceRegistration, in table: StackTable) {
        if registration.rank == .automatic { return ThreadState.current.state.eagerRegistrations.append(registration) }
        guard let recipe = registration.recipe, !recipe.hasToBeAwaited else { return }
        let lookup = Lookup(exactly: registration, in: table)
        defer { lookup.end() }
        guard let box = try? lookup.run(recipe) else { return }
        let mocks = lookup.mocks?.all ?? []
        registration.slot = Slot(box: box, mocks: mocks)
        mocks.addUser(box, registration.releaseInstance)
    }
}

extension DependencyContainer {
    @inline(__always)
    var isShared: Bool { ownTable == nil && !ProcessFlag.bindings.isSet || DependencyContainer.shared === self }

    /// Runs a creator with this as the shared container.
    // See CONTRIBUTING, 'Stack depth'.
    @inline(never) func binding(_ create: () throws -> AnyBox?) throws -> AnyBox? {
        ProcessFlag.bindings.set()
        return try DependencyContainer.binding.withValue(self, operation: create)
    }
}
