extension DependencyGraph {
    /// The graph as a Mermaid flowchart, which GitHub draws in a code block named `mermaid`.
    ///
    /// Dotted arrows show optional and lazy dependencies, and those of providers and properties. Thick arrows lead from decorators
    /// to the services that they wrap. Overridden registrations are dashed, and missing services are red. GitHub draws at most 500
    /// arrows: for larger graphs, use ``dot``.
    ///
    /// ```swift
    /// import HopoateDiagnostics
    ///
    /// print("```mermaid\n\(container.graph().mermaid)\n```")
    /// ```
    public var mermaid: String {
        let drawing = Drawing(self).boxes
        let boxes = drawing.map { box in
            let (opening, closing) = box.style.look.brackets
            let (label, details) = (box.label.escaped(Self.mermaidEntities), box.details.escaped(Self.mermaidEntities))
            return "    \(box.id)\(opening)\"\(label)<br/><small>\(details)</small>\"\(closing):::\(box.style)Node"
        }
        let arrows = drawing.flatMap(\.needs).map { arrow in
            let mark = arrow.mark.map { "|\($0)|" } ?? ""
            return "    \(drawing[arrow.from].id) \(arrow.kind.look.mermaid)\(mark) \(drawing[arrow.to].id)"
        }
        let styles = Drawing.Style.allCases.filter { style in drawing.contains { $0.style == style } }.map { style in
            let look = style.look
            return "    classDef \(style)Node fill:\(look.fill),stroke:\(look.stroke),color:\(look.text)\(look.line)"
        }
        return (["graph TD"] + boxes + arrows + styles).joined(separator: "\n")
    }

    /// Mermaid's entities begin with `#`. A backtick would begin Markdown, and a backslash a line break.
    private static let mermaidEntities: [Character: String] = [
        "\"": "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "#": "#35;", "`": "#96;", "\\": "#92;", "*": "#42;",
        "_": "#95;", "~": "#126;",
    ]
}
