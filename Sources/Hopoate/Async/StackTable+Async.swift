extension StackTable {
    /// Runs an asynchronous creator, or awaits the creation that is under way. Nil when the registration has been removed.
    func makeAsynchronously(
        _ registration: AnyServiceRegistration,
        _ recipe: Recipe,
        _ lookup: Lookup,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> Answer? {
        let maker = lookup.maker(registration.lifetime.retention) ?? self
        guard let container = maker.container else { throw .missing }
        let creation = AsyncCreation(registration, lookup)
        if creation.isWithinItsOrigin { throw .failed(.cycle(creation.path)) }
        var finding = Finding(registration, recipe)
        let (decision, task) = try claim(creation, lookup, &finding, container)
        switch decision {
        case .nothing, .copy, .gather, .enter, .use, .forget: return nil
        case .wait(let claimed):
            guard let underWay = claimed.maker as? AsyncCreation else { return nil }
            return try await underWay.value(of: underWay.task.withLock { $0 }, claimed, lookup)
        case .make:
            if let claimed = finding.creation { return try await creation.value(of: task, claimed, lookup) }
            // A creation that nothing else awaits can only be in its own way.
            if creation.outer?.isWithin(registration, lookup) == true { throw .failed(.cycle(creation.path)) }
            let wait = try creation.beginWait(for: Creation(registration, by: creation), lookup)
            defer { if let wait { Waiting.end(wait) } }
            return try await creation.run(finding, lookup, in: self, of: container).answer(creation, lookup)
        }
    }

    /// Begins the creation of what is kept, without anybody awaiting it.
    func makeAsynchronouslyAhead(_ registration: AnyServiceRegistration, _ recipe: Recipe) {
        guard let container else { return }
        let lookup = Lookup(registration.key, registration.place)
        var finding = Finding(registration, recipe)
        _ = try? claim(AsyncCreation(registration, lookup), lookup, &finding, container)
    }

    /// Decides on what is to be done, and begins the creation in a task of its own if others may await it.
    private func claim(
        _ creation: AsyncCreation,
        _ lookup: Lookup,
        _ finding: inout Finding,
        _ container: DependencyContainer
    ) throws(ResolutionFailure) -> (Decision, Task<AsyncCreation.Outcome, Never>?) {
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
                    guard let container = held.take() else { return .failure(.missing) }
                    return await creation.run(finding, lookup, in: self, of: container)
                }
            }
            return (decision, task)
        }
        guard case .make(let replaced) = decision else { return (decision, begun) }
        replaced.release()
        return (.make(replacing: []), begun)
    }
}

extension AsyncCreation {
    /// Awaits the creation, which serves all who ask. Nil if its task has ended already.
    fileprivate func value(
        of task: Task<Outcome, Never>?,
        _ claimed: Creation,
        _ lookup: Lookup,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> Answer? {
        guard let task else { return nil }
        let wait = try beginWait(for: claimed, lookup)
        defer { if let wait { Waiting.end(wait) } }
        return try await task.value.answer(self, lookup)
    }

    /// Notes that the creation that runs in the current task, if any, awaits another. Nil when there is none.
    fileprivate func beginWait(for awaited: Creation, _ lookup: Lookup) throws(ResolutionFailure) -> UInt64? {
        guard let waiter = AsyncCreation.current else { return nil }
        return try Waiting.await(awaited, by: waiter, lookup.step)
    }
}

extension AsyncCreation.Outcome {
    fileprivate func answer(_ creation: AsyncCreation, _ lookup: Lookup) throws(ResolutionFailure) -> Answer {
        try mapError { $0.error.map { .failed(creation.retell($0, lookup.step)) } ?? $0 }.get()
    }
}

extension ResolutionFailure {
    fileprivate var error: DependencyError? { if case .failed(let error) = self { error } else { nil } }
}

extension Protected<DependencyContainer?> {
    fileprivate func take() -> DependencyContainer? {
        withLock { container in
            defer { container = nil }
            return container
        }
    }
}
