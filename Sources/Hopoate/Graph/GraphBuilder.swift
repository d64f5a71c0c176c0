/// Makes a graph of what is registered in a table and its parents.
struct GraphBuilder {
    /// A registration as it stands in its table, which is found by its place among the parents.
    private struct Entry {
        let registration: AnyServiceRegistration
        let details: RegistrationDetails?
        let isOfInstance: Bool
        let isTop: Bool
        let below: AnyServiceRegistration?
        let container: Int
    }

    /// What is known of a key, which takes time to find out.
    private final class Keys {
        struct Known {
            let number: Int
            /// The service, and the argument that it takes.
            let name: String
            let role: StackRole
            let isInternal: Bool

            var isOfContributions: Bool { if case .contributions = role { true } else { false } }
            var isOfArguments: Bool { if case .taking = role { true } else { false } }
        }

        private var known: [ServiceKey: Known] = [:]

        subscript(key: ServiceKey) -> Known {
            if let known = known[key] { return known }
            let (service, role) = key.role
            let serviceName = ServiceKey.fullName(of: service)
            let name = if case .taking = role { role.describe(serviceName) } else { serviceName }
            let made = Known(number: known.count, name: name, role: role, isInternal: key.isInternal(role))
            known[key] = made
            return made
        }
    }

    private let keys: Keys
    /// The outermost parent first.
    private let tables: [StackTable]
    /// Parents' first, and then in the order of registration: as the nodes of the graph.
    private let entries: [Entry]
    private let ids: [UInt64: Int]
    /// The registrations that answer to each key: for each table, the uppermost one, or all contributions.
    private let answers: [[ServiceKey: [Int]]]

