extension DependencyGraph {
    /// A page with everything that is known: the problems, the tree, and a table of the registrations to search in.
    ///
    /// It is one file without references to others, for light and dark screens.
    ///
    /// ```swift
    /// try container.graph().html.write(toFile: "graph.html", atomically: true, encoding: .utf8)
    /// ```
    public var html: String {
        let problems = problems()
        let counts = [
            Self.count(nodes.count, "registration"), Self.count(edges.count, "dependency", "dependencies"),
            problems.isEmpty ? "no problems" : Self.count(problems.count, "problem"),
        ]
        let labels = GraphLabels(self)
        let covered = coveredNodes
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
            <header><h1>Dependencies</h1><p>\(counts.joined(separator: " · "))</p></header>
            <main>
            \(Self.section(problems))<section><h2>Tree</h2>
            \(treeForPage(labels, covered))
            </section>
            <section><h2>Registrations</h2>
            <input type="search" id="filter" placeholder="Search services, files, lifetimes…" aria-label="Search">
            \(tableForPage(labels, covered))
            </section>
            </main>
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

    private static func section(_ problems: [DependencyProblem]) -> String {
        if problems.isEmpty { return "" }
        let items = problems.map { "<li><pre>\(escapedForPage($0.description))</pre></li>\n" }.joined()
        return "<section><h2>Problems</h2>\n<ol class=\"problems\">\n\(items)</ol></section>\n"
    }

    /// Lists in lists. What has dependencies opens and closes; what is expanded elsewhere links to it.
    private func treeForPage(_ labels: GraphLabels, _ covered: [Bool]) -> String {
        let lines = DependencyTree(self).lines
        let isOpen = lines.count <= 300
        var result = "<ul class=\"tree\">"
        for (index, line) in lines.enumerated() {
            let next = index + 1 < lines.count ? lines[index + 1].depth : 0
            let mark = line.edge?.mark.map { "<i>\($0)</i> " } ?? ""
            let content = mark + nameForPage(line, isExpanded: next > line.depth, labels, covered)
            if next > line.depth {
                let open = isOpen || line.depth == 0 ? " open" : ""
                result += "\n<li><details\(open)><summary>\(content)</summary><ul>"
            } else {
                result += "\n<li>\(content)</li>"
                result += String(repeating: "</ul></details></li>", count: line.depth - next)
            }
        }
        return result + "\n</ul>"
    }

    private func nameForPage(
        _ line: DependencyTree.Line,
        isExpanded: Bool,
        _ labels: GraphLabels,
        _ covered: [Bool]
    ) -> String {
        guard let node = line.node else {
            let style = line.edge?.mayBeMissing == true ? "absent" : "missing"
            let label = Self.escapedForPage(line.edge.map(labels.label) ?? "")
            return "<b class=\"\(style)\">\(label)</b> <small>not registered</small>"
        }
        let style = covered[node.id] ? "covered" : node.kind.rawValue
        let label = Self.escapedForPage(labels.label(of: node))
        let title = Self.escapedForPage(node.description)
        if line.expansion != .here {
            let place = line.expansion == .above ? "above" : "below"
            let link = "<a href=\"#n\(node.id)\"><b class=\"\(style)\" title=\"\(title)\">\(label)</b></a>"
            return "\(link) <small>see \(place)</small>"
        }
        let details = Self.escapedForPage(line.details(isCovered: covered[node.id]))
        let id = isExpanded ? " id=\"n\(node.id)\"" : ""
        return "<b\(id) class=\"\(style)\" title=\"\(title)\">\(label)</b> <small>\(details)</small>"
    }

    private func tableForPage(_ labels: GraphLabels, _ covered: [Bool]) -> String {
        var needs = [[String]](repeating: [], count: nodes.count)
        var neededBy = needs
        for edge in edges {
            let mark = edge.mark.map { " (\($0))" } ?? ""
            needs[edge.from].append(labels.label(of: edge) + (edge.to == nil ? " (not registered)" : mark))
            if let to = edge.to { neededBy[to].append(labels.label(of: nodes[edge.from])) }
        }
        var result = "<div class=\"wide\"><table>\n<thead><tr>"
        for title in ["Service", "Kind", "Lifetime", "Registered", "Needs", "Needed by"] {
            result += "<th>\(title)</th>"
        }
        result += "</tr></thead>\n<tbody>\n"
        for node in nodes {
            let kind = covered[node.id] ? "\(node.kind.title), covered" : node.kind.title
            let known = node.hasKnownDependencies ? "" : needs[node.id].isEmpty ? "unknown" : ", others unknown"
            let registered = node.place + (node.module.map { " by \($0)" } ?? "")
            let label = Self.escapedForPage(labels.label(of: node))
            let title = Self.escapedForPage(node.serviceDescription)
            let style = covered[node.id] ? "covered" : node.kind.rawValue
            result += "<tr><td><b class=\"\(style)\" title=\"\(title)\">\(label)</b></td>"
            let needed = Self.list(neededBy[node.id])
            for cell in [kind, node.lifetime, registered, Self.list(needs[node.id]) + known, needed] {
                result += "<td>\(Self.escapedForPage(cell))</td>"
            }
            result += "</tr>\n"
        }
        return result + "</tbody>\n</table></div>"
    }

    private static func list(_ names: [String]) -> String {
        let limit = 12
        let more = names.count > limit ? " and \(names.count - limit) more" : ""
        return names.prefix(limit).joined(separator: ", ") + more
    }

    private static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        "\(count) \(count == 1 ? one : many ?? one + "s")"
    }

    private static func escapedForPage(_ text: String) -> String {
        text.escaped { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: nil
            }
        }
    }
}

extension DependencyGraph.Node.Kind {
    fileprivate var title: String { self == .takesArgument ? "takes an argument" : rawValue }
}
