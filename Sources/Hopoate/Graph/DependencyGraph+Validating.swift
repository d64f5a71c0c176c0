extension DependencyGraph {
    /// Throws all problems together.
    ///
    /// - Parameter more: Problems that only the container knows of.
    /// - Throws: A ``DependencyValidationError`` if there are any.
    func validate(adding more: [DependencyProblem] = []) throws(DependencyValidationError) {
        let problems = problems(adding: more)
        if !problems.isEmpty { throw DependencyValidationError(problems: problems) }
    }

    /// Everything that is wrong, in the order of the registrations that have the problems.
    ///
    /// The time is in proportion to the number of nodes and edges, and to that of the captives.
    func problems(adding more: [DependencyProblem] = []) -> [DependencyProblem] {
        let search = GraphSearch(self)
        var problems = missing(search) + duplicates()
        for circle in search.circles() {
            problems.append(
                DependencyProblem(
                    .cycle,
                    circle.nodes.map { nodes[$0] },
                    hasPath: true,
                    circleSize: circle.componentSize
                )
            )
        }
        for path in search.captives() {
            problems.append(DependencyProblem(.captive, path.map { nodes[$0] }, hasPath: true))
        }
        for node in nodes where search.isLive[node.id] {
            if node.kind == .decorator && search.decorated[node.id] == nil {
                problems.append(DependencyProblem(.nothingToDecorate, [node]))
            }
            if node.isValueHeldWeakly {
                problems.append(DependencyProblem(.valueHeldWeakly, [node]))
            }
        }
        problems += more
        let order = problems.indices.sorted { left, right in
            (problems[left].nodes[0].id, left) < (problems[right].nodes[0].id, right)
        }
        return order.map { problems[$0] }
    }

    /// One problem for each service that is missing, with all that need it.
    private func missing(_ search: GraphSearch) -> [DependencyProblem] {
        let missing = edges.filter { edge in
            edge.to == nil && (edge.kind == .required || edge.kind == .lazy) && search.isLive[edge.from]
        }
        if missing.isEmpty { return [] }
        let alike = Dictionary(grouping: nodes) { Self.core(of: $0.service) }
        let groups = Dictionary(grouping: missing.indices) { missing[$0].key }
        return groups.values.sorted { $0[0] < $1[0] }.map { indices in
            let edge = missing[indices[0]]
            var needing: [Node] = []
            for index in indices where needing.last?.id != missing[index].from {
                needing.append(nodes[missing[index].from])
            }
            let lookAlikes = (alike[Self.core(of: edge.service)] ?? []).filter { $0.key != edge.key }
            return DependencyProblem(.missing, needing, missing: edge, lookAlikes: lookAlikes)
        }
    }

    /// The service's name without module and the case of its letters.
    private static func core(of service: String) -> String { ShortName.of(service).lowercased() }

    /// One problem for each service that several modules register in one container.
    private func duplicates() -> [DependencyProblem] {
        struct Stack: Hashable {
            let container, key: Int
        }
        let ofModules = nodes.filter { ($0.kind == .service || $0.kind == .takesArgument) && $0.module != nil }
        let stacks = Dictionary(grouping: ofModules) { Stack(container: $0.container, key: $0.key) }
        return stacks.values
            .filter { stack in stack.contains { $0.module != stack[0].module } }
            .sorted { $0[0].id < $1[0].id }
            .map { DependencyProblem(.duplicate, $0) }
    }
}
