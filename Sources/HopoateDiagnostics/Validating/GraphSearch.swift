import Hopoate

/// Finds cycles, captives, and services that are removed before their users, among instances. It skips covered registrations, and
/// does not recurse.
struct GraphSearch {
    private let inventory: Inventory
    private let instances: Instances
    /// The needs of each instance that is live.
    private let needs: [[Need]]

    /// One instance's need for another. It is late if it is not met while the instance is created. It is held unless each use looks
    /// it up.
    private typealias Need = (instance: Int, isLate: Bool, isHeld: Bool)

    init(_ instances: Instances, _ inventory: Inventory, _ nodes: [DependencyGraph.Node]) {
        (self.inventory, self.instances) = (inventory, instances)
        needs = instances.needs.map { needs in
            needs.compactMap { need in
                guard let instance = need.instance, nodes[need.edge.from].isLive else { return nil }
                let kind = need.edge.kind
                return (instance, kind.isLate, kind != .property && kind != .provider)
            }
        }
    }

    /// Cycles that cover all instances which are in any cycle. Each is the shortest one through its first node.
    func cycles() -> [[Int]] {
        // The number of users of each instance. Instances without users are removed, with their needs, until only cycles and
        // what they need remain.
        var userCounts = [Int](repeating: 0, count: needs.count)
        for need in needs.joined() where !need.isLate { userCounts[need.instance] += 1 }
        var unused = needs.indices.filter { userCounts[$0] == 0 }
        while let instance = unused.popLast() {
            for need in needs[instance] where !need.isLate {
                userCounts[need.instance] -= 1
                if userCounts[need.instance] == 0 { unused.append(need.instance) }
            }
        }
        var cycles: [[Int]] = []
        for instance in needs.indices where userCounts[instance] > 0 {
            for cycle in paths(from: instance, over: { !$1.isLate }, endingAt: { $0 == instance }) {
                for member in cycle { userCounts[member] = 0 }
                cycles.append(cycle.dropLast())
            }
        }
        return nodes(of: cycles)
    }

    /// The paths from kept nodes, over nodes that are not kept, to kept nodes that can end earlier, or that each child has an
    /// instance of. If a decorator is kept, the path leads on to what it decorates.
    func captives() -> [[Int]] {
        let found = needs.indices.filter(isKept).flatMap { holder in
            paths(from: holder, over: { $1.isHeld }, endingAt: isKept).filter {
                isCaptive($0[$0.count - 1], of: holder)
            }
        }
        return nodes(of: found).map { path in path + inventory.layers(of: path[path.count - 1]).dropFirst() }
    }

    private func isCaptive(_ used: Int, of holder: Int) -> Bool {
        let (lifetime, ofHolder) = (lifetime(used), lifetime(holder))
        // A parent keeps its own of what each child has an instance of.
        let isOfParent = !ofHolder.isCreatedByRequester && instances.container(holder) < inventory.innermost
        return isOfParent && lifetime.isCreatedByRequester || lifetime.isScoped && lifetime != ofHolder
    }

    /// The paths from nodes that a registration keeps to nodes with a clean-up that they use when they are created, and that their
    /// container releases first. Contributions are skipped.
    ///
    /// An instance that the requesting container keeps was created from older ones, which are released later. So it is no such user.
    func removedBeforeUsers() -> [[Int]] {
        let found = needs.indices.filter(isUser).flatMap { user in
            paths(from: user) { from, need in
                // Another user on the way has paths of its own, so the cost is linear.
                let isOfOther = from != user && isUser(from) && isReleased(need.instance, before: from)
                let isOnWay = isReleased(need.instance, before: user) || !isKept(need.instance)
                return !need.isLate && !isOfOther && isOnWay && !isContribution(need.instance)
            } endingAt: {
                inventory.cleansUp(instances.node($0)) && isReleased($0, before: user)
            }
        }
        // An older user on the way has a path of its own.
        return nodes(
            of: found.filter { path in
                path.filter { isUser($0) && isReleased(path[path.count - 1], before: $0) }.count == 1
            }
        )
    }

    /// Whether a registration keeps the instance until it is removed.
    private func isUser(_ instance: Int) -> Bool {
        isKept(instance) && !lifetime(instance).isCreatedByRequester && !isContribution(instance)
    }

    /// Whether a kept instance is released before that of a user: the newest registration first, and defaults last. An instance that
    /// the container itself keeps is newer than the registrations of its users, unless these create theirs first.
    private func isReleased(_ used: Int, before user: Int) -> Bool {
        let (entry, other) = (inventory.entries[instances.node(used)], inventory.entries[instances.node(user)])
        if lifetime(used).isCreatedByRequester {
            let isEager = other.lifetime == .eager && !other.isDefault
            return isKept(used) && instances.container(used) == instances.container(user) && !isEager
        }
        return entry.container == other.container && entry.number > other.number
            && (!entry.isDefault || other.isDefault)
    }

    private func lifetime(_ instance: Int) -> Lifetime { inventory.lifetime(of: instances.node(instance)) }

    private func isKept(_ instance: Int) -> Bool { lifetime(instance).keepsInstances }

    private func isContribution(_ instance: Int) -> Bool {
        inventory.key(inventory.entries[instances.node(instance)].key).kind == .contribution
    }

    /// Turns paths over instances into paths over nodes, each once.
    private func nodes(of paths: [[Int]]) -> [[Int]] {
        var found: Set<[Int]> = []
        return paths.map { $0.map(instances.node) }.filter { found.insert($0).inserted }
    }

    /// The shortest paths to the instances at which a search ends. The search is breadth-first.
    private func paths(from start: Int, over isTaken: (Int, Need) -> Bool, endingAt isEnd: (Int) -> Bool) -> [[Int]] {
        var sources: [Int: Int] = [:]
        var ends: [Int] = []
        var queue = [start][...]
        while let instance = queue.popFirst() {
            for need in needs[instance] where sources[need.instance] == nil && isTaken(instance, need) {
                sources[need.instance] = instance
                if isEnd(need.instance) { ends.append(need.instance) } else { queue.append(need.instance) }
            }
        }
        return ends.map { end in
            sequence(first: sources[end] ?? start) { $0 == start ? nil : sources[$0] }.reversed() + [end]
        }
    }
}

extension DependencyGraph.Edge.Kind {
    /// Whether the service is resolved after its user was created.
    var isLate: Bool { self == .lazy || self == .provider || self == .property }
}
