extension StackTable {
    /// Runs an asynchronous creator, or awaits the creation that is under way. Nil when the registration has been removed.
    func makeAsynchronously(
        _ registration: AnyServiceRegistration,
        _ recipe: Recipe,
        _ lookup: Lookup,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> Answer? {
        let table = lookup.maker(registration.lifetime.retention) ?? self
        guard let container = table.container else { throw .missing }
        let creation = AsyncCreation(registration, lookup)
        if creation.isWithinItsOrigin { throw .failed(.cycle(creation.path)) }
        var finding = Finding(registration, recipe)
        guard let (awaited, task) = try claim(creation, lookup, &finding, container),
            let maker = awaited.maker as? AsyncCreation
        else { return nil }
        // A creation that nothing else awaits can only be in its own way.
        if task == nil, creation.outer?.isWithin(registration, lookup) == true { throw .failed(.cycle(creation.path)) }
        let wait = try creation.outer.map { outer throws(ResolutionFailure) in
            try Waiting.await(awaited, by: outer, lookup.step)
        }
        defer { if let wait { Waiting.end(wait) } }
        let outcome =
            if let task { await task.value } else {
                await creation.run(finding, lookup, in: self, of: container)
            }
        return try outcome.mapError { maker.retell($0, lookup.step) }.get()
    }

    /// Begins the creation of what is kept, without anybody awaiting it.
    func makeAsynchronouslyAhead(_ registration: AnyServiceRegistration, _ recipe: Recipe) {
        guard let container else { return }
        let lookup = Lookup(registration.key, registration.place)
        var finding = Finding(registration, recipe)
        _ = try? claim(AsyncCreation(registration, lookup), lookup, &finding, container)
    }

    /// Decides on what is to be done, and begins the creation in a task of its own if others may await it.
    ///
    /// - Returns: What to await. It has no task if it is for the caller to run. Nil when there is nothing to await any more.
    private func claim(
        _ creation: AsyncCreation,
        _ lookup: Lookup,
        _ finding: inout Finding,
        _ container: DependencyContainer
    ) throws(ResolutionFailure) -> (awaited: Creation, task: Task<AsyncCreation.Outcome, Never>?)? {
        let lookup = lookup.asked(at: .exactly(creation.registration))
        finding.isOnActor = true
        if creation.registration.lifetime.kind == .expiring {
            finding.inputs = Finding.Inputs(now: try secondsNow(for: lookup.key, lookup.place))
        }
        let (decision, begun) = creation.task.withLock { task in
            let decision = decide(lookup, &finding, Resolution.ofThread, by: creation)
            if case .make = decision, finding.creation != nil {
                // Taken out of it, so that the task does not hold the container longer than those that await it.
                let held = Protected<DependencyContainer?>(container)
                task = Task { [finding] in
                    guard let container = held.withLock({ $0.take() }) else { return .failure(.missing) }
                    return await creation.run(finding, lookup, in: self, of: container)
                }
            }
            return (decision, task)
        }
        switch decision {
        case .make(let replaced):
            replaced.release()
            return (finding.creation ?? Creation(creation.registration, by: creation), begun)
        case .wait(let awaited):
            guard let task = (awaited.maker as? AsyncCreation)?.task.withLock({ $0 }) else { return nil }
            return (awaited, task)
        case .nothing, .copy, .gather, .enter, .use, .forget: return nil
        }
    }
}
