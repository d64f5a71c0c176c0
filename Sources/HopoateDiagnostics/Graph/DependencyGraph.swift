import Hopoate

/// The registrations of a container and their dependencies: a value to look at, to keep and to compare.
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
/// It holds names and no types, so it may come from another process. The same registrations give the same graph, in
/// the same order.
public struct DependencyGraph: Sendable, Hashable, Codable {
    /// The registrations, in the order in which they were made; those of a container's parents come first.
    public let nodes: [Node]
    /// The dependencies, in the order of the nodes that need them.
    public let edges: [Edge]

    /// Makes a graph.
    ///
    /// Graphs can be compared if the numbers of their keys, containers and scopes are in order of appearance.
    ///
    /// - Parameters:
    ///   - nodes: All registrations: the one with the id 0 first, and so on.
    ///   - edges: Their needs, in any order of the nodes. The order among those of one node stays. Of edges that differ
    ///     in their origin only, the first stays. A look-up that was seen says nothing new about connected
    ///     nodes, unless it is a property's.
    init(nodes: [Node], edges: [Edge]) {
        self.nodes = nodes
        var edgesOfNodes = [[Edge]](repeating: [], count: nodes.count)
        for edge in edges {
            let isNew = edge.origin != .seen || edge.to == nil || edge.kind == .property
            let isKnown = edgesOfNodes[edge.from].contains {
                $0.to == edge.to && (!isNew || $0.key == edge.key && $0.kind == edge.kind)
            }
            if !isKnown { edgesOfNodes[edge.from].append(edge) }
        }
        self.edges = edgesOfNodes.flatMap { $0 }
    }

    /// Reads a graph.
    ///
    /// - Parameter decoder: A decoder of the format that the graph was written in.
    /// - Throws: A `DecodingError` when there is no graph, or one with an edge that leads nowhere.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let nodes = try container.decode([Node].self, forKey: .nodes)
        let edges = try container.decode([Edge].self, forKey: .edges)
        let ids = nodes.indices
        guard nodes.map(\.id).elementsEqual(ids),
            edges.allSatisfy({ ids.contains($0.from) && ids.contains($0.to ?? $0.from) })
        else {
            let problem = "Nodes are numbered from 0, and edges lead from node to node."
            throw DecodingError.dataCorruptedError(forKey: .edges, in: container, debugDescription: problem)
        }
        self.init(nodes: nodes, edges: edges)
    }
}

extension DependencyGraph {
    /// A registration.
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
        /// let byHand = graph.nodes.filter { $0.kind != .default && $0.kind != .takesArgument }
        /// ```
        public enum Kind: String, Sendable, Codable, CaseIterable {
            /// It makes the service.
            case service
            /// It wraps the service below it.
            case decorator
            /// It is one of many that answer together.
            case contribution
            /// It makes the service from an argument.
            case takesArgument
            /// It is the default of a `DependencyKey` or comes from `AutoRegistering`.
            case `default`
        }

        /// The position in ``DependencyGraph/nodes``.
        public let id: Int
        /// The service with its module, `Newsstand.ArticleStore`, and the argument it takes: `… taking Swift.Int`.
        public let service: String
        /// The name that it is registered by, if any.
        public let name: String?
        /// The purpose of the registration.
        public let kind: Kind
        /// The description of its `Lifetime`.
        public let lifetime: String
        /// The file in which it was registered, as `Module/File.swift`.
        public let fileID: String
        /// The line on which it was registered.
        public let line: UInt
        /// The dependency module that registered it, if one did.
        public let module: String?
        /// The actor that the creator belongs to: `main actor`, or `actor MyApp.Press`. Nil when it runs on any.
        public let actor: String?
        /// Whether a look-up of the service finds it. If not, a newer registration covers or decorates it.
        public let answers: Bool
        /// Whether its edges are all that it needs. The look-ups of a plain closure are unknown.
        public let hasKnownDependencies: Bool

        /// Whether a look-up finds it, or finds a decorator that wraps it.
        let isLive: Bool
        /// For how long the instances are kept. A decorator's are kept as long as those of the service it decorates.
        let longevity: Longevity
        /// Whether each container that is asked makes its own.
        let isMadeByAsker: Bool
        /// Whether it has an `onRemove` for the instances that it keeps. Nil if not, or in a graph that was written without this.
        let cleansUp: Bool?
        /// A number for the key: the same for the same type and name.
        let key: Int
        /// A number for the container that it is registered in.
        let container: Int

        /// For example `MyApp.Store named "backup", cached, registered at MyApp/AppDelegate.swift:12`.
        public var description: String {
            let made = (kind == .default ? "default" : "registered") + (module.map { " by \($0)" } ?? "")
            return "\(serviceDescription), \(lifetime), \(actor.map { "\($0), " } ?? "")\(made) at \(place)"
        }

        /// For example `MyApp.Store named "backup"`.
        var serviceDescription: String {
            (kind == .contribution ? "contribution to " : "") + ServiceKey.describe(service, named: name)
        }

        var place: String { "\(fileID):\(line)" }
    }

    /// One registration's need for another.
    ///
    /// ```swift
    /// for edge in graph.edges {
    ///     print("\(graph.nodes[edge.from]) needs \(edge.service) \(edge.name ?? ""): \(edge.origin)")
    /// }
    /// let missing = graph.edges.filter { $0.to == nil && $0.kind != .optional }
    /// ```
    public struct Edge: Sendable, Hashable, Codable {
        /// How a service is needed.
        ///
        /// ```swift
        /// let atCreation = graph.edges.filter { [.required, .contributions, .decorates].contains($0.kind) }
        /// let later = graph.edges.filter { $0.kind == .lazy || $0.kind == .property }
        /// ```
        public enum Kind: String, Sendable, Codable {
            /// It is taken while the other is created.
            case required
            /// It is taken while the other is created, if there is one.
            case optional
            /// It is taken later.
            case lazy
            /// It is one of the contributions that are taken while the other is created.
            case contributions
            /// It is looked up by a property of the other, each time the property is read.
            case property
            /// A decorator wraps it.
            case decorates
        }

        /// Where the edge is known from.
        ///
        /// ```swift
        /// let known = graph.edges.filter { $0.origin == .wired || $0.origin == .declared }
        /// let found = graph.edges.filter { $0.origin == .seen }  // by graph(runningCreators: true)
        /// ```
        public enum Origin: String, Sendable, Codable {
            /// The registration says so, as a decorator's does.
            case declared
            /// It is a parameter of the initialiser that was registered.
            case wired
            /// It was resolved while the other was created.
            case seen
        }

        /// The node that needs the service.
        public let from: Node.ID
        /// The node that a look-up of the service finds, or nil if nothing is registered for it.
        public let to: Node.ID?
        /// The service that is asked for, with its module.
        public let service: String
        /// The name that it is asked for by, if any.
        public let name: String?
        /// How the service is needed.
        public let kind: Kind
        /// Where the edge is known from.
        public let origin: Origin

        /// A number for the key that is asked for, from those of the nodes.
        let key: Int
        /// Whether it is of a property that does without the service, or whose key has a default. Nil if it is of no property.
        var mayBeMissing: Bool?
    }
}
