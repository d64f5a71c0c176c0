// Creating an instance, and keeping it.

extension Lookup {
    /// Runs a creator or a decorator, and keeps its instance if the lifetime says so.
    ///
    /// - Returns: The answer of the look-up. Nil if it goes on.
    func create(_ recipe: Recipe) throws(ResolutionFailure) -> AnyBox? {
        let created: Result<AnyBox, any Error>
        do { created = .success(try run(recipe)) } catch { created = .failure(error) }
        return try accept(created)
    }

    @inline(never)
    private func accept(_ created: Result<AnyBox, any Error>) throws(ResolutionFailure) -> AnyBox? {
        let outcome = outcome(of: created)
        if let creation = attempt.creation { Waiting.end(creation, with: outcome) }
        attempt.observed?.notify(outcome.event)
        return try accept(outcome, isOwn: true)
    }

    /// Ends the creation in its slot, and keeps the instance there if the registration and the mocks still stand. If they do, those
    /// that wait share the failure of a creator.
    @inline(never)
    func outcome(of created: Result<AnyBox, any Error>) -> Activity.Outcome {
        do {
            let created = try created.get()
            guard let slot = attempt.slot else { return .made(created, attempt.ownership) }
            let box = try instanceToKeep(created)
            let ownership = endCreation(in: slot, keeping: box)
            return .made(box?.strong ?? created, ownership)
        } catch {
            let isStanding = attempt.slot.map { endCreation(in: $0, keeping: nil) != .abandoned } == true
            if let creation = attempt.creation, Waiting.wasCancelled(creation) { return .cancelled }
            return .failed(failure(of: error), sharedAfter: isStanding ? pathWithCreator.count : nil)
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
        case .made(let created, let ownership) where isOwn:
            // The decorations of an instance that is not kept are not kept either.
            attempt.ownership = ownership
            // After an await, a kept instance may have been released.
            if isUnowned || !isAsync || keeps(created) { return passToNextDecorator(created) }
        case .made, .cancelled, nil: break
        }
        try restart(isCounted: isOwn)
        return nil
    }

    /// Runs a creator or decorator as the innermost one of the thread. The owning container is the shared one meanwhile.
    ///
    /// A kept instance must not hold services that another container, say a test's, happened to have when it was created.
    func run(_ recipe: Recipe) throws -> AnyBox {
        // A task may run within a creator of this thread that does not enclose its look-ups.
        if enclosing != nil || isAsync { try throwIfCycle() }
        let thread = ThreadState.current
        let outer = thread.enter(self)
        defer { thread.leave(to: outer) }
        attempt.observed?.notify(.creationBegan)
        let input = attempt.decorated ?? argument?.input
        guard let container = owner.container else { throw ResolutionFailure.missing }
        if container.isShared { return try recipe.create(from: input) }
        return try container.asShared { try recipe.create(from: input) }!
    }

    /// The failure of a creator that has thrown an error. A nested look-up's error stays unchanged, and any other becomes
    /// `creatorFailed`: the path of a stored one leads elsewhere.
    @inline(never)
    func failure(of error: any Error) -> ResolutionFailure {
        if let failure = error as? ResolutionFailure { return failure }
        if let error = error as? DependencyError, isOnTheWay(to: error) { return .failed(error) }
        return .failed(DependencyError(.creatorFailed(error), path: pathWithCreator))
    }

    /// Whether the path of an error leads over this look-up to another one in its creator.
    private func isOnTheWay(to error: DependencyError) -> Bool {
        if isOfLibrary { return error.path.count > depth }
        // The path of a cycle that was found deep down is shorter.
        if case .cycle = error.reason, depth > Lookup.maxSearchedDepth { return true }
        guard error.path.count > depth + 1 else { return false }
        let step = error.path[depth]
        return step.key == key && step.place.line == place.line
    }

    /// Ends the creation, and keeps its instance if the registration still stands, and so do the mocks that the instance was
    /// created from.
    ///
    /// - Returns: Who owns the instance now.
    @inline(never)
    private func endCreation(in slot: Slot, keeping box: AnyBox?) -> Ownership {
        // They get to know the slot before it has the instance, or one that ends in between would miss it.
        let mocks = attempt.mocks?.all ?? []
        if box != nil, attempt.ownership != .graph { for mock in mocks { mock.addUser(slot) } }
        // Afterwards, as it cleans up others, which may use the instance.
        defer { if attempt.ownership == .requestingContainer { requestingTable.slots.sweep() } }
        return slot.registration.shard.withLock { _, discarded in
            if slot.hasLeft { return .abandoned }
            let isStanding = !isSourceOver && !mocks.haveEnded
            if isStanding, let box {
                slot.keep(box, from: source, mocks)
            } else {
                slot.leave(&discarded)
            }
            slot.registration.stack?.updateHit()
            return !isStanding ? .abandoned : box == nil ? .callers : attempt.ownership
        }
    }

    /// Whether the instance that was created is still kept.
    func keeps(_ created: AnyBox) -> Bool {
        guard let slot = attempt.slot else { return false }
        return slot.registration.shard.withLock { _ in !isSourceOver && slot.holds(created) }
    }

    /// The form in which an instance is kept. Nil if a decorator has made a value of an object that is held weakly.
    private func instanceToKeep(_ created: AnyBox) throws(ResolutionFailure) -> AnyBox? {
        if attempt.isWeak {
            let weak = created.weakened()
            if weak == nil, let registration, registration.lifetime.kind == .weak {
                let reason = DependencyError.Reason.notAnObject(type(of: created.instance))
                throw .failed(DependencyError(reason, path: pathWithCreator, registered: registration.place))
            }
            return weak
        }
        // Keeps the form that can become weak when the graph ends.
        return attempt.ownership == .graph ? created.weakened()?.strong ?? created : created
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
        let (slot, mocks) = (Slot(of: registration, owner: table), lookup.attempt.mocks?.all ?? [])
        slot.keep(box, mocks)
        registration.slot = slot
        for mock in mocks { mock.addUser(slot) }
    }
}

extension DependencyContainer {
    @inline(__always)
    var isShared: Bool { ownTable == nil && !ProcessFlag.bindings.isSet || DependencyContainer.shared === self }

    /// Runs a creator with this as the shared container.
    // See CONTRIBUTING, 'Stack depth'.
    @inline(never) func asShared(_ create: () throws -> AnyBox?) throws -> AnyBox? {
        ProcessFlag.bindings.set()
        return try DependencyContainer.binding.withValue(self, operation: create)
    }
}
