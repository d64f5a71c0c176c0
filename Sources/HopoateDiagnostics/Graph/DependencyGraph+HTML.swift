extension DependencyGraph {
    /// A page with everything that is known: the problems, the tree, and a table of the registrations to search in.
    ///
    /// It is one file without references to others, for light and dark screens.
    ///
    /// ```swift
    /// try container.graph().html.write(toFile: "graph.html", atomically: true, encoding: .utf8)
    /// ```
    public var html: String {
        let drawing = Drawing(self)
        let rows = drawing.boxes.prefix { $0.node != nil }.map { Self.row($0, drawing.boxes) }
        let problems = problems()
        let items = problems.map { "<li><pre>\(Self.escaped($0.description))</pre></li>\n" }.joined()
        let styles = Drawing.Style.allCases.map { ".\($0) { border-color: \($0.look.stroke) }" }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Dependencies</title>
            <style>
            :root { color-scheme: light dark; }
            body { max-width: 76rem; margin: 1.5rem auto; font: 15px/1.5 system-ui, sans-serif; }
            b { padding-left: .4em; border-left: 4px solid; }
            small, .covered, .absent { opacity: .75; }
            \(styles.joined(separator: "\n"))
            pre { overflow-x: auto; font: 13px/1.6 ui-monospace, monospace; }
            li pre { white-space: pre-wrap; }
            table { border-collapse: collapse; font-size: .88em; overflow-wrap: anywhere; }
            th, td { padding: .45rem .7rem; border-bottom: 1px solid #8886; text-align: left; vertical-align: top; }
            </style>
            <h1>Dependencies</h1>
            <p>registrations: \(nodes.count) · dependencies: \(edges.count) · problems: \(problems.count)</p>
            \(problems.isEmpty ? "" : "<h2>Problems</h2>\n<ol>\n\(items)</ol>")
            <h2>Tree</h2>
            <pre>\(drawing.tree.map(Self.line).joined(separator: "\n"))</pre>
            <h2>Registrations</h2>
            <input type="search" size="40" placeholder="Search services, files, lifetimes…" aria-label="Search">
            <table>
            <thead><tr><th>Service</th><th>Registered</th><th>Needs</th><th>Needed by</th></tr></thead>
            <tbody>
            \(rows.joined())</tbody>
            </table>
            <script>
            document.querySelector("input").oninput = event => {
              const words = event.target.value.toLowerCase().split(/\\s+/);
              for (const row of document.querySelectorAll("tbody tr"))
                row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
            };
            </script>

            """
    }

    /// A line of the tree. A box that is expanded elsewhere links to that place.
    private static func line(_ line: Drawing.TreeLine) -> String {
        let name = name(line.box, id: line.isExpanded == true ? " id=\"\(line.box.id)\"" : "")
        let link = line.isExpanded == false ? "<a href=\"#\(line.box.id)\">\(name)</a>" : name
        return "\(line.lead)\(link) <small>\(escaped(line.remark))</small>"
    }

    /// A row of the table.
    private static func row(_ box: Drawing.Box, _ boxes: [Drawing.Box]) -> String {
        let needs = box.needs.map { arrow in
            let needed = boxes[arrow.to]
            let mark = needed.node == nil ? needed.details : arrow.mark
            return needed.label + (mark.map { " (\($0))" } ?? "")
        }
        let registered = box.remark + (box.node?.module.map { ", by \($0)" } ?? "")
        let neededBy = box.neededBy.map { boxes[$0].label }
        let cells = [registered, needs.joined(separator: ", "), neededBy.joined(separator: ", ")]
        return "<tr><td>\(name(box))</td>\(cells.map { "<td>\(escaped($0))</td>" }.joined())</tr>\n"
    }

    private static func name(_ box: Drawing.Box, id: String = "") -> String {
        let title = box.node.map { " title=\"\(escaped($0.description))\"" } ?? ""
        return "<b\(id) class=\"\(box.style)\"\(title)>\(escaped(box.label))</b>"
    }

    private static func escaped(_ text: String) -> String {
        text.escaped(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\n": "\n"])
    }
}
