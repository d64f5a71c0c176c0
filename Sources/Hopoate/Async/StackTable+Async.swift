extension StackTable {
    /// Runs an asynchronous creator, or awaits the creation that is under way. Nil when the look-up has to be attempted
    /// again, as the registration answers no more, or has let go of what was over.
    func makeAsynchronously(
        _ registration: AnyServiceRegistration,
        _ lookup: Lookup,
        _ graph: ResolutionGraph,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> Attempts.Made? {
        // What goes on for longer must not hold what has been made for the look-up.
        let lookup = lookup.asked(in: nil)
        let creation = AsyncCreation(registration, lookup, graph)
        if isWithinItself(creation) { throw .failed(.cycle(creation.path)) }
        guard let (awaited, task) = try claim(creation, lookup), let running = awaited.asyncCreation else { return nil }
        // A caller outside of every asynchronous creation is awaited by nobody, and so is part of no cycle.
        let edge = creation.outer == nil ? nil : Waiting.Edge(to: awaited, lookup)
        if let edge { try Waiting.begin(edge) }
        defer { if let edge { Waiting.end(edge) } }
        let outcome =
            if let task { await task.value } else { await creation.run(lookup, in: self) }
        let answer = try outcome.mapError { running.retell($0, lookup.step) }.get()
        return Attempts.Made(answer: answer, registration: registration, isTold: running === creation)
    }

    /// Whether a creation was asked for by its own creator. If others may await it too, it awaits itself, which is found
    /// out when it begins to wait.
    ///
    /// A function of its own, as what waits must not hold the creators around it, which may end meanwhile.
    private func isWithinItself(_ creation: AsyncCreation) -> Bool {
        let registration = creation.creator.registration
        let outers = creation.chain.dropFirst().map(\.creator).filter {
            registration.lifetime == .transient || $0.registration !== registration
        }
        return creation.creator.isCycle(within: outers)
    }

    /// Begins the creation of what is kept, without anybody awaiting it.
    func makeAsynchronouslyAhead(_ registration: AnyServiceRegistration) {
        let lookup = Lookup(registration.key, registration.place)
        _ = try? claim(AsyncCreation(registration, lookup, ResolutionGraph()), lookup)
    }

    /// Decides on what is to be done, and begins the creation in a task of its own if others may await it.
    ///
    /// - Returns: What to await. It has no task if it is for the caller to run. Nil when the look-up has to be attempted again.
    private func claim(
        _ creation: AsyncCreation,
        _ lookup: Lookup
    ) throws(ResolutionFailure) -> (awaited: Creation, task: Task<AsyncCreation.Outcome, Never>?)? {
        let registration = creation.creator.registration
        let maker = lookup.maker(registration.lifetime.retention) ?? self
        guard let container = maker.container else { throw .missing }
        let lookup = lookup.asked(at: .exactly(registration))
        let claimed = Creation(registration, by: creation.number, creation)
        var finding = Finding(mayRunHere: true, creation: claimed)
        if registration.lifetime.kind == .expiring {
            finding.inputs = Boxed(Finding.Inputs(now: try secondsNow(for: lookup)))
        }
        let (decision, begun) = creation.state.withLock { state in
            let decision = decide(lookup, &finding)
            if case .make = decision {
                // It holds the creation itself, which therefore has to be run.
                state.beginning = (finding, container)
                if finding.retention != .nobody { state.task = Task { await creation.run(lookup, in: self) } }
            }
            return (decision, state.task)
        }
        if case .letGo(let letGo) = decision { letGo.release() }
        switch decision {
        case .make: return (claimed, begun)
        case .wait(let awaited):
            guard let task = awaited.asyncCreation?.state.withLock({ $0.task }) else { return nil }
            return (awaited, task)
        default: return nil
        }
    }
}
