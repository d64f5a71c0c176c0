import Hopoate

/// The registrations of a container and its parents, from which a graph is made.
final class Inventory {
    @dynamicMemberLookup
    struct Entry {
        let info: RegistrationInfo
        /// The position of the container among its parents. The outermost has 0.
        let position: Int
        /// The module that registered it.
        let module: (any DependencyModule.Type)?

        subscript<Value>(dynamicMember path: KeyPath<RegistrationInfo, Value>) -> Value { info[keyPath: path] }
    }

    /// A key in the graph. The name is that of the service with its argument; the kind knows no defaults and decorators.
    typealias Key = (number: Int, name: String, kind: DependencyGraph.Node.Kind)
    private typealias Edge = DependencyGraph.Edge

    /// The registrations in the order of the nodes: the outermost container's first, each container's in order of registration.
    let entries: [Entry]
    /// The container and its parents, the outermost first.
    private let containers: [DependencyContainer]
    private var innermost: Int { containers.count - 1 }
    /// The positions of the containers, and of the originals of forks, by number.
    private var positions: [UInt64: Int] = [:]
    /// The ids of the nodes, by the origins of the registrations.
    private(set) var ids: [UInt64: Int] = [:]
    /// A cache: the runtime takes long to name a type.
    private var keys: [ServiceKey: Key] = [:]
    /// The entries that look-ups find: for each key, the top entry of each container, or all contributions.
    private(set) var answers: [ServiceKey: [Int]] = [:]
    /// The services that are registered without an argument, by any name.
    private lazy var services = Set(answers.keys.filter { !$0.takesArgument }.map { ObjectIdentifier($0.serviceType) })
    /// The first entries of scopes, by their lifetimes.
    private lazy var scopes = Dictionary(entries.enumerated().map { ($1.lifetime, $0) }) { first, _ in first }
    /// The origins of registrations that clean up. A fork leaves the clean-up of registered instances to its original.
    private var originsWithCleanUp: Set<UInt64> = []
    /// The origins of the registrations with instances that a trial has not cleaned up.
    var notCleanedUp: [UInt64] = []
    /// The lists, without contributions, of the properties of entries.
    private var emptyLists: [Int: ServiceKey] = [:]

    /// First registers what a look-up would register: automatic registrations, and decorated defaults of typed keys.
    init(_ container: DependencyContainer, forkedFrom original: DependencyContainer? = nil) {
        containers = container.withParents.reversed()
        container.registerDefaults()
        entries = containers.enumerated().flatMap { position, container in
            var modules: [UInt64: any DependencyModule.Type] = [:]
            for module in container.modules { for origin in module.origins { modules[origin] = module.type } }
            return container.registrations.map { Entry(info: $0, position: position, module: modules[$0.origin]) }
        }
        for innermostContainer in [container, original ?? container] {
            for (distance, container) in innermostContainer.withParents.enumerated() {
                positions[container.number] = innermost - distance
                originsWithCleanUp.formUnion(container.registrations.lazy.filter(\.cleansUp).map(\.origin))
            }
        }
        for (id, entry) in entries.enumerated() {
            ids[entry.origin] = id
            if isAnswer(id) { answers[entry.key, default: []].append(id) }
        }
    }

    /// The position of the owning container, which creates the instance for a look-up in the innermost one. It also creates
    /// the decorations of the instance.
    private func owner(of id: Int) -> Int { lifetime(of: id).isCreatedByRequester ? innermost : entries[id].position }

    /// The lifetime of an entry, or of the entry that it decorates.
    private func lifetime(of id: Int) -> Lifetime { decorated(by: id).map(lifetime) ?? entries[id].lifetime }

    private func decorated(by id: Int) -> Int? { entries[id].isDecorator ? entryBelow(id) : nil }

    private func entryBelow(_ id: Int) -> Int? {
        entries[id].originBelow.flatMap { ids[$0] } ?? answers(to: entries[id].key, in: entries[id].position - 1).last
    }

    /// The entries that a look-up without an argument finds, each with the container that creates it: the newest, the oldest,
    /// the second newest and so on. If services are registered before or after the services that they need, the first trials
    /// create most of the others.
    var entriesInTrialOrder: [(entry: Entry, container: DependencyContainer)] {
        let found = answers.values.joined().filter { !entries[$0].key.takesArgument }.sorted()
        return found.indices.map { index in
            let id = found[index % 2 == 0 ? found.count - 1 - index / 2 : index / 2]
            return (entries[id], containers[owner(of: id)])
        }
    }

