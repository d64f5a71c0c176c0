extension DependencyGraph {
    /// The graph in the language of Graphviz, for `dot -Tsvg`.
    ///
    /// The drawing looks like that of ``mermaid``. A tooltip shows the place of each registration.
    ///
    /// ```swift
    /// import HopoateDiagnostics
    ///
    /// let dot = container.graph().dot
    /// try dot.write(toFile: "graph.dot", atomically: true, encoding: .utf8)
    /// ```
    public var dot: String {
        let boxes = Drawing(self).boxes
        let shapes = boxes.map { box in
            let label = Self.quoted(box.label + "\n" + box.details)
            let tooltip = box.node.map { "tooltip=\(Self.quoted($0.description)), " } ?? ""
            let look = box.style.look
            let colors = "fillcolor=\"\(look.fill)\", color=\"\(look.stroke)\", fontcolor=\"\(look.text)\""
            return "    \(box.id) [label=\(label), \(tooltip)\(look.dot)\(colors)]"
        }
        let arrows = boxes.flatMap(\.needs).map { arrow in
            let look = [arrow.mark.map { "label=\(Self.quoted($0))" }, arrow.kind.look.dot].compactMap { $0 }
            let list = look.isEmpty ? "" : " [\(look.joined(separator: ", "))]"
            return "    \(boxes[arrow.from].id) -> \(boxes[arrow.to].id)\(list)"
        }
        let settings = """
            digraph dependencies {
                graph [rankdir=TB, bgcolor=transparent]
                node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11]
                edge [fontname="Helvetica", fontsize=9, color="#667080", fontcolor="#667080"]
            """
        return ([settings] + shapes + arrows + ["}"]).joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.escaped(["\"": "\\\"", "\\": "\\\\", "\n": "\\n"]) + "\""
    }
}
