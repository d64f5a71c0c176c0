// Making an instance, once a decision has been taken to do so.

extension StackTable {
    /// Runs a creator or decorator as the innermost one of the thread, with the table's container as the shared one.
    ///
    /// What is kept must not hold on to what another container, say that of a test, happened to have when it was made.
    func run(_ lookup: Lookup, _ thread: Resolution.OfThread) throws(ResolutionFailure) -> AnyKept {
        if let cycle = thread.begin(lookup) { throw abandon(lookup, because: cycle, thread) }
        defer { thread.endCreator() }
        do { return try create(lookup) } catch { throw abandon(lookup, because: error, thread) }
    }

    private func create(_ lookup: Lookup) throws -> AnyKept {
        if isProcessWide, !ProcessFlag.bindings.isSet { return try lookup.create() }
        guard let container else { throw ResolutionFailure.missing }
        return try container.create(lookup)
    }

    /// Makes the instance of a registration that is not on a stack yet. Nil when that fails.
    func makeEagerly(_ recipe: AnyRecipe, _ registration: AnyServiceRegistration) -> AnyKept? {
        let thread = Resolution.ofThread
        if let actor = recipe.actor, !thread.isIsolated(to: actor) { return nil }
        let lookup = Lookup(registration.key, registration.place)
        lookup.begin(registration, recipe)
        lookup.retention = .registration
        lookup.isRegistering = true
        thread.beginGraph()
        defer { thread.endGraph() }
        guard let kept = try? run(lookup, thread) else { return nil }
        holdWeakly(by: kept)
        return kept
    }

    /// Keeps what has been made where its lifetime says, and ends its creation. When the registration has been removed meanwhile, or its scope reset,
    /// the instance is the caller's alone.
    func finish(
        _ lookup: Lookup,
        with made: AnyKept,
        _ thread: Resolution.OfThread
    ) throws(ResolutionFailure) -> Answer {
        guard let registration = lookup.registration else { throw .removed }
        if lookup.retention == .graph {
            return Answer(kept: thread.graphOfResolution().keep(made, of: registration), retention: .graph)
        }
        guard let creation = lookup.creation else { return Answer(kept: made, retention: .nobody) }
        var kept: AnyKept?
        do throws(ResolutionFailure) {
            kept = try instanceToKeep(made, registration, lookup)
        } catch {
            throw abandon(lookup, because: error, thread)
        }
        if !isStillDecorated(registration, made.source, lookup) { kept = nil }
        let isKept = end(creation, kept, lookup) {
            guard let scope = registration.lifetime.scope else { return true }
            return scope.admit(registration, of: self, lookup.stack, generation: lookup.generation)
        }
        guard isKept, let kept else { return Answer(kept: made, retention: .nobody) }
        if lookup.retention == .registration { holdWeakly(by: made) }
        return Answer(kept: kept.strong ?? made, retention: lookup.retention)
    }

    /// What is to be kept of an instance. Nil where a decorator has made a value of an object that is held weakly.
    private func instanceToKeep(
        _ made: AnyKept,
        _ registration: AnyServiceRegistration,
        _ lookup: Lookup
    ) throws(ResolutionFailure) -> AnyKept? {
        if lookup.retention == .weakly {
            let weak = made.weakened()
            if weak != nil || registration.isDecorator { return weak }
            throw .failed(.unusable(.notAnObject(type(of: made.instance)), registration, lookup))
        }
        guard registration.lifetime.kind == .expiring else { return made }
        let now = try secondsNow(for: registration.key, lookup.place)
        return made.expiring(at: now + registration.lifetime.seconds)
    }

    /// Ends a creation that has failed.
    ///
    /// - Returns: What is to be thrown for an error.
    @discardableResult
    func abandon(_ lookup: Lookup, because error: any Error, _ thread: Resolution.OfThread) -> ResolutionFailure {
        if let creation = lookup.creation { _ = end(creation, nil, lookup) { false } }
        return thread.failure(of: error)
    }

    /// Ends a creation, and wakes the threads that wait for it.
    private func end(_ creation: Creation, _ kept: AnyKept?, _ lookup: Lookup, mayKeep: () -> Bool) -> Bool {
        let ended = withStack(of: lookup) { stack, isObserved in
            (stack.end(creation, kept, isObserved: isObserved, mayKeep: mayKeep), stack.takeAwaited())
        }
        guard let (isKept, isAwaited) = ended else { return false }
        if isAwaited { Waiting.wakeAll() }
        return isKept
    }

    /// Whether what a decorator has decorated is still there. If a parent has it, that is told of the decoration.
    private func isStillDecorated(
        _ registration: AnyServiceRegistration,
        _ source: AnyKept?,
        _ lookup: Lookup
    ) -> Bool {
        guard let source, let parent else { return true }
        let isAtBottom = withStack(of: lookup) { stack, _ in stack.index(of: registration) == 0 }
        guard isAtBottom == true else { return true }
        return parent.table.note(Decoration(table: self, registration: registration), of: source)
    }
}

extension DependencyContainer {
    /// Runs the creator of a look-up with this as the shared container.
    fileprivate func create(_ lookup: Lookup) throws -> AnyKept {
        if DependencyContainer.shared === self { return try lookup.create() }
        ProcessFlag.bindings.set()
        return try DependencyContainer.binding.withValue(self, operation: lookup.create)
    }
}

extension Lookup {
    /// Runs the recipe, and tells the observers of it.
    fileprivate func create() throws -> AnyKept {
        if replaced != nil { releaseReplaced() }
        guard let recipe else { throw ResolutionFailure.removed }
        observed?.notify(.creationBegan)
        do {
            let made = try recipe.make(from: inputs.decorated?.kept)
            observed?.notify(.creationEnded)
            return made
        } catch {
            observed?.notify(.creationFailed)
            throw error
        }
    }

    /// Lets go of the instance that is replaced, before the new one is made. Runs users' code.
    func releaseReplaced() {
        let before = replaced
        replaced = nil
        before?.release()
    }
}
