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
        let candidates = Dictionary(grouping: nodes.filter(\.answers)) { Self.shortName(of: $0.service).lowercased() }
        return Dictionary(grouping: missing, by: \.key).sorted { $0.key < $1.key }.map { _, edges in
            let name = edges[0].name ?? ""
            let found = (candidates[Self.shortName(of: edges[0].service).lowercased()] ?? [])
                .map { (node: $0, distance: ($0.name ?? "").distance(to: name)) }
            return DependencyProblem(
                missing: edges,
                for: Set(edges.map(\.from)).sorted().map { nodes[$0] },
                // The most similar first. Five at most, as in errors.
                similar: found.sorted { ($0.distance, $0.node.id) < ($1.distance, $1.node.id) }.prefix(5).map(\.node)
            )
        }
    }
}
