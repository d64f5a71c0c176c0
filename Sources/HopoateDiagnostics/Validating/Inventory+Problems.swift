import Hopoate

extension Inventory {
    /// The graph with its problems and notes.
    ///
    /// - Parameters:
    ///   - options: What the check was given.
    ///   - record: What creators did. Nil if none ran.
    ///   - failures: Their errors.
    ///   - others: Other problems.
    /// - Returns: The examination.
    func examination(
        _ options: CheckOptions,
        after record: CheckRecord? = nil,
        _ failures: [Failure] = [],
        adding others: [DependencyProblem] = []
    ) -> Examination {
        let instances = Instances(self, after: record)
        let graph = graph(of: instances, after: record, adding: failures.compactMap(missingNeed))
        var problems = problems(in: graph, of: instances, failures) + others
        for typedKey in options.keys where answers[typedKey] == nil {
            let (number, service, _) = key(typedKey)
            if problems.contains(where: { $0.missingKey == number }) { continue }
            problems.append(DependencyProblem(missing: service, named: typedKey.name, key: number, for: []))
        }
        problems.sort { ($0.subject?.id ?? .max) < ($1.subject?.id ?? .max) }
        // Hints take long, and at most 50 problems of a kind are printed.
        let missing = problems.indices.filter { problems[$0].kind == .missing && problems[$0].hints.isEmpty }.prefix(50)
        let keysByNumber = missing.isEmpty ? [:] : Dictionary(uniqueKeysWithValues: keys.map { ($1.number, $0) })
        for index in missing {
            guard let key = problems[index].missingKey.flatMap({ keysByNumber[$0] }) else { continue }
            let container = problems[index].nodes.first.map { owner(of: $0.id, for: innermost) } ?? innermost
            problems[index].hints = containers[container].hints(about: key)
        }
        let notes = notes(on: graph, after: record, options)
        return Examination(graph: graph, problems: problems, notes: notes)
    }

    /// The problems that the graph shows, and those of creators.
    private func problems(
        in graph: DependencyGraph,
        of instances: Instances,
        _ failures: [Failure]
    ) -> [DependencyProblem] {
        let search = GraphSearch(instances, self, graph.nodes)
        let missing = graph.edges.filter { $0.to == nil && $0.kind != .optional && graph.nodes[$0.from].isLive }
        let withoutBase = missing.filter { $0.kind == .decorates }.map { [graph.nodes[$0.from]] }
        let ofKeys = Dictionary(grouping: missing.filter { $0.kind != .decorates }, by: \.key)
        let tooEarly = Dictionary(grouping: search.removedBeforeUsers()) { $0[$0.count - 1] }
        var problems = ofKeys.sorted { $0.key < $1.key }.map { graph.problem(ofMissing: $1) }
        problems += withoutBase.map { DependencyProblem(.nothingToDecorate, [$0]) }
        problems += search.captives().map { DependencyProblem(.captive, [graph.nodes(at: $0)]) }
        problems += tooEarly.values.map { DependencyProblem(.cleanedUpTooEarly, $0.map(graph.nodes(at:))) }
        problems += search.cycles().map { DependencyProblem(.cycle, [graph.nodes(at: $0)]) }
        var pathsOfFailures: [DependencyProblem.Kind: [Int: [[DependencyGraph.Node]]]] = [:]
        for (entry, error) in failures {
            let failed = graph.nodes(at: nodes(along: error.path, from: entry))
            // If no creator has run, there is nobody to blame.
            guard let last = failed.last else { continue }
            let key = error.failed.key
            let message: String
            switch error.reason {
            case .missing where missingNeed((entry, error)) != nil: continue
            case .nothingToDecorate where withoutBase.contains { $0[0].key == self.key(key).number }: continue
            case .cycle:
                // The graph does not show the look-ups of properties that are read in an `init`.
                let cycle = failed.suffix(error.path.count - 1 - error.path.firstIndex { $0.key == key }!)
                let isKnown = problems.contains { $0.kind == .cycle && !Set($0.nodes).isDisjoint(with: cycle) }
                if !isKnown { problems.append(DependencyProblem(.cycle, [Array(cycle)])) }
                continue
            case .creatorFailed(let cause): message = "\(cause)"
            default: message = error.description
            }
            pathsOfFailures[.creatorFailed(message), default: [:]][last.id, default: []].append(failed)
        }
        return problems + pathsOfFailures.flatMap { kind, paths in paths.values.map { DependencyProblem(kind, $0) } }
    }

    /// The need of a creator that lacks a service. No event shows it.
    private func missingNeed(_ failure: Failure) -> DependencyGraph.Edge? {
        guard case .missing = failure.error.reason,
            let from = nodes(along: failure.error.path, from: failure.entry).last
        else { return nil }
        let key = failure.error.failed.key
        // If the service is registered, the look-up was in another container.
        if !answers(to: key, in: position(of: from)).isEmpty { return nil }
        let (number, service, _) = self.key(key)
        return .init(from: from, to: nil, service: service, name: key.name, kind: .required, origin: .seen, key: number)
    }
}

extension DependencyGraph {
    fileprivate func nodes(at ids: [Int]) -> [Node] { ids.map { nodes[$0] } }

    /// The problem of a service that is missing, with all nodes that need it.
    fileprivate func problem(ofMissing needs: [Edge]) -> DependencyProblem {
        let need = needs[0]
        let users = Set(needs.map(\.from)).sorted().map { DependencyProblem.User([nodes[$0]]) }
        let isList = need.kind == .contributions
        var problem = DependencyProblem(
            missing: need.service,
            named: need.name,
            key: need.key,
            for: users,
            isList: isList
        )
        // Only a child of the creating container has them.
        let hidden = nodes.filter { $0.answers && $0.key == need.key }
        if !hidden.isEmpty {
            problem.hints = hidden.map { "registered only in a child: \($0)" }
            problem.cures = "Give the service that needs it the lifetime `perContainer`.\n" + problem.cures
        }
        return problem
    }
}
