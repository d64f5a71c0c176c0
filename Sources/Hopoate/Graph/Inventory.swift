/// The registrations of a container and its parents, and their needs of one another.
final class Inventory {
    @dynamicMemberLookup
    struct Entry {
        let info: RegistrationInfo
        /// The position of the container among its parents, the outermost of which has 0.
        let container: Int
        let numberBelow: UInt64?
        /// The services that the creator looks up. Nil if they are unknown; empty for an instance.
        let dependencies: [DeclaredDependency]?
        let module: String?

        subscript<Value>(dynamicMember path: KeyPath<RegistrationInfo, Value>) -> Value { info[keyPath: path] }
    }

    /// A key in the graph: the service with the argument that it takes, and the kind of the registrations, apart from
    /// defaults and decorators.
    typealias Key = (number: Int, name: String, kind: DependencyGraph.Node.Kind)
    private typealias Edge = DependencyGraph.Edge

    /// In the order of the nodes: the outermost parent's come first, those of one container in the order of registration.
    let entries: [Entry]
    /// The tables of the container and its parents, the outermost first.
    private let tables: [StackTable]
    private var innermost: Int { tables.count - 1 }
    /// The positions of the containers, and of those that they are forks of, by the numbers of their tables.
    private var positions: [UInt64: Int] = [:]
    private var ids: [UInt64: Int] = [:]
    /// They are made once, as names take time to find out.
    private var keys: [ServiceKey: Key] = [:]
    /// The entries that look-ups find: for each key, the top one of each container, or all contributions.
    private(set) var answers: [ServiceKey: [Int]] = [:]

    /// Makes the registrations that a look-up would make first: automatic registrations, and decorated defaults of typed keys.
    init(_ container: DependencyContainer, forkedFrom original: DependencyContainer? = nil) {
        tables = sequence(first: container.table, next: \.parent).reversed()
        _ = try? tables[0].registerAutomatically(Lookup(ServiceKey(Never.self, named: nil), CodePlace()))
        let decorators = tables.flatMap(\.stacks).filter { !$0.isRegistered(at: .top) }.compactMap(
            \.entries.first?.registration
        )
        for decorator in decorators.sorted(by: { $0.number < $1.number }) {
            _ = try? tables[0].pushDefaults(Lookup(decorator.key, CodePlace()))
        }
        entries = tables.enumerated().flatMap { position, table in
            var modules: [UInt64: String] = [:]
            for module in table.changeModules({ $0.values }) {
                let name = ServiceKey.fullName(of: module.type)
                for registration in module.registrations { modules[registration.number] = name }
            }
            return table.registered.map { entry, depth, below in
                Entry(
                    info: RegistrationInfo(entry, depth: depth),
                    container: position,
                    numberBelow: below?.origin,
                    dependencies: entry.isOfInstance ? [] : entry.recipe?.dependencies,
                    module: modules[entry.registration.number]
                )
            }
        }
        for asked in [container, original ?? container] {
            for (distance, table) in sequence(first: asked.table, next: \.parent).enumerated() {
                positions[table.number] = innermost - distance
            }
        }
        for (id, entry) in entries.enumerated() {
            ids[entry.origin] = id
            if entry.depth == 0 || key(entry.key).kind == .contribution { answers[entry.key, default: []].append(id) }
        }
    }

    /// The position of the container that makes the instance when the innermost one is asked. A decoration is made where the
    /// decorated instance is made.
    private func maker(of id: Int) -> Int { lifetime(of: id).isMadeByAsker ? innermost : entries[id].container }

    /// The lifetime of an entry, or of the one that it decorates.
    private func lifetime(of id: Int) -> Lifetime { decorated(by: id).map(lifetime) ?? entries[id].lifetime }

    private func decorated(by id: Int) -> Int? { entries[id].registration.isDecorator ? below(id) : nil }

    private func below(_ id: Int) -> Int? {
        entries[id].numberBelow.flatMap { ids[$0] }
            ?? answers(to: entries[id].key, in: entries[id].container - 1).last
    }

