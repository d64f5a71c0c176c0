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
        let items = problems.map { "<li><pre>\($0.description.escapedForPage)</pre></li>\n" }.joined()
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Dependencies</title>
            <style>
            \(Self.styleSheet)
            </style>
            </head>
            <body>
            <h1>Dependencies</h1>
            <p>\(nodes.count.of("registration", "registrations")) · \(edges.count.of("dependency", "dependencies")) · \
            \(problems.isEmpty ? "no problems" : problems.count.of("problem", "problems"))</p>
            \(problems.isEmpty ? "" : "<h2>Problems</h2>\n<ol>\n\(items)</ol>")
            <h2>Tree</h2>
            \(drawing.treeForPage)
            <h2>Registrations</h2>
            <input type="search" id="filter" placeholder="Search services, files, lifetimes…" aria-label="Search">
            \(drawing.tableForPage)
            <script>
            const rows = document.querySelectorAll("tbody tr");
            document.getElementById("filter").addEventListener("input", event => {
              const words = event.target.value.toLowerCase().split(/\\s+/);
              for (const row of rows) {
                const text = row.textContent.toLowerCase();
                row.hidden = !words.every(word => text.includes(word));
              }
            });
            </script>
            </body>
            </html>

            """
    }

    /// How the page looks.
    private static var styleSheet: String {
        let styles = Drawing.Style.allCases.map { ".\($0) { border-color: \($0.colors.stroke) }" }
        return """
            :root { color-scheme: light dark; }
            body { max-width: 76rem; margin: 0 auto; padding: 1.5rem; font: 15px/1.5 system-ui, sans-serif; }
            b, small, pre { overflow-wrap: anywhere; }
            b { padding-left: .4em; border-left: 4px solid; font-weight: 600; }
            a { color: inherit; }
            p, small, i, .covered, .absent { opacity: .75; }
            .covered { text-decoration: line-through; }
            \(styles.joined(separator: "\n"))
            ol, ul { list-style: none; margin: 0; padding: 0; }
            pre { padding: .7rem 1rem; border-left: 4px solid \(Drawing.Style.missing.colors.stroke); white-space: pre-wrap; }
            ul ul { padding-left: 1.1rem; margin-left: .35rem; border-left: 1px solid #8886; }
            li:not(:has(> details)) { padding-left: 1.1rem; }
            summary { cursor: pointer; }
            :target { outline: 2px solid; outline-offset: 3px; }
            input { width: 30rem; max-width: 100%; margin-bottom: .8rem; font: inherit; }
            table { border-collapse: collapse; width: 100%; font-size: .88em; }
            th, td { padding: .45rem .7rem; border-bottom: 1px solid #8886; text-align: left; vertical-align: top; }
            tr[hidden] { display: none; }
            """
    }
}

extension Drawing {
    /// Lists in lists. Boxes with needs open and close; boxes that are expanded elsewhere link to that place.
    fileprivate var treeForPage: String {
        let lines = DependencyTree(self).lines
        var result = "<ul>"
        for (index, line) in lines.enumerated() {
            let next = index + 1 < lines.count ? lines[index + 1].depth : 0
            let isExpanded = next > line.depth
            let mark = line.mark.map { "<i>\($0)</i> " } ?? ""
            let box = line.box.forPage(id: isExpanded ? " id=\"\(line.box.id)\"" : "")
            let name = line.isElsewhere ? "<a href=\"#\(line.box.id)\">\(box)</a>" : box
            let content = "\(mark)\(name) <small>\(line.remark.escapedForPage)</small>"
            if isExpanded {
                let open = lines.count <= 300 || line.depth == 0 ? " open" : ""
                result += "\n<li><details\(open)><summary>\(content)</summary><ul>"
            } else {
                result += "\n<li>\(content)</li>" + String(repeating: "</ul></details></li>", count: line.depth - next)
            }
        }
        return result + "\n</ul>"
    }

    fileprivate var tableForPage: String {
        var needs = [[String]](repeating: [], count: boxes.count)
        var neededBy = needs
        for arrow in arrows {
            let mark = boxes[arrow.to].node == nil ? boxes[arrow.to].details : arrow.mark
            needs[arrow.from].append(boxes[arrow.to].label + (mark.map { " (\($0))" } ?? ""))
            neededBy[arrow.to].append(boxes[arrow.from].label)
        }
        let titles = ["Service", "Kind", "Lifetime", "Registered", "Needs", "Needed by"].map { "<th>\($0)</th>" }
        var result = "<table>\n<thead><tr>\(titles.joined())</tr></thead>\n<tbody>\n"
        for (index, box) in boxes.enumerated() {
            guard let node = box.node else { continue }
            let kind = node.kind == .takesArgument ? "takes an argument" : node.kind.rawValue
            if !node.hasKnownDependencies { needs[index].append(needs[index].isEmpty ? "unknown" : "others unknown") }
            let cells = [
                box.style == .covered ? "\(kind), covered" : kind, node.lifetime,
                node.place + (node.module.map { " by \($0)" } ?? ""), needs[index].joined(separator: ", "),
                neededBy[index].joined(separator: ", "),
            ]
            result += "<tr><td>\(box.forPage())</td>\(cells.map { "<td>\($0.escapedForPage)</td>" }.joined())</tr>\n"
        }
        return result + "</tbody>\n</table>"
    }
}

extension Drawing.Box {
    fileprivate func forPage(id: String = "") -> String {
        let title = node.map { " title=\"\($0.description.escapedForPage)\"" } ?? ""
        return "<b\(id) class=\"\(style)\"\(title)>\(label.escapedForPage)</b>"
    }
}

extension Int {
    fileprivate func of(_ one: String, _ many: String) -> String { "\(self) \(self == 1 ? one : many)" }
}

extension String {
    fileprivate var escapedForPage: String {
        escaped { ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"][$0] }
    }
}