    /// The entries that a look-up in a container finds: one registration, or all contributions.
    func answers(to key: ServiceKey, in container: Int) -> [Int] {
        let found = (answers[key] ?? []).filter { entries[$0].position <= container }
        return self.key(key).kind == .contribution ? found : found.suffix(1)
    }

    /// The nodes along the path of an error, from the entry that was resolved. Nil if a creator did not run, or its
    /// registration has been removed.
    func nodes(along path: [DependencyError.Step], from first: Entry) -> [Int?] {
        path.drop { $0.key != first.key }.map { step in step.creator.flatMap { ids[$0.origin] } }
    }

    /// Makes the graph.
    ///
    /// - Parameters:
    ///   - lookups: The look-ups of creators, followed by those that the properties of their instances will make.
    ///   - trial: What creators did in the trial. Nil if there was none.
    /// - Returns: The graph.
    func graph(adding lookups: [TrialLookup] = [], of trial: TrialRecord? = nil) -> DependencyGraph {
        var edges: [Edge] = []
        for (id, entry) in entries.enumerated() {
            if entry.isDecorator { edges.append(edge(id, decorated(by: id), entry.key, .decorates, .declared)) }
            var visited: Set = [id]
            edges += wiredEdges(of: id, for: id, in: owner(of: id), &visited)
        }
        for lookup in lookups {
            guard let from = ids[lookup.from],
                let container = positions[lookup.property?.container ?? entries[from].info.container]
            else { continue }
            let found = lookup.to.flatMap { ids[$0] } ?? answers(to: lookup.key, in: container).last
            let to = found ?? lookup.key.contributions.flatMap { answers(to: $0, in: container).last }
            if to == nil, lookup.property?.isRequired == true, lookup.key.contributions != nil {
                emptyLists[from] = lookup.key
            }
            // The registration that answered has been removed, or is in a container that the graph does not show.
            if to == nil, lookup.to != nil || lookup.property?.mayBeMissing == true { continue }
            let kind = key(lookup.key).kind == .contribution ? Edge.Kind.contributions : .required
            let answering = to.map { entries[$0].key } ?? lookup.key
            edges.append(edge(from, to, answering, lookup.property == nil ? kind : .property, .seen))
            edges[edges.count - 1].isOptionalProperty = lookup.property?.mayBeMissing
        }
        let decorators = answers.values.joined().filter { entries[$0].isDecorator }
        let chains = Set(decorators.flatMap { sequence(first: $0, next: decorated) })
        let nodes = entries.indices.map { node($0, isLive: chains.contains($0) || isAnswer($0), after: trial) }
        return DependencyGraph(nodes: nodes, edges: edges)
    }

    private func edge(_ from: Int, _ to: Int?, _ key: ServiceKey, _ kind: Edge.Kind, _ origin: Edge.Origin) -> Edge {
        let (number, service, _) = self.key(key)
        return Edge(from: from, to: to, service: service, name: key.name, kind: kind, origin: origin, key: number)
    }

    /// The needs of an entry's initializer, as edges of `user`.
    ///
    /// A parent creates an instance that it keeps from its own services. So such a user also has the needs, in the parent, of the
    /// services that each container creates for itself. A service that only a child has is missing.
    private func wiredEdges(of id: Int, for user: Int, in container: Int, _ visited: inout Set<Int>) -> [Edge] {
        var edges: [Edge] = []
        for dependency in entries[id].dependencies ?? [] {
            let key = dependency.key
            // An eager creator finds the registration below its own.
            let isBelow = key == entries[id].key && entries[id].lifetime == .eager
            var found = isBelow ? [entryBelow(id)].compactMap(\.self) : answers(to: key, in: container)
            let others = dependency.alternative.map { answers(to: $0, in: container) } ?? []
            // A registered list answers before its contributions do.
            if !others.isEmpty, found.isEmpty || dependency.kind == .contributions { found = others }
            if found.isEmpty, dependency.time == .atEachUse {
                found = answers.keys.filter(key.isOfService).flatMap { answers(to: $0, in: container) }.sorted()
            }
            edges += found.map { edge(id, $0, entries[$0].key, dependency.edgeKind(isMissing: false), .wired) }
            if found.isEmpty, dependency.kind == .required || id == user && isShownIfMissing(dependency) {
                edges.append(edge(user, nil, key, dependency.edgeKind(isMissing: true), .wired))
            }
            // A decorator has the needs of the entry below it.
            for next in found.flatMap({ sequence(first: $0, next: decorated) })
            where owner(of: next) > container && visited.insert(next).inserted {
                edges += wiredEdges(of: next, for: user, in: container, &visited)
            }
        }
        return edges
    }

