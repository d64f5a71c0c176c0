import Hopoate

extension Inventory {
    /// The error of an entry's trial.
    typealias Failure = (entry: Entry, error: DependencyError)

    /// The look-up at the end of an error's path. It has failed, so no event shows it. The last look-up of a cycle leads back to
    /// its beginning.
    func lookup(of failure: Failure) -> TrialLookup? {
        let path = failure.error.path
        guard let last = path.last, let from = nodes(along: path, from: failure.entry).dropLast().last ?? nil
        else { return nil }
        var lookup = TrialLookup(from: entries[from].origin, key: last.key)
        if case .missing = failure.error.reason {
            // If the service is registered, the look-up was in another container.
            return answers(to: last.key, in: entries[from].position).isEmpty ? lookup : nil
        }
        lookup.to = path.last { $0.key == last.key && $0.creator != nil }?.creator?.origin
        return lookup
    }

    /// The problems of creators that the graph does not show.
    func problems(of failures: [Failure], notShownBy graph: DependencyGraph) -> [DependencyProblem] {
        // The keys of the nodes of the problems that the graph shows, by the key that is missing, if one is.
        var shown: [DependencyProblem.Kind: [Int?: Set<Int>]] = [:]
        for problem in failures.isEmpty ? [] : graph.problems() {
            shown[problem.kind, default: [:]][problem.missingKey, default: []].formUnion(problem.nodes.map(\.key))
        }
        var found: [DependencyProblem.Kind: Set<Int>] = [:]
        return failures.compactMap { entry, error in
            // If no creator has run, the service only has to be awaited, which is no problem.
            let failed = nodes(along: error.path, from: entry).compactMap { $0.map { graph.nodes[$0] } }
            guard let last = failed.last else { return nil }
            // The graph does not show services that are missing in another container, or cycles that lead through one.
            let (kind, missing) = (error.kindInGraph, error.path.last.map { key($0.key).number })
            let start = kind == .cycle ? error.path.firstIndex { $0.key == error.path.last?.key } ?? 0 : 0
            let keys = Set(error.path[start...].map { key($0.key).number })
            let similar = kind.flatMap { shown[$0] } ?? [:]
            if [missing, nil].contains(where: { similar[$0]?.isDisjoint(with: keys) == false }) { return nil }
            // Comes last, as the text of an error takes long to make.
            let creatorProblem = error.kindOfCreator
            if !found[creatorProblem, default: []].insert(last.id).inserted { return nil }
            return DependencyProblem(creatorProblem, failed, about: last)
        }
    }
}

extension DependencyError {
    /// The kind of the problem by which a graph may show the error.
    fileprivate var kindInGraph: DependencyProblem.Kind? {
        switch reason {
        case .missing: .missing
        case .cycle: .cycle
        case .nothingToDecorate: .nothingToDecorate
        default: nil
        }
    }

    /// The kind of the problem of a creator that the error makes otherwise.
    fileprivate var kindOfCreator: DependencyProblem.Kind {
        switch reason {
        case .needsAwait: .notAwaited(failed.key.description)
        case .creatorFailed(let cause): .creatorFailed("\(cause)")
        default: .creatorFailed(description)
        }
    }
}
