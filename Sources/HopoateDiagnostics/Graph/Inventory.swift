import Hopoate

/// The registrations of a container and its parents, and their needs of one another.
final class Inventory {
    @dynamicMemberLookup
    struct Entry {
        let info: RegistrationInfo
        /// The position of the container among its parents, the outermost of which has 0.
        let position: Int
        /// The module that registered it.
        let module: (any DependencyModule.Type)?

        subscript<Value>(dynamicMember path: KeyPath<RegistrationInfo, Value>) -> Value { info[keyPath: path] }
    }

    /// A key in the graph: the service with the argument that it takes, and the kind of the registrations, apart from
    /// defaults and decorators.
    typealias Key = (number: Int, name: String, kind: DependencyGraph.Node.Kind)
    private typealias Edge = DependencyGraph.Edge

    /// In the order of the nodes: the outermost parent's come first, those of one container in the order of registration.
    let entries: [Entry]
    /// The container and its parents, the outermost first.
    private let containers: [DependencyContainer]
    private var innermost: Int { containers.count - 1 }
    /// The positions of the containers, and of those that they are forks of, by their numbers.
    private var positions: [UInt64: Int] = [:]
    private var ids: [UInt64: Int] = [:]
    /// They are made once, as names take time to find out.
    private var keys: [ServiceKey: Key] = [:]
    /// The entries that look-ups find: for each key, the top one of each container, or all contributions.
    private(set) var answers: [ServiceKey: [Int]] = [:]
    /// Those that are registered without an argument, by any name.
    private lazy var services = Set(answers.keys.filter { !$0.takesArgument }.map { ObjectIdentifier($0.serviceType) })
    /// The origins of registrations that clean up. A registered instance is cleaned up by the original of a fork.
    private var cleaningUp: Set<UInt64> = []

    /// Makes the registrations that a look-up would make first: automatic registrations, and decorated defaults of typed keys.
    init(_ container: DependencyContainer, forkedFrom original: DependencyContainer? = nil) {
        containers = container.withParents.reversed()
        container.registerDefaults()
        entries = containers.enumerated().flatMap { position, container in
            var modules: [UInt64: any DependencyModule.Type] = [:]
            for module in container.modules { for origin in module.origins { modules[origin] = module.type } }
            return container.registrations.map { Entry(info: $0, position: position, module: modules[$0.origin]) }
        }
        for asked in [container, original ?? container] {
            for (distance, container) in asked.withParents.enumerated() {
                positions[container.number] = innermost - distance
                cleaningUp.formUnion(container.registrations.lazy.filter(\.cleansUp).map(\.origin))
            }
        }
        for (id, entry) in entries.enumerated() {
            ids[entry.origin] = id
            if entry.depth == 0 || key(entry.key).kind == .contribution { answers[entry.key, default: []].append(id) }
        }
    }

    /// The position of the container that makes the instance when the innermost one is asked. A decoration is made where the
    /// decorated instance is made.
    private func maker(of id: Int) -> Int { lifetime(of: id).isMadeByAsker ? innermost : entries[id].position }

    /// The lifetime of an entry, or of the one that it decorates.
    private func lifetime(of id: Int) -> Lifetime { decorated(by: id).map(lifetime) ?? entries[id].lifetime }

    private func decorated(by id: Int) -> Int? { entries[id].isDecorator ? below(id) : nil }

    private func below(_ id: Int) -> Int? {
        entries[id].originBelow.flatMap { ids[$0] }
            ?? answers(to: entries[id].key, in: entries[id].position - 1).last
    }

    /// The entries that a look-up without an argument finds, each with the container that makes it: the newest,
    /// the oldest, the second newest and so on. Wherever services are registered in the order of their needs, or against it,
    /// the first ones create most of the others.
    var answeringFromBothEnds: [(entry: Entry, maker: DependencyContainer)] {
        let found = answers.values.joined().filter { !entries[$0].key.takesArgument }.sorted()
        return found.indices.map { index in
            let id = found[index % 2 == 0 ? found.count - 1 - index / 2 : index / 2]
            return (entries[id], containers[maker(of: id)])
        }
    }

    /// The entries that a look-up finds in a container or its parents: one registration, or all contributions.
    func answers(to key: ServiceKey, in container: Int) -> [Int] {
        let found = (answers[key] ?? []).filter { entries[$0].position <= container }
        return self.key(key).kind == .contribution ? found : found.suffix(1)
    }

    /// The nodes whose creators ran along the path of an error, from the entry that was resolved. Nil for those that are gone,
    /// and for a service whose creator did not run.
    func nodes(along path: [DependencyError.Step], from first: Entry) -> [Int?] {
        path.drop { $0.key != first.key }.map { step in step.creator.flatMap { ids[$0.origin] } }
    }

