extension StackTable {
    /// Begins a creation of a registration whose creator is asynchronous, in a task of its own if others may await it. Returns
    /// if the look-up has to be decided on again.
    ///
    /// - Throws: The creation that the look-up has to await, or the reason why it cannot.
    func beginAsynchronously(
        _ registration: AnyServiceRegistration,
        _ lookup: Lookup,
        _ finding: inout Finding
    ) throws(ResolutionFailure) {
        guard let attempts = lookup.attempts else { throw .failed(.needsAwait(registration, lookup)) }
        // The creation may go on for longer, and must not hold instances that were made for the look-up.
        let lookup = lookup.asked(in: nil)
        let creation = AsyncCreation(registration, lookup, attempts.graph)
        if creation.creator.isCycle(within: AsyncCreation.runningCreators) { throw .failed(.cycle(creation.path)) }
        let maker = lookup.maker(registration.lifetime.retention) ?? self
        guard let container = maker.container else { throw .missing }
        let claimed = Creation(registration, by: creation.number, creation)
        (finding.creation, finding.mayRunHere) = (claimed, true)
        let (decision, task) = creation.state.withLock { state in
            let decision = decide(lookup, &finding)
            if case .make = decision {
                // It holds the creation itself, which therefore has to be run.
                state.beginning = (finding, container)
                if finding.retention != .nobody { state.task = Task { await creation.run(lookup, in: self) } }
            }
            return (decision, state.task)
        }
        if case .make = decision { throw .awaits(claimed, task, isOurs: true, in: self, at: lookup) }
        if case .letGo(let letGo) = decision { (consume letGo).release() }
        (finding.creation, finding.mayRunHere) = (nil, false)
    }

    /// Begins the creation of an instance to keep. No code awaits it yet.
    func makeAsynchronouslyAhead(_ registration: AnyServiceRegistration) {
        let lookup = Lookup(registration.key, registration.place).asked(at: .exactly(registration))
        _ = try? resolve(lookup.asked(in: Attempts(ResolutionGraph())))
    }
}

extension AsyncCreation {
    /// Awaits the task of the creation, or runs the creator in the current one if there is none.
    func outcome(
        of task: Task<Outcome, Never>?,
        _ creation: Creation,
        _ lookup: Lookup,
        in table: StackTable,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> Answer {
        // A caller outside of every asynchronous creation is not awaited, and so is part of no cycle.
        let edge = AsyncCreation.current == nil ? nil : Waiting.Edge(to: creation, lookup)
        if let edge { try Waiting.begin(edge) }
        defer { if let edge { Waiting.end(edge) } }
        let outcome = if let task { await task.value } else { await run(lookup, in: table) }
        return try outcome.mapError { retell($0, lookup.step) }.get()
    }
}
