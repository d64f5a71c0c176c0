extension DependencyGraph {
    /// The graph as a Mermaid flowchart, which GitHub draws where it stands in a block of code named `mermaid`.
    ///
    /// Dotted arrows are optional or lazy, thick ones lead from decorators to what they wrap, what newer registrations
    /// cover is dashed, and what is missing is red. GitHub draws no more than 500 arrows: for larger graphs use ``dot``
    /// or ``html``.
    ///
    /// ```swift
    /// print("```mermaid\n\(container.graph().mermaid)\n```")
    /// ```
    public var mermaid: String {
        let labels = GraphLabels(self)
        let covered = coveredNodes
        var lines = ["graph TD"]
        for node in nodes {
            let (opening, closing) = node.kind.mermaidBrackets
            let label = Self.escapedForMermaid(labels.label(of: node))
            let details = Self.escapedForMermaid(node.details)
            let style = covered[node.id] ? "covered" : node.kind.rawValue
            lines.append("    n\(node.id)\(opening)\"\(label)<br/><small>\(details)</small>\"\(closing):::\(style)Node")
        }
        let gaps = gaps
        for gap in gaps {
            let label = Self.escapedForMermaid(labels.label(of: gap.edge))
            let style = gap.isProblem ? "missing" : "absent"
            lines.append("    m\(gap.edge.key)[\"\(label)<br/><small>not registered</small>\"]:::\(style)Node")
        }
        for edge in edges {
            let target = edge.to.map { "n\($0)" } ?? "m\(edge.key)"
            let mark = edge.mark.map { "|\($0)|" } ?? ""
            lines.append("    n\(edge.from) \(edge.kind.mermaidArrow)\(mark) \(target)")
        }
        let styles = [
            ("service", "fill:#e8f0fe,stroke:#4a72c4,color:#12203f"),
            ("default", "fill:#f1f3f5,stroke:#7a828c,color:#1f2429"),
            ("decorator", "fill:#f3e8fd,stroke:#8a55c0,color:#2b1145"),
            ("contribution", "fill:#e6f5ea,stroke:#3f8f58,color:#0e2c18"),
            ("takesArgument", "fill:#fff4dd,stroke:#b98722,color:#3a2900"),
            ("covered", "fill:#f6f6f6,stroke:#999,color:#777,stroke-dasharray:4 3"),
            ("absent", "fill:#fff,stroke:#999,color:#777,stroke-dasharray:4 3"),
            ("missing", "fill:#fde7e7,stroke:#c62828,color:#8e1616,stroke-width:2px"),
        ]
        let used =
            Set(nodes.map { covered[$0.id] ? "covered" : $0.kind.rawValue })
            .union(gaps.map { $0.isProblem ? "missing" : "absent" })
        for (name, style) in styles where used.contains(name) { lines.append("    classDef \(name)Node \(style)") }
        return lines.joined(separator: "\n")
    }

    /// Entities without `&`, as Mermaid has them. A backtick would begin Markdown, a backslash a line break.
    private static func escapedForMermaid(_ text: String) -> String {
        text.escaped { character in
            switch character {
            case "\"": "#quot;"
            case "<": "#lt;"
            case ">": "#gt;"
            case "&": "#amp;"
            case "#", "`", "\\", "*", "_", "~": character.unicodeScalars.first.map { "#\($0.value);" }
            case _ where character.isNewline: " "
            default: nil
            }
        }
    }
}

extension DependencyGraph.Node.Kind {
    fileprivate var mermaidBrackets: (String, String) {
        switch self {
        case .service: ("[", "]")
        case .decorator: ("{{", "}}")
        case .contribution: ("([", "])")
        case .takesArgument: ("[/", "/]")
        case .default: ("(", ")")
        }
    }
}

extension DependencyGraph.Edge.Kind {
    fileprivate var mermaidArrow: String {
        switch self {
        case .required, .contributions: "-->"
        case .optional, .lazy: "-.->"
        case .decorates: "==>"
        }
    }
}
