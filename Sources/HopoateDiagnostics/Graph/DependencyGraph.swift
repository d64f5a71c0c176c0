import Hopoate

/// The registrations of a container and their dependencies, as a value to inspect, store and compare.
///
/// ```swift
/// import HopoateDiagnostics
///
/// let graph = container.graph()
/// print(graph)  // a tree
/// print(graph.mermaid)  // for a README
/// print("\(graph.nodes.count) registrations, \(graph.edges.count) needs")
/// try JSONEncoder().encode(graph).write(to: file)
/// ```
///
/// The graph contains names instead of types, so another process can read it. The same registrations give the same graph, in the
/// same order.
public struct DependencyGraph: Sendable, Hashable, Codable {
    /// The registrations, the oldest first. The registrations of parents come before those of the container.
    public let nodes: [Node]
    /// The dependencies, in the order of the nodes that need them.
    public let edges: [Edge]

    /// Makes a graph.
    ///
    /// For graphs to be comparable, the numbers of their keys, containers and scopes have to be in order of appearance.
    ///
    /// - Parameters:
    ///   - nodes: All registrations, in the order of their ids.
    ///   - edges: Their needs. The edges of one node stay in this order. If edges differ only in their origin, the first one
    ///     stays. A look-up that was seen adds no edge between connected nodes, unless a property looked up.
    init(nodes: [Node], edges: [Edge]) {
        self.nodes = nodes
        var edgesOfNodes = [[Edge]](repeating: [], count: nodes.count)
        // The kinds of the edges of each pair of nodes, or of a node and a missing service.
        var kindsOfPairs: [[Int]: Set<Edge.Kind>] = [:]
        for edge in edges {
            let mayRepeat = edge.origin != .seen || edge.to == nil || edge.kind == .property
            let pair = [edge.from, edge.to ?? -1 - edge.key]
            let known = kindsOfPairs[pair] ?? []
            if mayRepeat ? known.contains(edge.kind) : !known.isEmpty { continue }
            kindsOfPairs[pair] = known.union([edge.kind])
            edgesOfNodes[edge.from].append(edge)
        }
        self.edges = edgesOfNodes.flatMap { $0 }
    }
}

extension DependencyGraph {
    /// A registration in a graph.
    ///
    /// ```swift
    /// for node in graph.nodes where node.answers {
    ///     print(node.id, node.kind, node.service, node.name ?? "", node.lifetime)
    ///     print("    on", node.actor ?? "any thread", "of", node.module ?? "no module")
    ///     print("    at \(node.fileID):\(node.line)")
    ///     if !node.hasKnownDependencies { print("    may need more") }
    /// }
    /// ```
    public struct Node: Sendable, Hashable, Codable, Identifiable, CustomStringConvertible {
        /// The purpose of a registration.
        ///
        /// ```swift
        /// let layers = graph.nodes.filter { $0.kind == .decorator }
        /// let lists = graph.nodes.filter { $0.kind == .contribution }
        /// let others = graph.nodes.filter { $0.kind != .default && $0.kind != .takesArgument }
        /// ```
        public enum Kind: String, Sendable, Codable, CaseIterable {
            /// The registration creates the service.
            case service
            /// The registration is a decorator, which wraps the service below it.
            case decorator
            /// The registration is a contribution, one of several that are resolved together.
            case contribution
            /// The registration creates the service from an argument.
            case takesArgument
            /// The registration is the default of a `DependencyKey`, or `AutoRegistering` made it.
            case `default`
        }

        /// The position in ``DependencyGraph/nodes``.
        public let id: Int
        /// The service with its module, `Newsstand.ArticleStore`, and with its argument, if it has one: `… taking Swift.Int`.
        public let service: String
        /// The name under which it is registered, if any.
        public let name: String?
        /// The purpose of the registration.
        public let kind: Kind
        /// The description of the registration's `Lifetime`.
        public let lifetime: String
        /// The file that registered it, as `Module/File.swift`.
        public let fileID: String
        /// The line that registered it.
        public let line: UInt
        /// The `DependencyModule` that registered it, if one did.
        public let module: String?
        /// The actor that the creator is isolated to: `main actor`, or `actor MyApp.Press`. Nil if the creator runs anywhere.
        public let actor: String?
        /// Whether resolving the service uses this registration. If not, a newer registration overrides or decorates it.
        public let answers: Bool
        /// Whether the graph has all edges of this node. It does not know what a creator in the form of a closure resolves.
        public let hasKnownDependencies: Bool

