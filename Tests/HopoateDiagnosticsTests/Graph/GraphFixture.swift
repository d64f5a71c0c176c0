import Foundation
import Hopoate
import HopoateDiagnostics

/// A graph in its written form, with numbers in order of appearance and a line for each registration.
struct GraphFixture {
    private var nodes: [[String: Any]] = []
    private var edges: [[String: Any]] = []
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
        _ lifetime: Lifetime = .cached,
        module: String? = nil,
        answers: Bool = true,
        known: Bool = true
    ) -> Int {
        let service = "App.\(service)"
        let isDecorator = kind == .decorator
        var node: [String: Any] = [
            "id": nodes.count,
            "service": service,
            "kind": kind.rawValue,
            "lifetime": isDecorator ? "decorator" : "\(lifetime)",
            "fileID": "App/Main.swift",
            "line": nodes.count + 1,
            "answers": answers,
            "isLive": answers,
            "hasKnownDependencies": known,
            "key": key(kind == .contribution ? "contribution to \(service)" : service, name),
        ]
        node["name"] = name
        node["module"] = module
        nodes.append(node)
        return nodes.count - 1
    }

    mutating func connect(
        _ from: Int,
        _ to: Int,
        _ kind: DependencyGraph.Edge.Kind = .required,
        _ origin: DependencyGraph.Edge.Origin = .wired
    ) {
        let node = nodes[to]
        var edge = edge(from, node["service"], node["key"], kind, origin)
        edge["name"] = node["name"]
        edge["to"] = to
        edges.append(edge)
        if kind == .decorates { nodes[to]["isLive"] = nodes[from]["isLive"] }
    }

    mutating func need(
        _ from: Int,
        missing service: String,
        named name: String? = nil,
        _ kind: DependencyGraph.Edge.Kind = .required
    ) {
        var edge = edge(from, "App.\(service)", key("App.\(service)", name), kind, .wired)
        edge["name"] = name
        edges.append(edge)
    }

    private func edge(
        _ from: Int,
        _ service: Any?,
        _ key: Any?,
        _ kind: DependencyGraph.Edge.Kind,
        _ origin: DependencyGraph.Edge.Origin
    ) -> [String: Any] {
        var edge: [String: Any] = ["from": from, "kind": kind.rawValue, "origin": origin.rawValue]
        edge["service"] = service
        edge["key"] = key
        return edge
    }

    var data: Data {
        get throws {
            try JSONSerialization.data(withJSONObject: ["nodes": nodes, "edges": edges], options: .sortedKeys)
        }
    }

    var graph: DependencyGraph {
        do {
            return try JSONDecoder().decode(DependencyGraph.self, from: data)
        } catch {
            fatalError("The fixture is no graph: \(error)")
        }
    }

    /// A graph with something of each kind.
    static var everything: DependencyGraph {
        var builder = GraphFixture()
        let clock = builder.add("Clock", .default, .cached, known: false)
        let store = builder.add(
            "Store<Swift.Array<Swift.Int>>",
            named: "say \"hi\"",
            .service,
            .transient,
            module: "App.Core"
        )
        let old = builder.add("Log", answers: false)
        let log = builder.add("Log", answers: false)
        let decorator = builder.add("Log", .decorator)
        let first = builder.add("Plugin", .contribution, .transient)
        let second = builder.add("Plugin", .contribution, .transient)
        let screen = builder.add("Screen taking Swift.Int", .takesArgument, .transient)
        let app = builder.add("Feed")
        builder.connect(decorator, log, .decorates)
        builder.connect(decorator, clock, .required, .seen)
        builder.connect(old, clock)
        builder.connect(store, clock, .lazy)
        builder.connect(app, store)
        builder.connect(app, decorator, .optional)
        builder.connect(app, first, .contributions)
        builder.connect(app, second, .contributions)
        builder.connect(screen, store, .required)
        builder.need(screen, missing: "Theme", named: "dark")
        builder.need(app, missing: "Tracker", .optional)
        return builder.graph
    }
}

extension DependencyGraph {
    /// The edges, with the short names of services.
    var arrows: [String] {
        let names = nodes.map { $0.service.split(separator: ".").last ?? "" }
        return edges.map { "\(names[$0.from]) \($0.kind) \($0.to.map { names[$0] } ?? "nothing") \($0.origin)" }
    }
}

extension DependencyContainer {
    /// What validating finds.
    func problems() -> [DependencyProblem] { examine().problems }

    func problems(runningCreators isCreating: Bool) async -> [DependencyProblem] {
        isCreating ? await examineCreating().problems : problems()
    }

    /// The notes of a check that runs creators.
    var notes: [String] { get async { await examineCreating().notes } }
}
