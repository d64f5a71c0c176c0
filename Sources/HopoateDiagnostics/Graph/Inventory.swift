import Hopoate

/// The registrations of a fork and its parents, from which a graph is made.
final class Inventory {
    /// A key in the graph. The name is that of the service with its argument; the kind knows no defaults and decorators.
    typealias Key = (number: Int, name: String, kind: DependencyGraph.Node.Kind)

    /// The registrations in the order of the nodes: the outermost container's first, each container's in order of registration.
    let entries: [RegistrationInfo]
    /// The fork and its parents, the outermost first.
    let containers: [DependencyContainer]
    var innermost: Int { containers.count - 1 }
    /// The positions of the forks and of their originals, by number.
    private(set) var positions: [UInt64: Int] = [:]
    /// The ids of the nodes, by the origins of the registrations.
    private(set) var ids: [UInt64: Int] = [:]
    /// The modules that have registered them, by the origins.
    private var modules: [UInt64: any DependencyModule.Type] = [:]
    /// The registrations that clean up, by their origins. A fork leaves the clean-up of registered instances to its original.
    private var originsWithCleanUp: Set<UInt64> = []
    /// A cache: the runtime takes long to name a type.
    private(set) var keys: [ServiceKey: Key] = [:]
    /// The entries that look-ups find: for each key, the top entry of each container, or all contributions.
    private(set) var answers: [ServiceKey: [Int]] = [:]
    /// These, and the entries that they decorate.
    private var live: [Bool] = []

    init(_ fork: DependencyContainer, of original: DependencyContainer) {
        containers = fork.withParents.reversed()
        entries = containers.flatMap(\.registrations)
        for (position, container) in containers.enumerated() {
            positions[container.number] = position
            for (type, added) in container.modules { for entry in added { modules[entry.origin] = type } }
        }
        for (distance, container) in original.withParents.enumerated() {
            positions[container.number] = innermost - distance
            originsWithCleanUp.formUnion(container.registrations.lazy.filter(\.cleansUp).map(\.origin))
        }
        for (id, entry) in entries.enumerated() {
            ids[entry.origin] = id
            if entry.cleansUp { originsWithCleanUp.insert(entry.origin) }
            if isAnswer(id) { answers[entry.key, default: []].append(id) }
        }
        live = Array(repeating: false, count: entries.count)
        for id in answers.values.joined() { for layer in layers(of: id) { live[layer] = true } }
    }

    /// The position of the container of a registration.
    func position(of id: Int) -> Int { positions[entries[id].container]! }

    /// The position of the owning container, which creates the instance for a look-up in another one. It also creates the decorations
    /// of the instance.
    func owner(of id: Int, for requester: Int) -> Int {
        lifetime(of: id).isCreatedByRequester ? requester : position(of: id)
    }

    /// The lifetime of an entry, or of the entry that it decorates.
    func lifetime(of id: Int) -> Lifetime { decorated(by: id).map(lifetime) ?? entries[id].lifetime }

    func decorated(by id: Int) -> Int? { entries[id].isDecorator ? entryBelow(id) : nil }

    private func entryBelow(_ id: Int) -> Int? {
        entries[id].originBelow.flatMap { ids[$0] } ?? answers(to: entries[id].key, in: position(of: id) - 1).last
    }

    /// An entry, and the entries that it decorates, one by the other.
    func layers(of id: Int) -> some Sequence<Int> { sequence(first: id, next: decorated) }

    var hasCleanUps: Bool { !originsWithCleanUp.isEmpty }

    func cleansUp(_ id: Int) -> Bool { originsWithCleanUp.contains(entries[id].origin) }

    /// The entries that a look-up without an argument finds, each with the container that creates it. First those that an app awaits at launch, as other creators may need
    /// them: the asynchronous ones, and then those of actors. Of each kind the newest, the oldest, the second newest and so on: if
    /// services are registered before or after what they need, the first ones create most of the others.
    var entriesInOrder: [(entry: RegistrationInfo, container: DependencyContainer)] {
        var kinds = [[Int]](repeating: [], count: 3)
        for id in answers.values.joined().sorted() where key(entries[id].key).kind != .takesArgument {
            let isAsynchronous = layers(of: id).contains { entries[$0].isAsynchronous }
            kinds[isAsynchronous ? 0 : layers(of: id).contains { entries[$0].home != nil } ? 1 : 2].append(id)
        }
        let ids = kinds.flatMap { found in
            found.indices.map { found[$0 % 2 == 0 ? found.count - 1 - $0 / 2 : $0 / 2] }
        }
        return ids.map { (entries[$0], containers[owner(of: $0, for: innermost)]) }
    }

    /// The entries that a look-up in a container finds: one registration, or all contributions.
    func answers(to key: ServiceKey, in container: Int) -> [Int] {
        let found = (answers[key] ?? []).filter { position(of: $0) <= container }
        return self.key(key).kind == .contribution ? found : found.suffix(1)
    }

    /// The entries that a dependency of an entry finds in a container.
    func answers(to dependency: DeclaredDependency, of id: Int, in container: Int) -> [Int] {
        let key = dependency.key
        // An eager creator finds the registration below its own.
        let isBelow = key == entries[id].key && entries[id].lifetime == .eager
        let found = isBelow ? [entryBelow(id)].compactMap(\.self) : answers(to: key, in: container)
        let others = dependency.alternative.map { answers(to: $0, in: container) } ?? []
        // A registered list answers before its contributions do.
        if !others.isEmpty, found.isEmpty || dependency.kind == .contributions { return others }
        if !found.isEmpty || dependency.time != .atEachUse { return found }
        return answers.keys.filter(key.isOfService).flatMap { answers(to: $0, in: container) }.sorted()
    }

    func isLive(_ id: Int) -> Bool { live[id] }

    private func isAnswer(_ id: Int) -> Bool { entries[id].depth == 0 || key(entries[id].key).kind == .contribution }

    func key(_ key: ServiceKey) -> Key {
        if let cached = keys[key] { return cached }
        let kind: DependencyGraph.Node.Kind =
            key.isOfContributions ? .contribution : key.takesArgument ? .takesArgument : .service
        let described = (keys.count, key.label, kind)
        keys[key] = described
        return described
    }

    /// Makes the graph of the instances.
    ///
    /// - Parameters:
    ///   - instances: What the instances need.
    ///   - record: What creators did. Nil if none ran.
    ///   - others: Needs that no event shows.
    /// - Returns: The graph.
    func graph(
        of instances: Instances,
        after record: CheckRecord?,
        adding others: [DependencyGraph.Edge]
    ) -> DependencyGraph {
        let created = Set((record?.ran ?? []).map(\.origin))
        let nodes = entries.enumerated().map { id, entry in
            let key = key(entry.key)
            return DependencyGraph.Node(
                id: id,
                service: key.name,
                name: entry.key.name,
                kind: entry.isDecorator ? .decorator : key.kind == .service && entry.isDefault ? .default : key.kind,
                lifetime: entry.isInstance ? "instance" : entry.lifetime.description,
                fileID: entry.fileID,
                line: entry.line,
                module: modules[entry.origin].map { ServiceKey.fullName(of: $0) },
                actor: entry.actor?.actorName,
                answers: isAnswer(id),
                hasKnownDependencies: entry.dependencies != nil || created.contains(entry.origin),
                isLive: isLive(id),
                key: key.number
            )
        }
        return DependencyGraph(nodes: nodes, edges: instances.edges + others)
    }
}