    /// The entries that a look-up without an argument finds, each with the table of the container that makes it: the newest,
    /// the oldest, the second newest and so on. Wherever services are registered in the order of their needs, or against it,
    /// the first ones create most of the others.
    var answeringFromBothEnds: [(entry: Entry, maker: StackTable)] {
        let found = answers.values.joined().filter { !entries[$0].key.takesArgument }.sorted()
        return found.indices.map { index in
            let id = found[index % 2 == 0 ? found.count - 1 - index / 2 : index / 2]
            return (entries[id], tables[maker(of: id)])
        }
    }

    /// The entries that a look-up finds in a container or its parents: one registration, or all contributions.
    func answers(to key: ServiceKey, in container: Int) -> [Int] {
        let found = (answers[key] ?? []).filter { entries[$0].container <= container }
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
            if entry.registration.isDecorator {
                edges.append(edge(id, decorated(by: id), entry.key, .decorates, .declared))
            }
            var made: Set = [id]
            edges += wiredEdges(of: id, by: id, in: maker(of: id), &made)
        }
        for lookup in seen {
            guard let from = ids[lookup.from],
                let container = positions[lookup.property?.tableNumber ?? entries[from].registration.tableNumber]
            else { continue }
            let to = lookup.to.flatMap { ids[$0] } ?? answers(to: lookup.key, in: container).last
            // The registration that answered is gone by now, or in a container that the graph does not show.
            if to == nil, lookup.to != nil || lookup.property?.mayBeMissing == true { continue }
            let kind = key(lookup.key).kind == .contribution ? Edge.Kind.contributions : .required
            edges.append(edge(from, to, lookup.key, lookup.property == nil ? kind : .property, .seen))
        }
        let decorators = answers.values.joined().filter { entries[$0].registration.isDecorator }
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
            let (key, kind) = (dependency.key, dependency.kind)
            // An eager creator finds the service below its own registration.
            let isBelow = key == entries[id].key && entries[id].lifetime == .eager
            let found = isBelow ? [below(id)].compactMap(\.self) : answers(to: key, in: container)
            edges += found.map { edge(id, $0, key, dependency.isLazy ? .lazy : kind, .wired) }
            if found.isEmpty, kind == .required || kind == .lazy || id == holder && kind != .contributions {
                edges.append(edge(holder, nil, key, kind, .wired))
            }
            // A decorator needs what the entry below it needs.
            for next in found.flatMap({ sequence(first: $0, next: decorated) })
            where maker(of: next) > container && made.insert(next).inserted {
                edges += wiredEdges(of: next, by: holder, in: container, &made)
            }
        }
        return edges
    }

    private func node(_ id: Int, isKnown: Bool, isLayer: Bool) -> DependencyGraph.Node {
        let (entry, lifetime) = (entries[id], lifetime(of: id))
        let key = key(entry.key)
        let kind = key.kind == .service && entry.isDefault ? .default : key.kind
        let answers = entry.depth == 0 || kind == .contribution
        let longevity: Longevity =
            switch lifetime.kind {
            case .scoped: .scoped(number: entries.firstIndex { $0.lifetime == lifetime } ?? 0)
            case .expiring where lifetime.seconds < .infinity: .expiring(seconds: lifetime.seconds)
            default: lifetime.retention == .registration ? .kept : .passing
            }
        return DependencyGraph.Node(
            id: id,
            service: key.name,
            name: entry.key.name,
            kind: entry.registration.isDecorator ? .decorator : kind,
            lifetime: entry.lifetime.description,
            fileID: entry.fileID,
            line: entry.line,
            module: entry.module,
            actor: entry.actor?.nameOfActor,
            answers: answers,
            hasKnownDependencies: entry.dependencies != nil || isKnown,
            isLive: answers || isLayer,
            longevity: longevity,
            isMadeByAsker: lifetime.isMadeByAsker,
            key: key.number,
            container: entry.container
        )
    }

    func key(_ key: ServiceKey) -> Key {
        if let known = keys[key] { return known }
        let (service, role) = key.role
        let name = ServiceKey.fullName(of: service)
        let made: Key =
            switch role {
            case .plain, .lazy: (keys.count, name, .service)
            case .contributions: (keys.count, name, .contribution)
            case .taking: (keys.count, role.describe(name), .takesArgument)
            }
        keys[key] = made
        return made
    }
}
