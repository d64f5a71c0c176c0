extension DependencyGraph {
    /// The graph in the language of Graphviz, for `dot -Tsvg`.
    ///
    /// It is drawn as ``mermaid`` is; the place of each registration shows under the pointer.
    ///
    /// ```swift
    /// try container.graph().dot.write(toFile: "graph.dot", atomically: true, encoding: .utf8)
    /// ```
    public var dot: String {
        let boxes = Drawing(self).boxes
        var lines = [
            "digraph dependencies {",
            "    graph [rankdir=TB, bgcolor=transparent]",
            "    node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11]",
            "    edge [fontname=\"Helvetica\", fontsize=9, color=\"#667080\", fontcolor=\"#667080\"]",
        ]
        for box in boxes {
            let label = Self.quoted(box.label + "\n" + box.details)
            let tooltip = box.node.map { "tooltip=\(Self.quoted($0.description)), " } ?? ""
            let look = box.style.look
            let colors = "fillcolor=\"\(look.fill)\", color=\"\(look.stroke)\", fontcolor=\"\(look.text)\""
            lines.append("    \(box.id) [label=\(label), \(tooltip)\(look.dot)\(colors)]")
        }
        for box in boxes {
            for arrow in box.needs {
                let look = [arrow.mark.map { "label=\(Self.quoted($0))" }, arrow.kind.look.dot].compactMap { $0 }
                let list = look.isEmpty ? "" : " [\(look.joined(separator: ", "))]"
                lines.append("    \(box.id) -> \(boxes[arrow.to].id)\(list)")
            }
        }
        return lines.joined(separator: "\n") + "\n}"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.escaped(["\"": "\\\"", "\\": "\\\\", "\n": "\\n"]) + "\""
    }
}
