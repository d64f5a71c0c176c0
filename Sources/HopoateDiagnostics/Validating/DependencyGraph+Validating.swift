import Hopoate

extension DependencyGraph {
    /// All problems, in the order of the registrations that have them.
    ///
    /// - Parameter others: Problems that the graph does not show.
    /// - Returns: The problems.
    package func problems(adding others: [DependencyProblem] = []) -> [DependencyProblem] {
        let search = GraphSearch(self)
        let missing = edges.filter { $0.to == nil && $0.kind != .optional && nodes[$0.from].isLive }
        var problems = self.problems(ofMissing: missing.filter { $0.kind != .decorates })
        // One problem for each service that several modules register in one container.
        let ofModules = nodes.filter { $0.kind != .decorator && $0.kind != .contribution && $0.module != nil }
        problems += Dictionary(grouping: ofModules) { [$0.container, $0.key] }.values
            .filter { Set($0.map(\.module)).count > 1 }.map { DependencyProblem(.duplicate, $0) }
        problems += search.cycles().map { DependencyProblem(.cycle, $0.map { nodes[$0] }) }
        problems += search.captives().map { DependencyProblem(.captive, $0.map { nodes[$0] }) }
        problems += search.removedBeforeUsers().map { DependencyProblem(.cleanedUpTooEarly, $0.map { nodes[$0] }) }
        problems += missing.filter { $0.kind == .decorates }
            .map { DependencyProblem(.nothingToDecorate, [nodes[$0.from]]) }
        return (problems + others).sorted { $0.nodes[0].id < $1.nodes[0].id }
    }

    /// One problem for each service that is missing, with all nodes that need it.
    private func problems(ofMissing missing: [Edge]) -> [DependencyProblem] {
        if missing.isEmpty { return [] }
        let answers = nodes.filter(\.answers)
        let ofKeys = Dictionary(grouping: answers, by: \.key)
        let ofServices = Dictionary(grouping: answers) { Self.shortName(of: $0.service).lowercased() }
        let needs = Dictionary(grouping: missing, by: \.key).sorted { $0.key < $1.key }.map(\.value)
        return needs.enumerated().map { position, edges in
            let (key, name) = (edges[0].key, edges[0].name ?? "")
            // A comparison takes long, so of many names, only some are compared. At most 50 problems of a kind are printed.
            var known = position < 50 ? ofServices[Self.shortName(of: edges[0].service).lowercased()] ?? [] : []
            if known.count > 50 { known = Array(known.filter { $0.name?.first == name.first }.prefix(50)) }
            let distances = known.filter { $0.key != key }.map { (($0.name ?? "").distance(to: name), $0.id) }
            // The most similar first. Five at most, as in errors.
            let similar = distances.sorted { $0 < $1 }.prefix(5).map { nodes[$1] }
            let users = Set(edges.map(\.from)).sorted().map { nodes[$0] }
            return DependencyProblem(missing: edges, for: users, similar: (ofKeys[key] ?? []) + similar)
        }
    }

    /// What the check did not run, and lists that are empty, with their registrations.
    package var notes: [String] { nodes.compactMap { node in node.note.map { "\(node): \($0)." } } }
}
