// Making an instance, once a decision has been taken to do so.

extension StackTable {
    /// Runs a creator or decorator as the innermost one of the thread. The shared container is meanwhile that of the table,
    /// or, for an instance that is not kept, the one that was asked.
    ///
    /// A kept instance must not hold on to services that another container, say a test's, happened to have when it was made.
    func run(
        _ lookup: Lookup,
        _ finding: inout Finding,
        _ thread: Resolution.OfThread
    ) throws(ResolutionFailure) -> AnyKept {
        try thread.beginCreator(lookup, &finding)
        defer { thread.endCreator() }
        finding.notify(.creationBegan, in: self)
        do {
            guard let make = finding.takeMake() else { throw ResolutionFailure.missing }
            if let container = try containerToShare(lookup, finding.retention) {
                return try container.call(make, finding.input(lookup))
            }
            return try make(finding.input(lookup))
        } catch {
            throw thread.failure(of: error)
        }
    }

    /// The container of the table that makes an instance, if it is not the shared one already.
    ///
    /// Two functions, as `run` would otherwise keep the table on the stack of creators.
    private func containerToShare(
        _ lookup: Lookup,
        _ retention: Lifetime.Retention
    ) throws(ResolutionFailure) -> DependencyContainer? {
        if let maker = lookup.maker(retention) { return try maker.containerToShare() }
        return try containerToShare()
    }

    private func containerToShare() throws(ResolutionFailure) -> DependencyContainer? {
        if isProcessWide, !ProcessFlag.bindings.isSet { return nil }
        guard let container else { throw .missing }
        return DependencyContainer.shared === container ? nil : container
    }

    /// Makes the instance of a registration that is not on a stack yet. Nil when that fails.
    func makeEagerly(_ recipe: Recipe, _ registration: AnyServiceRegistration) -> AnyKept? {
        let thread = Resolution.ofThread
        if let actor = recipe.actor, !thread.isIsolated(to: actor) { return nil }
        var finding = Finding(registration: registration, making: recipe.making, retention: .registration)
        thread.beginGraph()
        defer { thread.endGraph() }
        let lookup = Lookup(registration.key, registration.place)
        return try? run(lookup, &finding, thread)
    }

    /// Keeps a new instance where its lifetime says, and ends its creation. When the registration has been removed
    /// meanwhile, or its scope reset, the instance is the caller's alone.
    func finish(
        _ lookup: Lookup,
        _ finding: inout Finding,
        with made: consuming AnyKept
    ) throws(ResolutionFailure) -> Answer {
        // Moved into the answer, as a copy would count a reference (`Benchmarks`, row 'transient').
        let made = consume made
        guard let creation = finding.creation else { return Answer(kept: made, retention: finding.retention) }
        let registration = creation.registration
        if finding.retention == .graph {
            let kept = Resolution.ofThread.graphOrNew().keep(made, as: GraphKey(registration, lookup))
            return Answer(kept: kept, retention: .graph)
        }
        let instance = try instanceToKeep(made, registration, lookup, isWeak: finding.retention == .weakly)
        guard end(creation, instance), let kept = instance, tie(registration, to: made.source) else {
            return Answer(kept: made, retention: instance == nil ? .nobody : .caller)
        }
        if finding.retention == .registration { detachContainer(from: made) }
        return Answer(kept: kept.strong ?? made, retention: finding.retention)
    }

    /// The form in which an instance is kept. Nil where a decorator has made a value of an object that is held weakly.
    private func instanceToKeep(
        _ made: AnyKept,
        _ registration: AnyServiceRegistration,
        _ lookup: Lookup,
        isWeak: Bool
    ) throws(ResolutionFailure) -> AnyKept? {
        if isWeak {
            let weak = made.weakened()
            if weak != nil || registration.isDecorator { return weak }
            throw .failed(.unusable(.notAnObject(type(of: made.instance)), registration, lookup))
        }
        guard registration.lifetime.kind == .expiring else { return made }
        let now = try secondsNow(for: lookup)
        return made.madeAnew(from: made.source, expiry: now + registration.lifetime.seconds)
    }

    /// Ends a creation that has failed.
    func abandon(_ finding: inout Finding) { if let creation = finding.creation { _ = end(creation, nil) } }

    /// Ends a creation, and wakes the threads that wait for it.
    private func end(_ creation: Creation, _ kept: AnyKept?) -> Bool {
        defer { Waiting.wakeAll() }
        return withStack(of: creation.registration.key) { $0.end(creation, kept, in: self) } == true
    }

    /// Makes a kept decoration last no longer than the instance that it was made from.
    ///
    /// If a parent keeps that, it notes the decoration, and from then on lets go of the decoration with it. The decoration is
    /// kept already, so nothing that the parent lets go of in between is missed.
    ///
    /// - Returns: Whether the decorated instance is still kept. If not, the decoration is no longer kept either.
    private func tie(_ registration: AnyServiceRegistration, to source: AnyKept?) -> Bool {
        guard let source else { return true }
        if withStack(of: registration.key, { $0.keeps(source) }) == true { return true }
        let isThere = parent?.note(registration, of: source, in: self) == true
        if !isThere { changeStack(of: registration.key) { $0.takeKept(of: registration, ifOf: source) } }
        return isThere
    }
}

extension DependencyContainer {
    /// Runs a recipe with this as the shared container, as `withShared` does, whose closure would take more of the stack of
    /// creators.
    fileprivate func call(_ make: Recipe.Make, _ input: AnyKept?) throws -> AnyKept {
        ProcessFlag.bindings.set()
        return try DependencyContainer.binding.withValue(self) { try make(input) }
    }
}
