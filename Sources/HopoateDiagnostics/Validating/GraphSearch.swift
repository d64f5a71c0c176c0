/// Finds cycles, captives, and services that are removed before their users, in a graph. It skips covered registrations, and
/// does not recurse.
///
/// It searches instances and not nodes, as each container may create its own instance of a registration. A parent creates an
/// instance that it keeps from its own services. The instances of one container are numbered like the nodes, those of the next
/// container follow, and so on.
struct GraphSearch {
    private let nodes: [DependencyGraph.Node]
    /// The needs of each instance.
    private var needs: [[Need]]

    /// One instance's need for another. It is late if it is not met while the instance is created.
    private typealias Need = (instance: Int, isLate: Bool, isProperty: Bool)

    init(_ graph: DependencyGraph) {
        nodes = graph.nodes
        let containers = Set(nodes.map(\.container)).sorted()
        needs = Array(repeating: [], count: nodes.count * containers.count)
        let edges = graph.edges.lazy.filter { [nodes] edge in
            edge.isOptionalProperty != true && edge.to != nil && nodes[edge.from].isLive && nodes[edge.to!].isLive
        }
        let siblings = containers.count > 1 ? Dictionary(grouping: edges, by: \.from) : [:]
        for edge in edges {
            let target = nodes[edge.to!]
            for (position, container) in containers.enumerated()
            where isNeeded(edge, among: siblings[edge.from] ?? [], in: container) {
                let creating = target.isCreatedByRequester ? max(container, target.container) : target.container
                let instance = containers.firstIndex(of: creating)! * nodes.count + target.id
                let (user, isProperty) = (position * nodes.count + edge.from, edge.kind == .property)
                let need = (instance, isLate: isProperty || edge.kind == .lazy, isProperty)
                // A search takes the first of several needs for one instance. Properties come first, for searches that follow them.
                needs[user].insert(need, at: isProperty ? 0 : needs[user].count)
            }
        }
    }

    /// Whether a container's instance of a node needs the target of an edge. If the container creates its own instance, the
    /// nearest registration of each service answers.
    private func isNeeded(
        _ edge: DependencyGraph.Edge,
        among siblings: [DependencyGraph.Edge],
        in container: Int
    ) -> Bool {
        let (node, home) = (nodes[edge.from], nodes[edge.to!].container)
        if !node.isCreatedByRequester { return node.container == container }
        if max(home, node.container) > container { return false }
        let isNearer = { (other: Int) in nodes[other].container > home && nodes[other].container <= container }
        return edge.kind == .contributions || !siblings.contains { $0.key == edge.key && isNearer($0.to!) }
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
            for cycle in paths(from: instance, over: { !$0.isLate }, endingAt: { $0.instance == instance }) {
                for member in cycle { userCounts[member] = 0 }
                cycles.append(cycle.dropLast())
            }
        }
        return nodes(of: cycles)
    }

    /// The paths from kept nodes, over nodes that are not kept, to kept nodes that can end earlier.
    func captives() -> [[Int]] {
        let found = needs.indices.filter(isKept).flatMap { holder in
            paths(from: holder, over: { !$0.isProperty }, endingAt: { isKept($0.instance) })
                .filter { node(holder).longevity.outlives(node($0[$0.count - 1]).longevity) }
        }
        return nodes(of: found)
    }

    /// The paths from kept nodes to newer nodes that they use, and that the same container removes first: nodes with a clean-up,
    /// and nodes that the user's own clean-up may look up. Contributions are skipped.
    func removedBeforeUsers() -> [[Int]] {
        guard nodes.contains(where: { $0.cleansUp == true }) else { return [] }
        let found = needs.indices.filter { isKept($0) && node($0).kind != .contribution }.flatMap { instance in
            let (user, cleansUp) = (node(instance), node(instance).cleansUp == true)
            return paths(from: instance) { need in
                let used = node(need.instance)
                return used.kind != .contribution && (!isKept(need.instance) || isRemoved(used, before: user))
            } endingAt: { need in
                let used = node(need.instance)
                return isRemoved(used, before: user) && (used.cleansUp == true || cleansUp && need.isLate)
            }
        }
        return nodes(of: found).filter { path in
            let used = nodes[path[path.count - 1]]
            // An older kept node on the way has a path of its own.
            return used.cleansUp != true || path.filter { isKept($0) && isRemoved(used, before: nodes[$0]) }.count == 1
        }
    }

    /// A container removes the newest registration first, and defaults last.
    private func isRemoved(_ node: DependencyGraph.Node, before other: DependencyGraph.Node) -> Bool {
        node.container == other.container && node.id > other.id && (node.kind != .default || other.kind == .default)
    }

    private func node(_ instance: Int) -> DependencyGraph.Node { nodes[instance % nodes.count] }

    private func isKept(_ instance: Int) -> Bool { node(instance).longevity != .passing }

    /// Turns paths over instances into paths over nodes, each once.
    private func nodes(of paths: [[Int]]) -> [[Int]] {
        var found: Set<[Int]> = []
        return paths.map { $0.map { $0 % nodes.count } }.filter { found.insert($0).inserted }
    }

    /// The shortest paths to the instances at which a search ends. The search is breadth-first.
    private func paths(from start: Int, over isTaken: (Need) -> Bool, endingAt isEnd: (Need) -> Bool) -> [[Int]] {
        var sources: [Int: Int] = [:]
        var ends: [Int] = []
        var queue = [start][...]
        while let instance = queue.popFirst() {
            for need in needs[instance] where sources[need.instance] == nil && isTaken(need) {
                sources[need.instance] = instance
                if isEnd(need) { ends.append(need.instance) } else { queue.append(need.instance) }
            }
        }
        return ends.map { end in
            sequence(first: sources[end] ?? start) { $0 == start ? nil : sources[$0] }.reversed() + [end]
        }
    }
}