    /// Makes the graph.
    ///
    /// - Parameters:
    ///   - seen: The look-ups of creators, and after those the future ones of their instances' properties.
    ///   - known: The numbers of the registrations whose creators have run to their end meanwhile.
    /// - Returns: The graph.
    func graph(adding seen: [SeenLookup] = [], knowing known: Set<UInt64> = []) -> DependencyGraph {
        var edges: [Edge] = []
        for (id, entry) in entries.enumerated() {
            if entry.isDecorator {
                edges.append(edge(id, decorated(by: id), entry.key, .decorates, .declared))
            }
            var made: Set = [id]
            edges += wiredEdges(of: id, by: id, in: maker(of: id), &made)
        }
        for lookup in seen {
            guard let from = ids[lookup.from],
                let container = positions[lookup.property?.container ?? entries[from].info.container]
            else { continue }
            let to = lookup.to.flatMap { ids[$0] } ?? answers(to: lookup.key, in: container).last
            // The registration that answered is gone by now, or in a container that the graph does not show.
            if to == nil, lookup.to != nil || lookup.property?.mayBeMissing == true { continue }
            let kind = key(lookup.key).kind == .contribution ? Edge.Kind.contributions : .required
            edges.append(edge(from, to, lookup.key, lookup.property == nil ? kind : .property, .seen))
            edges[edges.count - 1].mayBeMissing = lookup.property?.mayBeMissing
        }
        let decorators = answers.values.joined().filter { entries[$0].isDecorator }
        let layers = Set(decorators.flatMap { sequence(first: $0, next: decorated) })
        let nodes = entries.indices.map { id in
            node(id, isKnown: known.contains(entries[id].origin), isLayer: layers.contains(id))
        }
        return DependencyGraph(nodes: nodes, edges: edges)
    }

    private func edge(_ from: Int, _ to: Int?, _ key: ServiceKey, _ kind: Edge.Kind, _ origin: Edge.Origin) -> Edge {
        let (number, service, _) = self.key(key)
        return Edge(from: from, to: to, service: service, name: key.name, kind: kind, origin: origin, key: number)
    }

    /// The needs of an entry's initializer. A parent makes an instance that it keeps from its own services: so for such an entry
    /// come the needs, in the parent, of those that each container makes anew, and as gaps the services that only a child has.
    private func wiredEdges(of id: Int, by holder: Int, in container: Int, _ made: inout Set<Int>) -> [Edge] {
        var edges: [Edge] = []
        for dependency in entries[id].dependencies ?? [] {
            let key = dependency.key
            // An eager creator finds the service below its own registration.
            let isBelow = key == entries[id].key && entries[id].lifetime == .eager
            let found = isBelow ? [below(id)].compactMap(\.self) : answers(to: key, in: container)
            edges += found.map { edge(id, $0, key, dependency.isLazy ? .lazy : dependency.edgeKind, .wired) }
            if found.isEmpty, dependency.kind == .required || id == holder && mayBeMistaken(dependency) {
                edges.append(edge(holder, nil, key, dependency.edgeKind, .wired))
            }
            // A decorator needs what the entry below it needs.
            for next in found.flatMap({ sequence(first: $0, next: decorated) })
            where maker(of: next) > container && made.insert(next).inserted {
                edges += wiredEdges(of: next, by: holder, in: container, &made)
            }
        }
        return edges
    }

    /// Whether a gap is shown: that of an optional service, or of a list whose services have a name or are registered singly.
    private func mayBeMistaken(_ dependency: DeclaredDependency) -> Bool {
        dependency.kind == .optional || services.contains(ObjectIdentifier(dependency.key.serviceType))
    }

    private func node(_ id: Int, isKnown: Bool, isLayer: Bool) -> DependencyGraph.Node {
        let (entry, lifetime) = (entries[id], lifetime(of: id))
        let key = key(entry.key)
        let kind = key.kind == .service && entry.isDefault ? .default : key.kind
        let answers = entry.depth == 0 || kind == .contribution
        let longevity: Longevity =
            if lifetime.isScoped {
                .scoped(number: entries.firstIndex { $0.lifetime == lifetime } ?? 0)
            } else if let seconds = lifetime.expirationSeconds {
                .expiring(seconds: seconds)
            } else {
                lifetime.keepsInstances ? .kept : .passing
            }
        return DependencyGraph.Node(
            id: id,
            service: key.name,
            name: entry.key.name,
            kind: entry.isDecorator ? .decorator : kind,
            lifetime: entry.lifetime.description,
            fileID: entry.fileID,
            line: entry.line,
            module: entry.module.map { ServiceKey.fullName(of: $0) },
            actor: entry.actor?.nameOfActor,
            answers: answers,
            hasKnownDependencies: entry.dependencies != nil || isKnown,
            isLive: answers || isLayer,
            longevity: longevity,
            isMadeByAsker: lifetime.isMadeByAsker,
            cleansUp: lifetime.keepsInstances && cleaningUp.contains(entry.origin) ? true : nil,
            key: key.number,
            container: entry.position
        )
    }

    func key(_ key: ServiceKey) -> Key {
        if let known = keys[key] { return known }
        let kind: DependencyGraph.Node.Kind =
            key.isOfContributions ? .contribution : key.takesArgument ? .takesArgument : .service
        let made = (keys.count, key.label, kind)
        keys[key] = made
        return made
    }
}

extension DeclaredDependency {
    /// The kind of the edge to a service that is missing, or that is looked up while the other is created.
    fileprivate var edgeKind: DependencyGraph.Edge.Kind {
        switch kind {
        case .required: isLazy ? .lazy : .required
        case .optional: .optional
        case .contributions: .contributions
        }
    }
}
