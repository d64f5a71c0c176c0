/// Resolves everything in a throw-away fork, and sees what looks what up.
struct GraphTrial {
    /// Why a registration that was tried could not be resolved.
    private struct Failure {
        let registration: AnyServiceRegistration
        let error: DependencyError
    }

    let graph: DependencyGraph
    let problems: [DependencyProblem]

    init(of container: DependencyContainer) {
        let fork = container.fork()
        let seen = Protected<[SeenLookup]>([])
        let containers = sequence(first: fork) { $0.owner?.parent }
        let observations = containers.map { container in
            container.observe { event in
                guard let lookup = SeenLookup(event) else { return }
                seen.withLock { $0.append(lookup) }
            }
        }
        var known: Set<UInt64> = []
        var failures: [Failure] = []
        for (registration, table) in GraphBuilder(fork.table).answering {
            do throws(DependencyError) {
                let isContribution = registration.key.isOfContributions
                let lookup = Lookup(
                    key: registration.key,
                    place: registration.place,
                    position: isContribution ? .exactly(registration) : .top
                )
                try registration.resolveOnTrial(lookup, in: table)
                known.insert(registration.number)
            } catch {
                failures.append(Failure(registration: registration, error: error))
            }
        }
        for observation in observations { observation.cancel() }
        // With what creators have registered, and the defaults of typed keys that they were the first to look up.
        let builder = GraphBuilder(fork.table)
        let lookups = seen.withLock { $0 } + failures.flatMap { GraphTrial.lookups($0, builder) }
        let graph = builder.graph(adding: lookups, knowing: known)
        self.graph = graph
        problems = GraphTrial.problems(failures, builder, graph)
    }

    /// The look-ups that have led to an error. The last one of them has no event.
    private static func lookups(_ failure: Failure, _ builder: GraphBuilder) -> [SeenLookup] {
        let steps = failure.error.path.drop { $0.key != failure.registration.key }
        return zip(builder.nodes(along: failure.error.path, from: failure.registration), steps.dropFirst())
            .compactMap { asking, asked in
                asking.map { SeenLookup(from: builder.registration(at: $0).number, to: nil, asked.key) }
            }
    }

    /// What only shows when creators run, once for each registration that fails.
    private static func problems(
        _ failures: [Failure],
        _ builder: GraphBuilder,
        _ graph: DependencyGraph
    ) -> [DependencyProblem] {
        var failed: Set<Int> = []
        return failures.compactMap { attempt in
            let failure = attempt.error
            let path = builder.nodes(along: failure.path, from: attempt.registration)
                .compactMap { $0.map { graph.nodes[$0] } }
            guard let last = path.last else { return nil }
            switch failure.reason {
            case .missing, .cycle, .nothingToDecorate:
                return nil
            case .belongsToActor, .needsAwait:
                // On its own it is no mistake. It is one that something else wants it without awaiting it.
                guard path.count > 1, failed.insert(last.id).inserted else { return nil }
                return .creatorFailed(failure.description, path: path)
            case .creatorFailed(let error):
                guard failed.insert(last.id).inserted else { return nil }
                return .creatorFailed("\(error)", path: path)
            case .notAnObject:
                guard failed.insert(last.id).inserted else { return nil }
                return DependencyProblem(.valueHeldWeakly, [last])
            }
        }
    }
}

/// One creator's look-up of a service. Registrations are told by their numbers.
struct SeenLookup: Sendable {
    let from: UInt64
    /// Nil if nothing answered.
    let to: UInt64?
    let key: ServiceKey

    init(from: UInt64, to: UInt64?, _ key: ServiceKey) {
        self.from = from
        self.to = to
        self.key = key
    }

    /// To be called by an observer, for what the current thread has just looked up. Nil if no creator has done so.
    init?(_ event: ResolutionEvent) {
        let frames = ResolvingThread.current.pointee.frames
        let asking: ResolutionFrame?
        switch event.kind {
        case .hit: asking = frames.last
        // The creator's own frame is the last one.
        case .creationBegan: asking = frames.dropLast().last
        case .registered, .creationEnded, .creationFailed: return nil
        }
        guard let asking else { return nil }
        self.init(from: asking.registrationNumber, to: event.registration.number, event.registration.key)
    }
}
