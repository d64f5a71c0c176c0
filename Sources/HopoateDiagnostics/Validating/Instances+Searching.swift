// Finds cycles, captives, and services that are removed before their users. Skips covered registrations, and does not recurse.

import Hopoate

extension Instances {
    /// Cycles that cover all instances which are in any cycle. Each is the shortest one through its first node.
    func cycles() -> [[Int]] {
        // The number of users of each instance. Instances without users are removed, with their needs, until only cycles and
        // what they need remain.
        var userCounts = [Int](repeating: 0, count: needs.count)
        for need in needs.joined() where !need.edge.kind.isLate { userCounts[need.instance] += 1 }
        var unused = needs.indices.filter { userCounts[$0] == 0 }
        while let instance = unused.popLast() {
            for need in needs[instance] where !need.edge.kind.isLate {
                userCounts[need.instance] -= 1
                if userCounts[need.instance] == 0 { unused.append(need.instance) }
            }
        }
        var cycles: [[Int]] = []
        for instance in needs.indices where userCounts[instance] > 0 {
            for cycle in paths(from: instance, over: { !$0.isLate }, endingAt: { $0 == instance }) {
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
            paths(from: holder, over: { $0 != .property && $0 != .provider }, endingAt: isKept)
                .filter { isCaptive($0[$0.count - 1], of: holder) }
        }
        return nodes(of: found).map { path in path + inventory.layers(of: path[path.count - 1]).dropFirst() }
    }

    private func isCaptive(_ used: Int, of holder: Int) -> Bool {
        let (lifetime, ofHolder) = (lifetime(used), lifetime(holder))
        // A parent keeps its own of what each child has an instance of.
        let isOfParent = !ofHolder.isCreatedByRequester && container(holder) < inventory.innermost
        return isOfParent && lifetime.isCreatedByRequester || lifetime.isScoped && lifetime != ofHolder
    }

    /// Pairs of nodes that a registration keeps, and of nodes with a clean-up that these use when they are created, and that their
    /// container releases first.
    func removedBeforeUsers() -> [[Int]] {
        let found = needs.indices.filter(isKeptByRegistration).flatMap { user in
            needs[user].filter { !$0.edge.kind.isLate }.flatMap { need in
                // The instance, and those that it decorates.
                inventory.layers(of: node(need.instance)).map { need.instance - node(need.instance) + $0 }
            }.filter { inventory.cleansUp(node($0)) && isRemoved($0, before: user) }.map { [user, $0] }
        }
        return nodes(of: found)
    }

    /// Whether a registration keeps the instance until it is removed, and does so as the only one of its service.
    private func isKeptByRegistration(_ instance: Int) -> Bool {
        let isContribution = inventory.key(inventory.entries[node(instance)].key).kind == .contribution
        return isKept(instance) && !lifetime(instance).isCreatedByRequester && !isContribution
    }

    /// Whether a container removes one registration before another: the newest first, and defaults last.
    private func isRemoved(_ used: Int, before user: Int) -> Bool {
        let (entry, other) = (inventory.entries[node(used)], inventory.entries[node(user)])
        let isNewer = entry.container == other.container && entry.number > other.number
        return isNewer && isKeptByRegistration(used) && (!entry.isDefault || other.isDefault)
    }

    private func lifetime(_ instance: Int) -> Lifetime { inventory.lifetime(of: node(instance)) }

    private func isKept(_ instance: Int) -> Bool { lifetime(instance).keepsInstances }

    /// Turns paths over instances into paths over nodes, each once.
    private func nodes(of paths: [[Int]]) -> [[Int]] {
        var found: Set<[Int]> = []
        return paths.map { $0.map(node) }.filter { found.insert($0).inserted }
    }

    /// The shortest paths to the instances at which a search ends. The search is breadth-first.
    private func paths(
        from start: Int,
        over isTaken: (DependencyGraph.Edge.Kind) -> Bool,
        endingAt isEnd: (Int) -> Bool
    ) -> [[Int]] {
        var sources: [Int: Int] = [:]
        var ends: [Int] = []
        var queue = [start][...]
        while let instance = queue.popFirst() {
            for need in needs[instance] where sources[need.instance] == nil && isTaken(need.edge.kind) {
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
