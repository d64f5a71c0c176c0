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
        let problems = problems()
        let styles = Drawing.Style.allCases.map { ".\($0) { border-color: \($0.look.stroke) }" }
        let items = problems.map { "<li><pre>\($0.description.escapedForPage)</pre></li>\n" }.joined()
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
            input { width: 30rem; max-width: 100%; font: inherit; }
            table { border-collapse: collapse; font-size: .88em; overflow-wrap: anywhere; }
            th, td { padding: .45rem .7rem; border-bottom: 1px solid #8886; text-align: left; vertical-align: top; }
            </style>
            <h1>Dependencies</h1>
            <p>registrations: \(nodes.count) · dependencies: \(edges.count) · problems: \(problems.count)</p>
            \(problems.isEmpty ? "" : "<h2>Problems</h2>\n<ol>\n\(items)</ol>")
            <h2>Tree</h2>
            <pre>\(drawing.treeForPage)</pre>
            <h2>Registrations</h2>
            <input type="search" id="filter" placeholder="Search services, files, lifetimes…" aria-label="Search">
            \(drawing.tableForPage)
            <script>
            const filter = document.getElementById("filter");
            filter.oninput = () => {
              const words = filter.value.toLowerCase().split(/\\s+/);
              for (const row of document.querySelectorAll("tbody tr"))
                row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
            };
            </script>

            """
    }
}

extension Drawing {
    /// The tree as text. Boxes that are expanded elsewhere link to that place.
    fileprivate var treeForPage: String {
        let lines = DependencyTree(self).lines.map { line in
            let name = line.box.forPage(id: line.isExpanded == true ? " id=\"\(line.box.id)\"" : "")
            let link = line.isExpanded == false ? "<a href=\"#\(line.box.id)\">\(name)</a>" : name
            return "\(line.lead)\(link) <small>\(line.remark.escapedForPage)</small>"
        }
        return lines.joined(separator: "\n")
    }

    fileprivate var tableForPage: String {
        var needs = [[String]](repeating: [], count: boxes.count)
        var neededBy = needs
        for arrow in arrows {
            let mark = boxes[arrow.to].node == nil ? boxes[arrow.to].details : arrow.mark
            needs[arrow.from].append(boxes[arrow.to].label + (mark.map { " (\($0))" } ?? ""))
            neededBy[arrow.to].append(boxes[arrow.from].label)
        }
        var rows = ""
        for (index, box) in boxes.enumerated() {
            guard let node = box.node else { continue }
            let remark = box.remark + (node.module.map { ", by \($0)" } ?? "")
            let cells = [remark, needs[index].joined(separator: ", "), neededBy[index].joined(separator: ", ")]
            rows += "<tr><td>\(box.forPage())</td>\(cells.map { "<td>\($0.escapedForPage)</td>" }.joined())</tr>\n"
        }
        let head = "<tr><th>Service</th><th>Registered</th><th>Needs</th><th>Needed by</th></tr>"
        return "<table>\n<thead>\(head)</thead>\n<tbody>\n\(rows)</tbody>\n</table>"
    }
}

extension Drawing.Box {
    fileprivate func forPage(id: String = "") -> String {
        let title = node.map { " title=\"\($0.description.escapedForPage)\"" } ?? ""
        return "<b\(id) class=\"\(style)\"\(title)>\(label.escapedForPage)</b>"
    }
}

extension String {
    fileprivate var escapedForPage: String { escaped(String.pageEntities) }

    private static let pageEntities: [Character: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\n": "\n",
    ]
}
