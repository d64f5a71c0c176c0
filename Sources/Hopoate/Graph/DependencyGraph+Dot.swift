extension DependencyGraph {
    /// The graph in the language of Graphviz, for `dot -Tsvg`.
    ///
    /// It is drawn as ``mermaid`` is; the place of each registration shows under the pointer.
    ///
    /// ```swift
    /// try container.graph().dot.write(toFile: "graph.dot", atomically: true, encoding: .utf8)
    /// ```
    public var dot: String {
        let labels = GraphLabels(self)
        let covered = coveredNodes
        var lines = [
            "digraph dependencies {",
            "    graph [rankdir=TB, bgcolor=transparent]",
            "    node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11]",
            "    edge [fontname=\"Helvetica\", fontsize=9, color=\"#667080\", fontcolor=\"#667080\"]",
        ]
        for node in nodes {
            let label = Self.quoted(labels.label(of: node) + "\n" + node.details)
            let look = covered[node.id] ? Self.faint : node.kind.dotLook
            lines.append("    n\(node.id) [label=\(label), tooltip=\(Self.quoted(node.description)), \(look)]")
        }
        for gap in gaps {
            let label = Self.quoted(labels.label(of: gap.edge) + "\nnot registered")
            let look =
                gap.isProblem
                ? "fillcolor=\"#fde7e7\", color=\"#c62828\", fontcolor=\"#8e1616\", penwidth=2" : Self.faint
            lines.append("    m\(gap.edge.key) [label=\(label), \(look)]")
        }
        for edge in edges {
            let target = edge.to.map { "n\($0)" } ?? "m\(edge.key)"
            let look = [edge.mark.map { "label=\(Self.quoted($0))" }, edge.kind.dotLook].compactMap { $0 }
            let list = look.isEmpty ? "" : " [\(look.joined(separator: ", "))]"
            lines.append("    n\(edge.from) -> \(target)\(list)")
        }
        return lines.joined(separator: "\n") + "\n}"
    }

    private static var faint: String {
        "style=\"rounded,filled,dashed\", fillcolor=\"#f6f6f6\", color=\"#999999\", fontcolor=\"#777777\""
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.escaped { character in
            switch character {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case _ where character.isNewline: " "
            default: nil
            }
        }
        return "\"\(escaped)\""
    }
}

extension DependencyGraph.Node.Kind {
    fileprivate var dotLook: String {
        switch self {
        case .service: "fillcolor=\"#e8f0fe\", color=\"#4a72c4\""
        case .decorator: "shape=hexagon, style=filled, fillcolor=\"#f3e8fd\", color=\"#8a55c0\""
        case .contribution: "shape=ellipse, style=filled, fillcolor=\"#e6f5ea\", color=\"#3f8f58\""
        case .takesArgument: "shape=parallelogram, style=filled, fillcolor=\"#fff4dd\", color=\"#b98722\""
        case .default: "fillcolor=\"#f1f3f5\", color=\"#7a828c\""
        }
    }
}

extension DependencyGraph.Edge.Kind {
    fileprivate var dotLook: String? {
        switch self {
        case .required, .contributions: nil
        case .optional, .lazy: "style=dashed"
        case .decorates: "style=bold"
        }
    }
}
