/// A graph as boxes and arrows. Each drawing shows these in its own language.
struct Drawing {
    /// The look of a box: that of its registration's kind, unless the registration is covered or missing.
    enum Style: String, CaseIterable {
        case service, decorator, contribution, takesArgument, `default`, covered
        /// Nothing is registered, and nothing has to be.
        case absent
        /// Nothing is registered, which is a problem.
        case missing

        /// The colours, the brackets and line style in Mermaid, and the attributes in Graphviz.
        var look: (fill: String, stroke: String, text: String, brackets: (String, String), line: String, dot: String) {
            switch self {
            case .service: ("#e8f0fe", "#4a72c4", "#12203f", ("[", "]"), "", "")
            case .decorator: ("#f3e8fd", "#8a55c0", "#2b1145", ("{{", "}}"), "", "shape=hexagon, style=filled, ")
            case .contribution: ("#e6f5ea", "#3f8f58", "#0e2c18", ("([", "])"), "", "shape=ellipse, style=filled, ")
            case .takesArgument:
                ("#fff4dd", "#b98722", "#3a2900", ("[/", "/]"), "", "shape=parallelogram, style=filled, ")
            case .default: ("#f1f3f5", "#7a828c", "#1f2429", ("(", ")"), "", "")
            case .covered, .absent:
                ("#f6f6f6", "#999999", "#777777", ("[", "]"), ",stroke-dasharray:4 3", "style=\"filled,dashed\", ")
            case .missing: ("#fde7e7", "#c62828", "#8e1616", ("[", "]"), ",stroke-width:2px", "penwidth=2, ")
            }
        }
    }

    /// A registration, or a service that nothing is registered for.
    struct Box {
        let id: String
        /// The service, without its module if no other service has that name.
        let label: String
        /// The text below the label: `cached`, or `default, cached`.
        let details: String
        /// Nil if nothing is registered.
        let node: DependencyGraph.Node?
        var style: Style
        fileprivate(set) var needs: [Arrow] = []
        /// The positions of the boxes that need this one.
        fileprivate(set) var neededBy: [Int] = []

        /// The details, the place and the state of the registration, for drawings with room for text.
        var remark: String {
            let unknown = node?.hasKnownDependencies == false ? "dependencies unknown" : nil
            let remarks = [details, node?.place, style == .covered ? "covered" : nil, unknown]
            return remarks.compactMap { $0 }.joined(separator: ", ")
        }
    }

    /// The need of one box for another, by their positions. The mark is the text at the arrow: `lazy`, or `optional, seen`.
    typealias Arrow = (from: Int, to: Int, mark: String?, kind: DependencyGraph.Edge.Kind)

    /// The boxes of the nodes, followed by those of missing services.
    private(set) var boxes: [Box] = []

    init(_ graph: DependencyGraph) {
        let label = Drawing.labels(graph)
        for node in graph.nodes {
            let details = ([.contribution, .default].contains(node.kind) ? "\(node.kind), " : "") + node.lifetime
            let style = node.isLive ? Style(rawValue: node.kind.rawValue) : nil
            let name = label(node.service, node.name)
            boxes.append(Box(id: "n\(node.id)", label: name, details: details, node: node, style: style ?? .covered))
        }
        var missingServices: [Int: Int] = [:]
        for edge in graph.edges {
            let to = edge.to ?? missingServices[edge.key] ?? boxes.count
            if to == boxes.count {
                missingServices[edge.key] = to
                let name = label(edge.service, edge.name)
                boxes.append(Box(id: "m\(edge.key)", label: name, details: "not registered", node: nil, style: .absent))
            }
            if edge.to == nil, edge.kind != .optional { boxes[to].style = .missing }
            let marks = [edge.kind.look.mark, edge.origin == .seen ? "seen" : nil].compactMap { $0 }
            let mark = marks.isEmpty ? nil : marks.joined(separator: ", ")
            boxes[edge.from].needs.append((edge.from, to, mark, edge.kind))
            boxes[to].neededBy.append(edge.from)
        }
    }

    /// Returns a function that names services, without their modules unless two services would then have the same name.
    private static func labels(_ graph: DependencyGraph) -> (_ service: String, _ name: String?) -> String {
        let named = graph.nodes.map { ($0.service, $0.name) } + graph.edges.map { ($0.service, $0.name) }
        let services = Dictionary(grouping: named) { DependencyGraph.shortName(of: $0.0, named: $0.1) }
            .mapValues { Set($0.map(\.0)) }
        return { service, name in
            let short = DependencyGraph.shortName(of: service, named: name)
            return services[short]?.count ?? 1 > 1 ? service + (name.map { " \"\($0)\"" } ?? "") : short
        }
    }
}

extension DependencyGraph.Edge.Kind {
    /// The text at an arrow, the arrow in Mermaid, and its attribute in Graphviz.
    var look: (mark: String?, mermaid: String, dot: String?) {
        switch self {
        case .required, .contributions: (nil, "-->", nil)
        case .optional, .lazy, .provider, .property: (rawValue, "-.->", "style=dashed")
        case .decorates: (rawValue, "==>", "style=bold")
        }
    }
}

extension String {
    /// Replaces the given characters, and each line break by a space.
    func escaped(_ replacements: [Character: String]) -> String {
        map { replacements[$0] ?? ($0.isNewline ? " " : String($0)) }.joined()
    }
}
