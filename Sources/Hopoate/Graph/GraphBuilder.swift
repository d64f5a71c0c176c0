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
        let entries = tables.enumerated().flatMap { GraphBuilder.entries(of: $0.element, container: $0.offset) }
        var ids: [UInt64: Int] = [:]
        var answers = [[ServiceKey: [Int]]](repeating: [:], count: tables.count)
        for (id, entry) in entries.enumerated() {
            let key = entry.registration.key
            ids[entry.registration.number] = id
            guard entry.isTop || key.isOfContributions else { continue }
            answers[entry.container][key, default: []].append(id)
        }
        self.tables = tables
        self.entries = entries
        self.ids = ids
        self.answers = answers
    }

    private static func entries(of table: StackTable, container: Int) -> [Entry] {
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
        return entries.filter { !$0.registration.key.isInternal }
            .sorted { $0.registration.number < $1.registration.number }
    }

    /// The registrations that a look-up finds, but for those that take an argument.
    var answering: [(registration: AnyServiceRegistration, table: StackTable)] {
        entries.filter { entry in
            if case .taking = entry.registration.key.role.kind { return false }
            return entry.isTop || entry.registration.key.isOfContributions
        }
        .map { ($0.registration, tables[$0.container]) }
    }

    /// The registration that answers to a key.
    func registration(answering key: ServiceKey) -> AnyServiceRegistration? {
        node(answering: key, number: nil).map { entries[$0].registration }
    }

    /// The node of a registration, or of the one that answers to a key.
    func node(answering key: ServiceKey, number: UInt64?) -> Int? {
        if let number, let id = ids[number] { return id }
        return answers.reversed().lazy.compactMap { $0[key]?.last }.first
    }

    /// - Parameter seen: What creators were seen to look up, which are known completely then.
    func graph(adding seen: [SeenLookup] = [], knowing wholly: Set<UInt64> = []) -> DependencyGraph {
        var keys: [ServiceKey: Int] = [:]
        var scopes: [ObjectIdentifier: Int] = [:]
        func number(_ key: ServiceKey) -> Int {
            let count = keys.count
            return keys.merge(key, count)
        }
        let modules = moduleNames()
        let nodes = entries.enumerated().map { id, entry in
            let registration = entry.registration
            let longevity = Longevity(registration.lifetime) { scope in
                let count = scopes.count
                return scopes.merge(ObjectIdentifier(scope), count)
            }
            return DependencyGraph.Node(
                id: id,
                service: registration.key.graphName,
                name: registration.key.name,
                kind: registration.graphKind,
                lifetime: registration.lifetime.description,
                longevity: longevity,
                fileID: registration.place.fileID.description,
                line: registration.place.line,
                module: modules[registration.number],
                answers: entry.isTop || registration.key.isOfContributions,
                hasKnownDependencies: entry.isOfInstance || entry.details?.dependencies != nil
                    || wholly.contains(registration.number),
                key: number(registration.key),
                container: entry.container
            )
        }
        var edges: [DependencyGraph.Edge] = []
        for (id, entry) in entries.enumerated() {
            if entry.registration.isDecorator { edges.append(decoration(of: entry, id, number)) }
            for dependency in entry.details?.dependencies ?? [] {
                edges += self.edges(of: dependency, from: id, entry.container, number)
            }
        }
        let known = Set(edges.compactMap { edge in edge.to.map { [edge.from, $0] } })
        edges += seen.compactMap { edge(of: $0, number) }.filter { edge in
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

    private func decoration(
        of entry: Entry,
        _ id: Int,
        _ number: (ServiceKey) -> Int
    ) -> DependencyGraph.Edge {
        let key = entry.registration.key
        let below = entry.below.flatMap { ids[$0.number] }
        return DependencyGraph.Edge(
            from: id,
            to: below ?? answer(to: key, in: entry.container - 1).last,
            service: key.graphName,
            name: key.name,
            kind: .decorates,
            origin: .declared,
            key: number(key)
        )
    }

    private func edges(
        of dependency: DeclaredDependency,
        from id: Int,
        _ container: Int,
        _ number: (ServiceKey) -> Int
    ) -> [DependencyGraph.Edge] {
        let kind: DependencyGraph.Edge.Kind =
            switch dependency.kind {
            case .required: .required
            case .optional: .optional
            case .lazy: .lazy
            case .contributions: .contributions
            }
        let found = answer(to: dependency.key, in: container)
        let targets: [Int?] = dependency.kind == .contributions ? found : [found.last]
        return targets.map { target in
            DependencyGraph.Edge(
                from: id,
                to: target,
                service: dependency.key.graphName,
                name: dependency.key.name,
                kind: kind,
                origin: dependency.source == .wired ? .wired : .declared,
                key: number(dependency.key)
            )
        }
    }

    private func edge(of seen: SeenLookup, _ number: (ServiceKey) -> Int) -> DependencyGraph.Edge? {
        guard let from = ids[seen.from] else { return nil }
        let isContribution = seen.key.isOfContributions
        return DependencyGraph.Edge(
            from: from,
            to: node(answering: seen.key, number: seen.to),
            service: seen.key.graphName,
            name: seen.key.name,
            kind: isContribution ? .contributions : .required,
            origin: .seen,
            key: number(seen.key)
        )
    }

    /// What answers to a key in a container or its parents: one registration, or all contributions.
    private func answer(to key: ServiceKey, in container: Int) -> [Int] {
        guard container >= 0 else { return [] }
        let found = answers[...container].compactMap { $0[key] }
        return key.isOfContributions ? found.flatMap { $0 } : found.last ?? []
    }
}

extension Dictionary {
    /// The value of a key, which is set if there is none.
    fileprivate mutating func merge(_ key: Key, _ value: Value) -> Value {
        if let known = self[key] { return known }
        self[key] = value
        return value
    }
}

extension ServiceKey {
    var isOfContributions: Bool { if case .contributions = role.kind { true } else { false } }

    /// The service, and the argument that it takes.
    fileprivate var graphName: String {
        let (service, kind) = role
        let name = ServiceKey.fullName(of: service)
        if case .taking = kind { return kind.describe(name) }
        return name
    }
}

extension AnyServiceRegistration {
    fileprivate var graphKind: DependencyGraph.Node.Kind {
        if isDecorator { return .decorator }
        switch key.role.kind {
        case .contributions: return .contribution
        case .taking: return .takesArgument
        case .plain, .lazy: return rank == .byHand ? .service : .default
        }
    }
}
