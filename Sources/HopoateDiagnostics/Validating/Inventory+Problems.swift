import Hopoate

extension Inventory {
    /// The graph with its problems and notes.
    ///
    /// - Parameters:
    ///   - options: What the check was given.
    ///   - record: What creators did. Nil if none ran.
    ///   - failures: Their errors.
    ///   - isEndless: Whether creators have registered other services again and again.
    /// - Returns: The examination.
    func examination(
        _ options: CheckOptions,
        after record: CheckRecord? = nil,
        _ failures: [Failure] = [],
        isEndless: Bool = false
    ) -> Examination {
        let instances = Instances(self, after: record)
        let graph = graph(of: instances, after: record, adding: failures.compactMap(missingNeed))
        var problems = problems(in: graph, of: instances)
        addProblems(of: failures, in: graph, to: &problems)
        if isEndless {
            problems.append(
                DependencyProblem(.creatorFailed("Each creation registers another service."), [graph.nodes.suffix(1)])
            )
        }
        for key in options.keys where answers[key] == nil && !problems.contains(where: { $0.missingKey == key }) {
            problems.append(DependencyProblem(missing: key))
        }
        problems.sort { ($0.subject?.id ?? .max, "\($0.kind)") < ($1.subject?.id ?? .max, "\($1.kind)") }
        // Hints take long, and at most 50 problems of a kind are printed.
        for index in problems.indices.prefix(50) where problems[index].hints.isEmpty {
            guard let key = problems[index].missingKey else { continue }
            let container = problems[index].nodes.first.map { owner(of: $0.id, for: innermost) } ?? innermost
            problems[index].hints = containers[container].hints(about: key)
        }
        options.addProblems(containers[innermost], &problems)
        return (graph, problems, notes(on: graph, after: record, options))
    }

    /// The problems that the graph shows.
    private func problems(in graph: DependencyGraph, of instances: Instances) -> [DependencyProblem] {
        func nodes(_ ids: [Int]) -> [DependencyGraph.Node] { ids.map { graph.nodes[$0] } }
        let missing = graph.edges.filter { $0.to == nil && $0.kind != .optional && isLive($0.from) }
        let ofKeys = Dictionary(grouping: missing) { [$0.key, $0.kind == .decorates ? 1 : 0] }.sorted {
            $0.key[0] < $1.key[0]
        }
        let keysByNumber = Dictionary(uniqueKeysWithValues: missing.isEmpty ? [] : keys.map { ($1.number, $0) })
        var problems = ofKeys.map { key, needs in
            let users = Set(needs.map(\.from)).sorted().map { nodes([$0]) }
            if key[1] == 1 { return DependencyProblem(.nothingToDecorate, users) }
            var problem = DependencyProblem(missing: keysByNumber[key[0]]!, for: users)
            // Only a child of the creating container has them.
            problem.hints = graph.nodes.filter { $0.answers && $0.key == key[0] }
                .map { "registered only in a child: \($0). Give what needs it the lifetime `perContainer`." }
            return problem
        }
        let tooEarly = Dictionary(grouping: instances.removedBeforeUsers()) { $0[1] }.values
        problems += tooEarly.map { DependencyProblem(.cleanedUpTooEarly, $0.map(nodes)) }
        problems += instances.captives().map { DependencyProblem(.captive, [nodes($0)]) }
        return problems + instances.cycles().map { DependencyProblem(.cycle, [nodes($0)]) }
    }

    /// Adds the problems of creators, unless the graph shows them.
    private func addProblems(of failures: [Failure], in graph: DependencyGraph, to problems: inout [DependencyProblem])
    {
        var paths: [DependencyProblem.Kind: [Int: [[DependencyGraph.Node]]]] = [:]
        for (entry, error) in failures {
            let failed = ids(along: error.path, from: entry).map { graph.nodes[$0] }
            // If no creator has run, there is nobody to blame.
            guard let last = failed.last else { continue }
            switch error.reason {
            case .missing where missingNeed((entry, error)) != nil: continue
            case .nothingToDecorate where problems.contains { $0.kind == .nothingToDecorate }: continue
            case .cycle:
                // The graph does not show the look-ups of properties that are read in an `init`.
                let cycle = failed.suffix(error.path.count - 1 - error.path.firstIndex { $0.key == error.failed.key }!)
                let isKnown = problems.contains { $0.kind == .cycle && !Set($0.nodes).isDisjoint(with: cycle) }
                if !isKnown { problems.append(DependencyProblem(.cycle, [Array(cycle)])) }
            case .creatorFailed(let cause):
                paths[.creatorFailed("\(cause)"), default: [:]][last.id, default: []].append(failed)
            default: paths[.creatorFailed(error.description), default: [:]][last.id, default: []].append(failed)
            }
        }
        problems += paths.flatMap { kind, paths in paths.values.map { DependencyProblem(kind, $0) } }
    }

    /// The ids of the creators that have run along a path, from the entry that was resolved.
    private func ids(along path: [DependencyError.Step], from first: RegistrationInfo) -> [Int] {
        path.drop { $0.key != first.key }.compactMap { step in step.creator.flatMap { ids[$0.origin] } }
    }

    /// The need of a creator that lacks a service. No event shows it.
    private func missingNeed(_ failure: Failure) -> DependencyGraph.Edge? {
        guard case .missing = failure.error.reason, let from = ids(along: failure.error.path, from: failure.entry).last
        else { return nil }
        let key = failure.error.failed.key
        // If the service is registered, the look-up was in another container.
        if !answers(to: key, in: position(of: from)).isEmpty { return nil }
        let (number, service, _) = self.key(key)
        return .init(from: from, to: nil, service: service, name: key.name, kind: .required, origin: .seen, key: number)
    }
}