        /// Whether a look-up finds it, or finds a decorator that wraps it.
        package let isLive: Bool
        /// The number of the key, which stands for the type and name.
        let key: Int

        /// For example `MyApp.Store named "backup", cached, registered at MyApp/AppDelegate.swift:12`.
        public var description: String {
            let made = (kind == .default ? "default" : "registered") + (module.map { " by \($0)" } ?? "")
            return "\(serviceDescription), \(lifetime), \(actor.map { "\($0), " } ?? "")\(made) at \(place)"
        }

        /// For example `MyApp.Store named "backup"`.
        var serviceDescription: String {
            (kind == .contribution ? "contribution to " : "") + ServiceKey.describe(service, named: name)
        }

        /// For example `Store "backup"`.
        var shortDescription: String { ServiceKey.describe(DependencyGraph.shortName(of: service), named: name, " ") }

        var place: String { "\(fileID):\(line)" }
    }

    /// A dependency of one registration on a service.
    ///
    /// ```swift
    /// for edge in graph.edges {
    ///     let service = "\(edge.service) \(edge.name ?? "")"
    ///     print("\(graph.nodes[edge.from]) needs \(service): \(edge.origin)")
    /// }
    /// let missing = graph.edges.filter { $0.to == nil && $0.kind != .optional }
    /// ```
    public struct Edge: Sendable, Hashable, Codable {
        /// How a service is needed.
        ///
        /// ```swift
        /// let required = graph.edges.filter { $0.kind == .required || $0.kind == .decorates }
        /// let contributions = graph.edges.filter { $0.kind == .contributions }
        /// let later = graph.edges.filter { $0.kind == .lazy || $0.kind == .provider }
        /// let ofProperties = graph.edges.filter { $0.kind == .property }
        /// ```
        public enum Kind: String, Sendable, Codable {
            /// The creator requires the service.
            case required
            /// The creator takes the service if it is registered.
            case optional
            /// The service is resolved when it is first used, by a `Lazy`, which then holds it.
            case lazy
            /// The service is resolved at each call of a `Provider`, which does not hold it.
            case provider
            /// The creator takes all contributions to the service. This is one of them.
            case contributions
            /// A property of the instance resolves the service each time it is read.
            case property
            /// A decorator wraps the service.
            case decorates
        }

        /// The source from which the graph knows an edge.
        ///
        /// ```swift
        /// let known = graph.edges.filter { $0.origin == .wired || $0.origin == .declared }
        /// let found = graph.edges.filter { $0.origin == .seen }  // by running creators
        /// ```
        public enum Origin: String, Sendable, Codable {
            /// The registration declares the dependency, as a decorator does.
            case declared
            /// The registered initializer has a parameter for it.
            case wired
            /// The creator resolved the service, or created an object with a property that resolves it.
            case seen
        }

        /// The node that needs the service.
        public let from: Node.ID
        /// The node that a resolution of the service uses, or nil if nothing is registered for the service.
        public let to: Node.ID?
        /// The service that is resolved, with its module.
        public let service: String
        /// The name of the resolution, if any.
        public let name: String?
        /// How the service is needed.
        public let kind: Kind
        /// The source from which the graph knows the edge.
        public let origin: Origin

        /// The number of the key that is looked up. Nodes have the same numbers.
        let key: Int
    }
}

extension DependencyGraph {
    /// Names a service without modules: `Store "backup"` for `Newsstand.Store` with the name `backup`, `Array<Store>` for
    /// `Swift.Array<Newsstand.Store>`.
    package static func shortName(of service: String, named name: String? = nil) -> String {
        let isInWord = { (character: Character) in character.isLetter || character.isNumber || character == "_" }
        var (short, word) = ("", "")
        for (index, character) in zip(service.indices, service) {
            if isInWord(character) {
                word.append(character)
            } else if character == ".", !word.isEmpty,
                !["", "Type", "Protocol"].contains(service[index...].dropFirst().prefix(while: isInWord))
            {
                // A module, or an outer type that is not generic. A metatype is named by its type.
                word = ""
            } else {
                (short, word) = (short + word + String(character), "")
            }
        }
        return short + word + (name.map { " \"\($0)\"" } ?? "")
    }
}