    /// Whether the graph shows a service that is missing and need not be there: an optional one, or a list of services that are
    /// registered with a name or not as contributions.
    private func isShownIfMissing(_ dependency: DeclaredDependency) -> Bool {
        dependency.kind == .optional || services.contains(ObjectIdentifier(dependency.key.serviceType))
    }

    private func isAnswer(_ id: Int) -> Bool { entries[id].depth == 0 || key(entries[id].key).kind == .contribution }

    /// A list that is empty, or which function of an entry a trial did not run, and why. Nil if something went wrong, which is a problem.
    private func note(_ id: Int, isFound: Bool) -> String? {
        let entry = entries[id]
        let list = emptyLists[id]?.description
        if let list { return "its property of \(list) is an empty list, as nothing is contributed" }
        if notCleanedUp.contains(entry.origin) { return "onRemove not run: something else may hold the instance" }
        if isFound { return nil }
        if entry.key.takesArgument { return "creator not run: it takes an argument" }
        if entry.isAsynchronous { return "creator not run: it is asynchronous, and was not awaited before" }
        let actor = entry.actor.flatMap { ActorIsolation.isCurrent($0) ? nil : $0.actorName }
        return actor.map { "creator not run: it runs on the \($0) only" }
    }

    private func node(_ id: Int, isLive: Bool, after trial: TrialRecord?) -> DependencyGraph.Node {
        let (entry, lifetime) = (entries[id], lifetime(of: id))
        let key = key(entry.key)
        let longevity: Longevity =
            if lifetime.isScoped {
                .scoped(number: scopes[lifetime] ?? 0)
            } else {
                lifetime.keepsInstances ? .kept : .passing
            }
        return DependencyGraph.Node(
            id: id,
            service: key.name,
            name: entry.key.name,
            kind: entry.isDecorator ? .decorator : key.kind == .service && entry.isDefault ? .default : key.kind,
            lifetime: entry.lifetime.description,
            fileID: entry.fileID,
            line: entry.line,
            module: entry.module.map { ServiceKey.fullName(of: $0) },
            actor: entry.actor?.actorName,
            answers: isAnswer(id),
            hasKnownDependencies: entry.dependencies != nil || trial?.completed.contains(entry.origin) == true,
            isLive: isLive,
            longevity: longevity,
            isCreatedByRequester: lifetime.isCreatedByRequester,
            isKeptByParent: owner(of: id) < innermost && lifetime.keepsInstances ? true : nil,
            note: note(id, isFound: !isLive || trial?.found.contains(entry.origin) != false),
            cleansUp: lifetime.keepsInstances && originsWithCleanUp.contains(entry.origin) ? true : nil,
            key: key.number,
            container: entry.position
        )
    }

    func key(_ key: ServiceKey) -> Key {
        if let cached = keys[key] { return cached }
        let kind: DependencyGraph.Node.Kind =
            key.isOfContributions ? .contribution : key.takesArgument ? .takesArgument : .service
        let described = (keys.count, key.label, kind)
        keys[key] = described
        return described
    }
}

extension DeclaredDependency {
    /// The kind of the edge. A service that is missing is an optional one or a list, whenever it is resolved.
    fileprivate func edgeKind(isMissing: Bool) -> DependencyGraph.Edge.Kind {
        let later: DependencyGraph.Edge.Kind? = time == .atEachUse ? .provider : time == .whenFirstUsed ? .lazy : nil
        if let later, kind == .required || !isMissing { return later }
        return kind == .optional ? .optional : kind == .contributions ? .contributions : .required
    }
}
