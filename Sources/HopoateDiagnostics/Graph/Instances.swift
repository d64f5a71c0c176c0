import Hopoate

/// What each instance needs that containers create. A registration may have several: a parent creates an instance that it keeps from
/// its own services, and so also its own of what each container creates for itself.
///
/// The instances of one container are numbered like the nodes, those of the next container follow, and so on.
struct Instances {
    private typealias Edge = DependencyGraph.Edge
    /// A need for another instance, or for a service that is missing.
    typealias Need = (instance: Int?, edge: DependencyGraph.Edge)

    private let inventory: Inventory
    private let nodeCount: Int
    private(set) var needs: [[Need]]
    /// The nodes for whose instances others are created, by the others.
    private var holders: [Int: Int] = [:]
    /// The services that are registered without an argument, by any name.
    private let services: Set<ObjectIdentifier>

    init(_ inventory: Inventory, after record: CheckRecord? = nil) {
        self.inventory = inventory
        nodeCount = inventory.entries.count
        needs = Array(repeating: [], count: nodeCount * inventory.containers.count)
        services = Set(inventory.answers.keys.filter { !$0.takesArgument }.map { ObjectIdentifier($0.serviceType) })
        var pending = (0..<nodeCount).map { instance(of: $0, for: inventory.innermost) }
        var known = Set(pending)
        while let next = pending.popLast() {
            needs[next] = needs(of: next, after: record)
            for case let instance? in needs[next].map(\.instance) where known.insert(instance).inserted {
                holders[instance] = holders[next] ?? node(next)
                pending.append(instance)
            }
        }
    }

    func node(_ instance: Int) -> Int { instance % nodeCount }

    /// The position of the container that creates it.
    func container(_ instance: Int) -> Int { instance / nodeCount }

    private func instance(of node: Int, for requester: Int) -> Int {
        inventory.owner(of: node, for: requester) * nodeCount + node
    }

    private func needs(of instance: Int, after record: CheckRecord?) -> [Need] {
        let (node, owner) = (node(instance), container(instance))
        let entry = inventory.entries[node]
        var needs: [Need] = []
        func add(_ id: Int?, _ key: ServiceKey, _ kind: Edge.Kind, _ origin: Edge.Origin, in container: Int) {
            let (number, service, _) = inventory.key(key)
            let (from, name) = (id == nil ? holders[instance] ?? node : node, key.name)
            let edge = Edge(from: from, to: id, service: service, name: name, kind: kind, origin: origin, key: number)
            needs.append((id.map { self.instance(of: $0, for: container) }, edge))
        }
        func add(_ dependency: DeclaredDependency, _ origin: Edge.Origin, in container: Int) {
            let found = inventory.answers(to: dependency, of: node, in: container)
            for id in found { add(id, inventory.entries[id].key, dependency.edgeKind(), origin, in: container) }
            // The graph shows optional parameters, and lists of services that are registered with a name or not as contributions.
            let isShown =
                dependency.kind == .optional || services.contains(ObjectIdentifier(dependency.key.serviceType))
            if found.isEmpty, dependency.kind == .required || isShown && origin == .wired && holders[instance] == nil {
                add(nil, dependency.key, dependency.edgeKind(isMissing: true), origin, in: container)
            }
        }
        if entry.isDecorator { add(inventory.decorated(by: node), entry.key, .decorates, .declared, in: owner) }
        for dependency in entry.dependencies ?? [] { add(dependency, .wired, in: owner) }
        guard let record else { return needs }
        let creator = RanCreator(origin: entry.origin, owner: inventory.containers[owner].number)
        for lookup in record.lookupsOfCreator(creator) {
            guard let id = inventory.ids[lookup.to] else { continue }
            let isList = inventory.key(lookup.key).kind == .contribution
            add(id, lookup.key, isList ? .contributions : .required, .seen, in: owner)
        }
        for property in record.properties[creator] ?? [] {
            if let position = inventory.positions[property.container] { add(property.dependency, .seen, in: position) }
        }
        return needs
    }
}

extension DeclaredDependency {
    /// The kind of the edge. A service that is missing is an optional one or a list, whenever it is resolved.
    fileprivate func edgeKind(isMissing: Bool = false) -> DependencyGraph.Edge.Kind {
        if kind == .required || !isMissing {
            switch time {
            case .whenCreated: break
            case .whenFirstUsed: return .lazy
            case .atEachUse: return .provider
            case .whenRead: return .property
            }
        }
        return kind == .optional ? .optional : kind == .contributions ? .contributions : .required
    }
}