    init(_ table: StackTable) {
        let tables = Array(sequence(first: table, next: \.parent)).reversed() as [StackTable]
        let place = CodePlace(fileID: #fileID, line: #line)
        let anything = Lookup(key: ServiceKey(Never.self, named: nil), place: place)
        _ = try? tables.first?.registerAutomatically(anything)
        // Decorated defaults of typed keys that nobody has looked up yet.
        if let root = tables.first {
            let defaults = tables.flatMap { $0.decoratedDefaults() }.compactMap { $0(root) }
            for registration in defaults where !table.canResolve(registration.key) {
                root.pushDefault(registration)
            }
        }
        let keys = Keys()
        let entries = tables.enumerated().flatMap { container, table in
            GraphBuilder.entries(of: table, container).filter { !keys[$0.registration.key].isInternal }
        }
        var ids: [UInt64: Int] = [:]
        var answers = [[ServiceKey: [Int]]](repeating: [:], count: tables.count)
        for (id, entry) in entries.enumerated() {
            let key = entry.registration.key
            ids[entry.registration.number] = id
            guard entry.isTop || keys[key].isOfContributions else { continue }
            answers[entry.container][key, default: []].append(id)
        }
        self.keys = keys
        self.tables = tables
        self.entries = entries
        self.ids = ids
        self.answers = answers
    }

    private static func entries(of table: StackTable, _ container: Int) -> [Entry] {
        let entries = table.withAllStacks { stacks in
            stacks.flatMap { stack in
                stack.registrations.map { registration in
                    Entry(
                        registration: registration,
                        details: registration.details,
                        isOfInstance: registration.isOfInstance,
                        isTop: registration.above == nil,
                        below: registration.below?.takeUnretainedValue(),
                        container: container
                    )
                }
            }
        }
        return entries.sorted { $0.registration.number < $1.registration.number }
    }

    /// The registrations that a look-up finds, but for those that take an argument.
    var answering: [(registration: AnyServiceRegistration, table: StackTable)] {
        entries.filter { entry in
            let key = keys[entry.registration.key]
            return !key.isOfArguments && (entry.isTop || key.isOfContributions)
        }
        .map { ($0.registration, tables[$0.container]) }
    }

    func registration(at node: Int) -> AnyServiceRegistration { entries[node].registration }

    /// The nodes of a path that begins with a registration. What a parent makes does not find what its children have.
    func nodes(along path: [DependencyError.Step], from first: AnyServiceRegistration) -> [Int?] {
        var container = ids[first.number].map { entries[$0].container } ?? tables.count - 1
        var isFirst = true
        return path.drop { $0.key != first.key }.map { step in
            let found = isFirst ? ids[first.number] : answer(to: step.key, keys[step.key], in: container).last
            isFirst = false
            if let found { container = entries[found].container }
            return found
        }
    }

    /// The graph, with what creators were seen to look up. Those that are known wholly have run to their end.
    func graph(adding seen: [SeenLookup] = [], knowing wholly: Set<UInt64> = []) -> DependencyGraph {
        var scopes: [ObjectIdentifier: Int] = [:]
        let modules = moduleNames()
        let nodes = entries.enumerated().map { id, entry in
            let registration = entry.registration
            let longevity = Longevity(registration.lifetime) { scope in
                let next = scopes.count
                let number = scopes[ObjectIdentifier(scope)] ?? next
                scopes[ObjectIdentifier(scope)] = number
                return number
            }
            let key = keys[registration.key]
            return DependencyGraph.Node(
                id: id,
                service: key.name,
                name: registration.key.name,
                kind: registration.graphKind(key.role),
                lifetime: registration.lifetime.description,
                longevity: longevity,
                fileID: registration.place.fileID.description,
                line: registration.place.line,
                module: modules[registration.number],
                answers: entry.isTop || key.isOfContributions,
                hasKnownDependencies: entry.isOfInstance || entry.details?.dependencies != nil
                    || wholly.contains(registration.number),
                key: key.number,
                container: entry.container
            )
        }
        var edges: [DependencyGraph.Edge] = []
        for (id, entry) in entries.enumerated() {
            if entry.registration.isDecorator { edges.append(decoration(of: entry, id)) }
            for dependency in entry.details?.dependencies ?? [] {
                edges += self.edges(of: dependency, from: id, entry.container)
            }
        }
        if seen.isEmpty { return DependencyGraph(nodes: nodes, edges: edges) }
        let known = Set(edges.compactMap { edge in edge.to.map { [edge.from, $0] } })
        edges += seen.compactMap { edge(of: $0) }.filter { edge in
            edge.to.map { !known.contains([edge.from, $0]) } ?? true
        }
        return DependencyGraph(nodes: nodes, edges: edges)
    }

    private func moduleNames() -> [UInt64: String] {
        var names: [UInt64: String] = [:]
        for table in tables {
            table.changeModules { modules in
                for module in modules {
                    let name = ServiceKey.fullName(of: module.module)
                    for registration in module.registrations { names[registration.number] = name }
                }
            }
        }
        return names
    }

    private func decoration(of entry: Entry, _ id: Int) -> DependencyGraph.Edge {
        let key = entry.registration.key
        let below = entry.below.flatMap { ids[$0.number] }
        return DependencyGraph.Edge(
            from: id,
            to: below ?? answer(to: key, keys[key], in: entry.container - 1).last,
            service: keys[key].name,
            name: key.name,
            kind: .decorates,
            origin: .declared,
            key: keys[key].number
        )
    }

    private func edges(
        of dependency: DeclaredDependency,
        from id: Int,
        _ container: Int
    ) -> [DependencyGraph.Edge] {
        let kind: DependencyGraph.Edge.Kind =
            switch dependency.kind {
            case .required: .required
            case .optional: .optional
            case .lazy: .lazy
            case .contributions: .contributions
            }
        let key = keys[dependency.key]
        let found = answer(to: dependency.key, key, in: container)
        let targets: [Int?] = dependency.kind == .contributions ? found : [found.last]
        return targets.map { target in
            DependencyGraph.Edge(
                from: id,
                to: target,
                service: key.name,
                name: dependency.key.name,
                kind: dependency.isLazy && target != nil ? .lazy : kind,
                origin: dependency.source == .wired ? .wired : .declared,
                key: key.number
            )
        }
    }

    private func edge(of seen: SeenLookup) -> DependencyGraph.Edge? {
        guard let from = ids[seen.from] else { return nil }
        let key = keys[seen.key]
        let to = seen.to.flatMap { ids[$0] } ?? answer(to: seen.key, key, in: entries[from].container).last
        // What answered is gone by now, or in a container that has nothing to do with this one.
        if to == nil, seen.to != nil { return nil }
        return DependencyGraph.Edge(
            from: from,
            to: to,
            service: key.name,
            name: seen.key.name,
            kind: key.isOfContributions ? .contributions : .required,
            origin: .seen,
            key: key.number
        )
    }

    /// What answers to a key in a container or its parents: one registration, or all contributions.
    private func answer(to key: ServiceKey, _ known: Keys.Known, in container: Int) -> [Int] {
        guard container >= 0 else { return [] }
        if known.isOfContributions { return answers[...container].flatMap { $0[key] ?? [] } }
        for answers in answers[...container].reversed() {
            if let found = answers[key] { return found }
        }
        return []
    }
}

extension ServiceKey {
    var isOfContributions: Bool { if case .contributions = role.kind { true } else { false } }
}

extension AnyServiceRegistration {
    fileprivate func graphKind(_ role: StackRole) -> DependencyGraph.Node.Kind {
        if isDecorator { return .decorator }
        switch role {
        case .contributions: return .contribution
        case .taking: return .takesArgument
        case .plain, .lazy: return rank == .byHand ? .service : .default
        }
    }
}

extension StackTable {
    /// Makes the defaults of the typed keys that are decorated here.
    fileprivate func decoratedDefaults() -> [DefaultRegistration] {
        withAllStacks { stacks in stacks.flatMap { $0.registrations.compactMap { $0.details?.makeDefault } } }
    }
}
