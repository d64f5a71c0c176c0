@testable import Hopoate

/// Builds graphs as a container does: with numbers in order of appearance, and a line for each registration.
struct GraphBuilder {
    private(set) var nodes: [DependencyGraph.Node] = []
    private var edges: [DependencyGraph.Edge] = []
    private var keys: [String: Int] = [:]

    private mutating func key(_ service: String, _ name: String?) -> Int {
        let description = "\(service) \(name ?? "")"
        let key = keys[description] ?? keys.count
        keys[description] = key
        return key
    }

    @discardableResult
    mutating func add(
        _ service: String,
        named name: String? = nil,
        _ kind: DependencyGraph.Node.Kind = .service,
        _ longevity: Longevity = .kept,
        lifetime: String? = nil,
        module: String? = nil,
        answers: Bool = true,
        known: Bool = true,
        container: Int = 0,
        isValueHeldWeakly: Bool = false
    ) -> Int {
        let usual =
            switch longevity {
            case _ where kind == .decorator: "decorator"
            case .passing: isValueHeldWeakly ? "weak" : "transient"
            case .kept: "cached"
            case .scoped: "scoped"
            case .expiring(let seconds): "expiring after \(seconds) s"
            }
        let service = "App.\(service)"
        nodes.append(
            DependencyGraph.Node(
                id: nodes.count,
                service: service,
                name: name,
                kind: kind,
                lifetime: lifetime ?? usual,
                longevity: kind == .decorator ? .passing : longevity,
                fileID: "App/Main.swift",
                line: UInt(nodes.count + 1),
                module: module,
                answers: answers,
                hasKnownDependencies: known,
                key: key(kind == .contribution ? "contribution to \(service)" : service, name),
                container: container,
                isValueHeldWeakly: isValueHeldWeakly
            )
        )
        return nodes.count - 1
    }

    mutating func connect(
        _ from: Int,
        _ to: Int,
        _ kind: DependencyGraph.Edge.Kind = .required,
        _ origin: DependencyGraph.Edge.Origin = .wired
    ) {
        let node = nodes[to]
        edges.append(
            .init(from: from, to: to, service: node.service, name: node.name, kind: kind, origin: origin, key: node.key)
        )
    }

    mutating func need(
        _ from: Int,
        missing service: String,
        named name: String? = nil,
        _ kind: DependencyGraph.Edge.Kind = .required
    ) {
        let key = key("App.\(service)", name)
        edges.append(
            .init(from: from, to: nil, service: "App.\(service)", name: name, kind: kind, origin: .wired, key: key)
        )
    }

    var graph: DependencyGraph { DependencyGraph(nodes: nodes, edges: edges) }

    /// A graph with something of each kind.
    static var everything: DependencyGraph {
        var builder = GraphBuilder()
        let clock = builder.add("Clock", .default, .kept, known: false)
        let store = builder.add(
            "Store<Swift.Array<Swift.Int>>",
            named: "say \"hi\"",
            .service,
            .passing,
            module: "App.Core"
        )
        let old = builder.add("Log", answers: false)
        let log = builder.add("Log", answers: false)
        let decorator = builder.add("Log", .decorator)
        let first = builder.add("Plugin", .contribution, .passing)
        let second = builder.add("Plugin", .contribution, .passing)
        let screen = builder.add("Screen taking Swift.Int", .takesArgument, .passing)
        let app = builder.add("Feed")
        builder.connect(decorator, log, .decorates)
        builder.connect(decorator, clock, .required, .seen)
        builder.connect(old, clock)
        builder.connect(store, clock, .lazy)
        builder.connect(app, store)
        builder.connect(app, decorator, .optional)
        builder.connect(app, first, .contributions)
        builder.connect(app, second, .contributions)
        builder.connect(screen, store, .required, .declared)
        builder.need(screen, missing: "Theme", named: "dark")
        builder.need(app, missing: "Tracker", .optional)
        return builder.graph
    }
}
