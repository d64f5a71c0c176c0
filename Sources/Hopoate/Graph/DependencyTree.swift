/// The lines of a graph that is written as a tree, for text and for pages.
///
/// It begins with the nodes that nothing depends on, then come circles. A node is expanded once; what stands too deep to
/// be read is expanded further down.
struct DependencyTree {
    struct Line {
        enum Expansion {
            /// Its dependencies follow, if it has any.
            case here
            /// They stand elsewhere.
            case above, below
        }

        let depth: Int
        let isLast: Bool
        /// What led here, but to a root.
        let edge: DependencyGraph.Edge?
        /// Nil if nothing is registered.
        let node: DependencyGraph.Node?
        let expansion: Expansion
    }

    private(set) var lines: [Line] = []

    private static let deepest = 24

    init(_ graph: DependencyGraph) {
        var edges = [[DependencyGraph.Edge]](repeating: [], count: graph.nodes.count)
        var isNeeded = [Bool](repeating: false, count: graph.nodes.count)
        for edge in graph.edges {
            edges[edge.from].append(edge)
            if let to = edge.to, to != edge.from { isNeeded[to] = true }
        }
        var isExpanded = [Bool](repeating: false, count: graph.nodes.count)
        let roots = graph.nodes.indices.filter { !isNeeded[$0] } + graph.nodes.indices.filter { isNeeded[$0] }
        var deeper: [Int] = []
        for root in roots {
            deeper.append(root)
            var position = 0
            while position < deeper.count {
                defer { position += 1 }
                guard !isExpanded[deeper[position]] else { continue }
                expand(deeper[position])
            }
            deeper.removeAll(keepingCapacity: true)
        }

        func expand(_ root: Int) {
            var stack: [(edge: DependencyGraph.Edge?, node: Int?, depth: Int, isLast: Bool)] = [(nil, root, 0, true)]
            while let (edge, id, depth, isLast) = stack.popLast() {
                var expansion = Line.Expansion.here
                if let id, !edges[id].isEmpty {
                    if isExpanded[id] {
                        expansion = .above
                    } else if depth == Self.deepest {
                        expansion = .below
                        deeper.append(id)
                    }
                }
                let node = id.map { graph.nodes[$0] }
                lines.append(Line(depth: depth, isLast: isLast, edge: edge, node: node, expansion: expansion))
                guard let id, expansion == .here else { continue }
                isExpanded[id] = true
                for (index, edge) in edges[id].enumerated().reversed() {
                    stack.append((edge, edge.to, depth + 1, index == edges[id].count - 1))
                }
            }
        }
    }
}

extension DependencyGraph: CustomStringConvertible {
    /// The graph as a tree, from what nothing depends on down to what depends on nothing.
    ///
    /// ```
    /// Newsfeed (cached, Newsstand/App.swift:12)
    /// ├── ArticleStore "disk" (cached, Newsstand/App.swift:9)
    /// │   └── lazy: Clock (eager, Newsstand/App.swift:8)
    /// └── Log (not registered)
    /// ```
    public var description: String {
        let labels = GraphLabels(self)
        let covered = coveredNodes
        var isLast: [Bool] = []
        return DependencyTree(self).lines.map { line in
            isLast.removeSubrange(min(line.depth, isLast.count)...)
            let indent = isLast.dropFirst().map { $0 ? "    " : "│   " }.joined()
            isLast.append(line.isLast)
            let branch = line.depth == 0 ? "" : indent + (line.isLast ? "└── " : "├── ")
            let mark = line.edge?.mark.map { "\($0): " } ?? ""
            guard let node = line.node else {
                return branch + mark + (line.edge.map(labels.label) ?? "") + " (not registered)"
            }
            let details = line.expansion == .above ? "see above" : line.details(isCovered: covered[node.id])
            return "\(branch)\(mark)\(labels.label(of: node)) (\(details))"
        }
        .joined(separator: "\n")
    }
}

extension DependencyTree.Line {
    /// What is to say of a node.
    func details(isCovered: Bool) -> String {
        guard let node else { return "not registered" }
        var details = [node.details, node.place]
        if isCovered { details.append("covered") }
        if !node.hasKnownDependencies { details.append("dependencies unknown") }
        if expansion == .below { details.append("continued below") }
        return details.joined(separator: ", ")
    }
}
