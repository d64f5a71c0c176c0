import Hopoate

/// Finds cycles, captives, and services that are removed before their users, in a graph. It skips covered registrations, and
/// does not recurse.
///
/// It searches instances and not nodes, as each container may create its own instance of a registration. A parent creates an
/// instance that it keeps from its own services. The instances of one container are numbered like the nodes, those of the next
/// container follow, and so on.
struct GraphSearch {
    private typealias Edge = DependencyGraph.Edge
    private let nodes: [DependencyGraph.Node]
    /// The needs of each instance.
    private var needs: [[Need]]
    /// The nodes that decorators decorate.
    private var decorated: [Int: Int] = [:]

    /// One instance's need for another. It is late if it is not met while the instance is created. It is held unless each use looks
    /// it up.
    private typealias Need = (instance: Int, isLate: Bool, isHeld: Bool)

    init(_ graph: DependencyGraph) {
        nodes = graph.nodes
        let containers = Set(nodes.map(\.container)).sorted()
        needs = Array(repeating: [], count: nodes.count * containers.count)
        let edges = graph.edges.lazy.filter { [nodes] edge in
            edge.isOptionalProperty != true && edge.to != nil && nodes[edge.from].isLive && nodes[edge.to!].isLive
        }
        let siblings = containers.count > 1 ? Dictionary(grouping: edges) { [$0.from, $0.key] } : [:]
        // A search takes the first of several needs for one instance. Late ones come first, for searches that follow them.
        for edge in edges.filter(\.kind.isLate) + edges.filter({ !$0.kind.isLate }) {
            let target = nodes[edge.to!]
            if edge.kind == .decorates { decorated[edge.from] = target.id }
            for (position, container) in containers.enumerated()
            where isNeeded(edge, among: siblings[[edge.from, edge.key]] ?? [], in: container) {
                let creating = target.isCreatedByRequester ? max(container, target.container) : target.container
                let instance = containers.firstIndex(of: creating)! * nodes.count + target.id
                let isHeld = edge.kind != .property && edge.kind != .provider
                needs[position * nodes.count + edge.from].append((instance, edge.kind.isLate, isHeld))
            }
        }
    }

    /// Whether a container's instance of a node needs the target of an edge. If the container creates its own instance, the
    /// nearest registration of each service answers.
    private func isNeeded(_ edge: Edge, among siblings: [Edge], in container: Int) -> Bool {
        let (node, home) = (nodes[edge.from], nodes[edge.to!].container)
        if !node.isCreatedByRequester { return node.container == container }
        if max(home, node.container) > container { return false }
        let isNearer = { (other: Int) in nodes[other].container > home && nodes[other].container <= container }
        return edge.kind == .contributions || !siblings.contains { isNearer($0.to!) }
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
            for cycle in paths(from: instance, over: { !$1.isLate }, endingAt: { $0.instance == instance }) {
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
            paths(from: holder, over: { $1.isHeld }, endingAt: { isKept($0.instance) })
                .filter { isCaptive(node($0[$0.count - 1]), of: node(holder)) }
        }
        return nodes(of: found).map { path in path + sequence(first: path[path.count - 1]) { decorated[$0] }.dropFirst()
        }
    }

    private func isCaptive(_ used: DependencyGraph.Node, of holder: DependencyGraph.Node) -> Bool {
        holder.isKeptByParent == true && used.isCreatedByRequester || holder.longevity.outlives(used.longevity)
    }

    /// The paths from nodes that a registration keeps to nodes that they use, and that their container releases first: nodes with
    /// a clean-up, and nodes that the user's own clean-up may look up. Contributions are skipped.
    ///
    /// An instance that the requesting container keeps was created from older ones, which are released later. So it is no such user.
    func removedBeforeUsers() -> [[Int]] {
        guard nodes.contains(where: { $0.cleansUp == true }) else { return [] }
        let found = needs.indices.filter(isUser).flatMap { user in
            paths(from: user) { from, need in
                let isFirst = isReleased(need.instance, before: user) || isRemoved(need.instance, before: user)
                // Another user on the way has paths of its own, so the cost is linear.
                let isOfOther = from != user && isUser(from) && isReleased(need.instance, before: from)
                return !isOfOther && node(need.instance).kind != .contribution && (isFirst || !isKept(need.instance))
            } endingAt: { need in
                node(need.instance).cleansUp == true && isReleased(need.instance, before: user)
                    || node(user).cleansUp == true && need.isLate && isRemoved(need.instance, before: user)
            }
        }
        let reported = found.filter { path in
            let used = path[path.count - 1]
            // An older user on the way has a path of its own.
            return node(used).cleansUp != true || path.filter { isUser($0) && isReleased(used, before: $0) }.count == 1
        }
        return nodes(of: reported)
    }

    /// Whether a registration keeps the instance until it is removed.
    private func isUser(_ instance: Int) -> Bool {
        isKept(instance) && !node(instance).isCreatedByRequester && node(instance).kind != .contribution
    }

    /// Whether a kept instance is released before that of a user. An instance that the container itself keeps is newer than the
    /// registrations of its users, unless these create theirs first.
    private func isReleased(_ used: Int, before user: Int) -> Bool {
        if !node(used).isCreatedByRequester { return isRemoved(used, before: user) }
        let isEager = node(user).lifetime == Lifetime.eager.description && node(user).kind != .default
        return isKept(used) && used / nodes.count == user / nodes.count && !isEager
    }

    /// Whether the same container removes the registration of one instance before that of the other: the newest first, and
    /// defaults last.
    private func isRemoved(_ instance: Int, before other: Int) -> Bool {
        let (node, other) = (node(instance), node(other))
        return node.container == other.container && node.id > other.id
            && (node.kind != .default || other.kind == .default)
    }

    private func node(_ instance: Int) -> DependencyGraph.Node { nodes[instance % nodes.count] }

    private func isKept(_ instance: Int) -> Bool { node(instance).longevity != .passing }

    /// Turns paths over instances into paths over nodes, each once.
    private func nodes(of paths: [[Int]]) -> [[Int]] {
        var found: Set<[Int]> = []
        return paths.map { $0.map { $0 % nodes.count } }.filter { found.insert($0).inserted }
    }

    /// The shortest paths to the instances at which a search ends. The search is breadth-first.
    private func paths(from start: Int, over isTaken: (Int, Need) -> Bool, endingAt isEnd: (Need) -> Bool) -> [[Int]] {
        var sources: [Int: Int] = [:]
        var ends: [Int] = []
        var queue = [start][...]
        while let instance = queue.popFirst() {
            for need in needs[instance] where sources[need.instance] == nil && isTaken(instance, need) {
                sources[need.instance] = instance
                if isEnd(need) { ends.append(need.instance) } else { queue.append(need.instance) }
            }
        }
        return ends.map { end in
            sequence(first: sources[end] ?? start) { $0 == start ? nil : sources[$0] }.reversed() + [end]
        }
    }
}

extension DependencyGraph.Edge.Kind {
    /// Whether the service is resolved after its user was created.
    fileprivate var isLate: Bool { self == .lazy || self == .provider || self == .property }
}
