/// Makes a graph of an inventory.
final class GraphBuilder {
    /// A key in the graph. It is made once, as names take time to find out.
    private struct Key {
        let number: Int
        /// The service, and the argument that it takes.
        let name: String
        /// The kind of its registrations, apart from defaults and decorators.
        let kind: DependencyGraph.Node.Kind
    }

    /// The entries of the inventory, in the order of the nodes.
    let entries: [Inventory.Entry]
    private var keys: [ServiceKey: Key] = [:]
    private var ids: [UInt64: Int] = [:]
    /// The position of the container that the graph is of.
    private let innermost: Int
    private var scopes: [ObjectIdentifier?: Int] = [:]
    /// The entries that look-ups find: for each key, the top one of each container, or all contributions.
    private var answers: [ServiceKey: [Int]] = [:]

    init(_ inventory: Inventory) {
        entries = inventory.entries
        innermost = inventory.innermost
        for (id, entry) in entries.enumerated() {
            ids[entry.origin] = id
            if entry.isTop || key(entry.key).kind == .contribution { answers[entry.key, default: []].append(id) }
        }
    }

    /// The entries that a look-up without an argument finds.
    var answering: [Inventory.Entry] {
        answers.values.joined().sorted().map { entries[$0] }.filter { !$0.key.takesArgument }
    }

    /// Whether a look-up of a key finds anything.
    func isRegistered(_ key: ServiceKey) -> Bool { answers[key] != nil }

    /// Makes the graph.
    ///
    /// - Parameters:
    ///   - seen: What creators have looked up, and after that what properties of their instances will.
    ///   - known: The numbers of the registrations whose creators have run to their end meanwhile.
    /// - Returns: The graph.
    func graph(adding seen: [SeenLookup] = [], knowing known: Set<UInt64> = []) -> DependencyGraph {
        typealias Edge = DependencyGraph.Edge
        var needs: [(from: Int, to: Int?, key: ServiceKey, kind: Edge.Kind, origin: Edge.Origin)] = []
        for (id, entry) in entries.enumerated() {
            if entry.lifetime == .decorator {
                let below = entry.numberBelow.flatMap { ids[$0] }
                let decorated = below ?? answers(to: entry.key, in: entry.container - 1).last
                needs.append((id, decorated, entry.key, .decorates, .declared))
            }
            let container = entry.lifetime.isMadeByAsker ? innermost : entry.container
            var made: Set = [id]
            for dependency in entry.dependencies ?? [] {
                let found = answers(to: dependency.key, in: container)
                needs += found.map { (id, $0, dependency.key, dependency.isLazy ? .lazy : dependency.kind, .wired) }
                if found.isEmpty, dependency.kind != .contributions {
                    needs.append((id, nil, dependency.key, dependency.kind, .wired))
                }
                needs += gaps(of: found, in: container, &made).map { (id, nil, $0, .required, .wired) }
            }
        }
        var connected = Set(needs.map { [$0.from, $0.to] })
        for lookup in seen {
            guard let from = ids[lookup.from] else { continue }
            let container = lookup.property?.container ?? entries[from].container
            let to = lookup.to.flatMap { ids[$0] } ?? answers(to: lookup.key, in: container).last
            // The registration that answered is gone by now, or in a container that the graph does not show.
            if to == nil, lookup.to != nil || lookup.property?.mayBeMissing == true { continue }
            if to != nil, !connected.insert([from, to]).inserted { continue }
            let kind = key(lookup.key).kind == .contribution ? Edge.Kind.contributions : .required
            needs.append((from, to, lookup.key, lookup.property == nil ? kind : .property, .seen))
        }
        let nodes = entries.indices.map { node($0, isKnown: known.contains(entries[$0].origin)) }
        let edges = needs.map { from, to, key, kind, origin in
            let (service, number) = (self.key(key).name, self.key(key).number)
            return Edge(from: from, to: to, service: service, name: key.name, kind: kind, origin: origin, key: number)
        }
        return DependencyGraph(nodes: nodes, edges: edges)
    }

    /// What a parent misses to make services for what it keeps, which only the container that was asked may have.
    private func gaps(of ids: [Int], in container: Int, _ made: inout Set<Int>) -> [ServiceKey] {
        var gaps: [ServiceKey] = []
        for id in ids where container < innermost && entries[id].lifetime.isMadeByAsker && made.insert(id).inserted {
            for dependency in entries[id].dependencies ?? [] {
                let found = answers(to: dependency.key, in: container)
                if found.isEmpty, dependency.kind == .required { gaps.append(dependency.key) }
                gaps += self.gaps(of: found, in: container, &made)
            }
        }
        return gaps
    }

    private func key(_ key: ServiceKey) -> Key {
        if let known = keys[key] { return known }
        let (service, role) = key.role
        var name = ServiceKey.fullName(of: service)
        var kind = DependencyGraph.Node.Kind.service
        switch role {
        case .plain, .lazy: break
        case .contributions: kind = .contribution
        case .taking: (name, kind) = (role.describe(name), .takesArgument)
        }
        let made = Key(number: keys.count, name: name, kind: kind)
        keys[key] = made
        return made
    }

    private func longevity(_ lifetime: Lifetime) -> Longevity {
        switch lifetime.kind {
        case .eager, .cached, .perContainer: return .kept
        case .transient, .weak, .graph, .decorator: return .passing
        case .expiring: return .expiring(seconds: lifetime.seconds)
        case .scoped:
            let scope = lifetime.scope.map(ObjectIdentifier.init)
            let number = scopes[scope] ?? scopes.count
            scopes[scope] = number
            return .scoped(number: number)
        }
    }

    private func node(_ id: Int, isKnown: Bool) -> DependencyGraph.Node {
        let entry = entries[id]
        let key = key(entry.key)
        let kind = key.kind == .service && entry.isDefault ? .default : key.kind
        return DependencyGraph.Node(
            id: id,
            service: key.name,
            name: entry.key.name,
            kind: entry.lifetime == .decorator ? .decorator : kind,
            lifetime: entry.lifetime.description,
            fileID: entry.place.fileID.description,
            line: entry.place.line,
            module: entry.module,
            actor: entry.actor?.nameOfActor,
            answers: entry.isTop || kind == .contribution,
            hasKnownDependencies: entry.dependencies != nil || isKnown,
            longevity: longevity(entry.lifetime),
            key: key.number,
            container: entry.container
        )
    }

    /// The nodes along the path of an error, from the entry that was resolved. Nil for those that are gone.
    func nodes(along path: [DependencyError.Step], from first: Inventory.Entry) -> [Int?] {
        var container = first.container
        return path.drop { $0.key != first.key }.enumerated().map { index, step in
            let found = index == 0 ? ids[first.origin] : answers(to: step.key, in: container).last
            if let found { container = entries[found].container }
            return found
        }
    }

    /// The entries that a look-up finds in a container or its parents: one registration, or all contributions.
    private func answers(to key: ServiceKey, in container: Int) -> [Int] {
        let found = (answers[key] ?? []).filter { entries[$0].container <= container }
        return self.key(key).kind == .contribution ? found : found.suffix(1)
    }
}
