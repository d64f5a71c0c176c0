import Hopoate

/// What each instance needs that containers create. A registration may have several: a parent creates an instance that it keeps from
/// its own services, and so also its own of what each container creates for itself.
///
/// The instances of one container are numbered like the nodes, those of the next container follow, and so on.
struct Instances {
    typealias Edge = DependencyGraph.Edge

    let inventory: Inventory
    private let nodeCount: Int
    /// The needs of each instance for others, if its registration is live.
    private(set) var needs: [[(instance: Int, edge: Edge)]]
    /// The edges of all registrations, also to services that are missing.
    private(set) var edges: [Edge] = []
    /// The nodes for whose instances others are created, by the others.
    private var holders: [Int: Int] = [:]

    init(_ inventory: Inventory, after record: CheckRecord? = nil) {
        self.inventory = inventory
        nodeCount = inventory.entries.count
        needs = Array(repeating: [], count: nodeCount * inventory.containers.count)
        var pending = (0..<nodeCount).map { inventory.owner(of: $0, for: inventory.innermost) * nodeCount + $0 }
        var isKnown = [Bool](repeating: false, count: needs.count)
        for instance in pending { isKnown[instance] = true }
        while let next = pending.popLast() {
            addNeeds(of: next, after: record)
            for need in needs[next] where !isKnown[need.instance] {
                isKnown[need.instance] = true
                holders[need.instance] = holders[next] ?? node(next)
                pending.append(need.instance)
            }
        }
    }

    func node(_ instance: Int) -> Int { instance % nodeCount }

    /// The position of the container that creates it.
    func container(_ instance: Int) -> Int { instance / nodeCount }

    private mutating func addNeeds(of instance: Int, after record: CheckRecord?) {
        let (node, owner) = (node(instance), container(instance))
        let entry = inventory.entries[node]
        if entry.isDecorator { add(inventory.decorated(by: node), entry.key, .decorates, .declared, of: instance) }
        for dependency in entry.dependencies ?? [] { add(dependency, .wired, of: instance, in: owner) }
        guard let record else { return }
        let creator = RanCreator(origin: entry.origin, owner: inventory.containers[owner].number)
        for lookup in record.lookups[creator] ?? [] {
            guard let id = inventory.ids[lookup.to] else { continue }
            let isList = inventory.key(lookup.key).kind == .contribution
            add(id, lookup.key, isList ? .contributions : .required, .seen, of: instance)
        }
        for property in record.properties[creator] ?? [] {
            guard let position = inventory.positions[property.container] else { continue }
            add(property.dependency, .seen, of: instance, in: position)
        }
    }

    private mutating func add(
        _ dependency: DeclaredDependency,
        _ origin: Edge.Origin,
        of instance: Int,
        in container: Int
    ) {
        let found = inventory.answers(to: dependency, of: node(instance), in: container)
        for id in found {
            add(id, inventory.entries[id].key, dependency.edgeKind, origin, of: instance, in: container)
        }
        // The graph shows optional parameters, too.
        let isShown = dependency.kind == .optional && origin == .wired && holders[instance] == nil
        if found.isEmpty, dependency.kind == .required || isShown {
            add(nil, dependency.key, isShown ? .optional : dependency.edgeKind, origin, of: instance)
        }
    }

    private mutating func add(
        _ id: Int?,
        _ key: ServiceKey,
        _ kind: Edge.Kind,
        _ origin: Edge.Origin,
        of instance: Int,
        in container: Int? = nil
    ) {
        let (number, service, _) = inventory.key(key)
        let (node, name) = (node(instance), key.name)
        let from = id == nil ? holders[instance] ?? node : node
        let edge = Edge(from: from, to: id, service: service, name: name, kind: kind, origin: origin, key: number)
        edges.append(edge)
        guard let id, inventory.isLive(node) else { return }
        let owner = inventory.owner(of: id, for: container ?? self.container(instance))
        needs[instance].append((owner * nodeCount + id, edge))
    }
}

extension DeclaredDependency {
    fileprivate var edgeKind: DependencyGraph.Edge.Kind {
        switch (time, kind) {
        case (.whenFirstUsed, _): .lazy
        case (.atEachUse, _): .provider
        case (.whenRead, _): .property
        case (.whenCreated, .required): .required
        case (.whenCreated, .optional): .optional
        case (.whenCreated, .contributions): .contributions
        }
    }
}
