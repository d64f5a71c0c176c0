extension DependencyGraph {
    /// The graph as a Mermaid flowchart, which GitHub draws where it stands in a block of code named `mermaid`.
    ///
    /// Dotted arrows are optional or lazy, thick ones lead from decorators to what they wrap. Registrations that newer ones
    /// cover are dashed, and missing services are red. GitHub draws no more than 500 arrows: for larger graphs use ``dot``
    /// or ``html``.
    ///
    /// ```swift
    /// print("```mermaid\n\(container.graph().mermaid)\n```")
    /// ```
    public var mermaid: String {
        let drawing = Drawing(self)
        let boxes = drawing.boxes.map { box in
            let (opening, closing, _, _) = box.style.shape
            let text = "\(Self.escapedForMermaid(box.label))<br/><small>\(Self.escapedForMermaid(box.details))</small>"
            return "    \(box.id)\(opening)\"\(text)\"\(closing):::\(box.style)Node"
        }
        let arrows = drawing.arrows.map { arrow in
            let mark = arrow.mark.map { "|\($0)|" } ?? ""
            return "    \(drawing.boxes[arrow.from].id) \(arrow.mermaid)\(mark) \(drawing.boxes[arrow.to].id)"
        }
        let used = Set(drawing.boxes.map(\.style))
        let styles = Drawing.Style.allCases.filter { used.contains($0) }.map { style in
            let (fill, stroke, text) = style.colors
            return "    classDef \(style)Node fill:\(fill),stroke:\(stroke),color:\(text)\(style.shape.line)"
        }
        return (["graph TD"] + boxes + arrows + styles).joined(separator: "\n")
    }

    /// Entities without `&`, as Mermaid has them. A backtick would begin Markdown, a backslash a line break.
    private static func escapedForMermaid(_ text: String) -> String {
        text.escaped { character in
            switch character {
            case "\"": "#quot;"
            case "<": "#lt;"
            case ">": "#gt;"
            case "&": "#amp;"
            case "#", "`", "\\", "*", "_", "~": character.asciiValue.map { "#\($0);" }
            default: character.isNewline ? " " : nil
            }
        }
    }
}
