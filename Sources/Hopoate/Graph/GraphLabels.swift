/// What the services of a graph are called in pictures of it: without their modules where that tells them apart.
struct GraphLabels {
    private let ambiguous: Set<String>

    init(_ graph: DependencyGraph) {
        var keys: [String: Int] = [:]
        var ambiguous: Set<String> = []
        func note(_ service: String, _ name: String?, _ key: Int) {
            let short = ShortName.of(service, named: name)
            if keys.updateValue(key, forKey: short) ?? key != key { ambiguous.insert(short) }
        }
        for node in graph.nodes where node.kind != .contribution { note(node.service, node.name, node.key) }
        for edge in graph.edges where edge.to == nil { note(edge.service, edge.name, edge.key) }
        self.ambiguous = ambiguous
    }

    func label(of node: DependencyGraph.Node) -> String { label(node.service, node.name) }

    func label(of edge: DependencyGraph.Edge) -> String { label(edge.service, edge.name) }

    private func label(_ service: String, _ name: String?) -> String {
        let short = ShortName.of(service, named: name)
        return ambiguous.contains(short) ? service + (name.map { " \"\($0)\"" } ?? "") : short
    }
}

extension DependencyGraph.Node {
    /// What stands below the label: `cached`, or `default, cached`.
    var details: String { kind == .contribution || kind == .default ? "\(kind), \(lifetime)" : lifetime }
}

extension DependencyGraph.Edge {
    /// What stands at the edge unless it is a plain one: `lazy`, or `optional, seen`.
    var mark: String? {
        let marks =
            (kind == .required || kind == .contributions ? [] : [kind.rawValue]) + (origin == .seen ? ["seen"] : [])
        return marks.isEmpty ? nil : marks.joined(separator: ", ")
    }

    /// Whether nothing goes wrong if there is no such service.
    var mayBeMissing: Bool { kind == .optional || kind == .contributions }
}

extension DependencyGraph {
    /// What nothing is registered for, once each.
    struct Gap {
        let edge: Edge
        let isProblem: Bool
    }

    /// The nodes that are neither found by a look-up nor wrapped by a decorator that is.
    var coveredNodes: [Bool] { GraphSearch(self).isLive.map { !$0 } }

    var gaps: [Gap] {
        let groups = Dictionary(grouping: edges.indices.filter { edges[$0].to == nil }) { edges[$0].key }
        return groups.values.sorted { $0[0] < $1[0] }.map { indices in
            Gap(edge: edges[indices[0]], isProblem: !indices.allSatisfy { edges[$0].mayBeMissing })
        }
    }
}

extension String {
    /// Replaces characters one by one.
    func escaped(_ replacement: (Character) -> String?) -> String {
        var result = ""
        for character in self {
            if let replacement = replacement(character) { result += replacement } else { result.append(character) }
        }
        return result
    }
}
