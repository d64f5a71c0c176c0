import Hopoate

extension DependencyGraph {
    /// All problems, with those that only the container knows of, in the order of the registrations that have them.
    package func problems(adding more: [DependencyProblem] = []) -> [DependencyProblem] {
        let search = GraphSearch(self)
        let gaps = edges.filter { $0.to == nil && nodes[$0.from].isLive }
        var problems = missing(gaps.filter { [.required, .lazy, .contributions, .property].contains($0.kind) })
        // One for each service that several modules register in one container.
        let ofModules = nodes.filter { $0.kind != .decorator && $0.kind != .contribution && $0.module != nil }
        problems += Dictionary(grouping: ofModules) { [$0.container, $0.key] }.values
            .filter { stack in stack.contains { $0.module != stack[0].module } }
            .map { DependencyProblem(.duplicate, $0) }
        problems += search.cycles().map { DependencyProblem(.cycle, $0.map { nodes[$0] }) }
        problems += search.captives().map { DependencyProblem(.captive, $0.map { nodes[$0] }) }
        problems += search.removedBeforeUsers().map { DependencyProblem(.cleanedUpTooEarly, $0.map { nodes[$0] }) }
        problems += gaps.filter { $0.kind == .decorates }
            .map { DependencyProblem(.nothingToDecorate, [nodes[$0.from]]) }
        return (problems + more).sorted { $0.nodes[0].id < $1.nodes[0].id }
    }

    /// One problem for each service that is missing, with all nodes that need it.
    private func missing(_ missing: [Edge]) -> [DependencyProblem] {
        if missing.isEmpty { return [] }
        let alike = Dictionary(grouping: nodes.filter(\.answers)) { ShortName.of($0.service).lowercased() }
        return Dictionary(grouping: missing, by: \.key).sorted { $0.key < $1.key }.map { _, edges in
            let name = edges[0].name ?? ""
            let found = (alike[ShortName.of(edges[0].service).lowercased()] ?? [])
                .map { (node: $0, distance: ($0.name ?? "").distance(to: name)) }
            return DependencyProblem(
                missing: edges,
                for: Set(edges.map(\.from)).sorted().map { nodes[$0] },
                // The most alike first: five at most, as errors have.
                similarRegistrations: found.sorted { ($0.distance, $0.node.id) < ($1.distance, $1.node.id) }.prefix(5)
                    .map(\.node)
            )
        }
    }
}
