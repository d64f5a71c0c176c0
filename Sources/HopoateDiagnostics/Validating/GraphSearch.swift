/// Finds cycles, captives and what is removed before its users in a graph, without recursion. Covered registrations and their
/// edges take no part.
///
/// It tells apart the instances that containers make of a registration: one that a parent keeps is made from the parent's
/// services, and one that each container makes anew from that container's. The numbers of these makings are those of the nodes,
/// and for each further container as many more.
struct GraphSearch {
    private let nodes: [DependencyGraph.Node]
    /// The makings that each making needs.
    private var needs: [[Need]]

    /// A need is late if it is not met while the service is created.
    private typealias Need = (making: Int, isLate: Bool, isProperty: Bool)

    init(_ graph: DependencyGraph) {
        nodes = graph.nodes
        let containers = Set(nodes.map(\.container)).sorted()
        needs = Array(repeating: [], count: nodes.count * containers.count)
        let edges = graph.edges.lazy.filter { [nodes] edge in
            edge.mayBeMissing != true && edge.to != nil && nodes[edge.from].isLive && nodes[edge.to!].isLive
        }
        let siblings = containers.count > 1 ? Dictionary(grouping: edges, by: \.from) : [:]
        for edge in edges {
            let target = nodes[edge.to!]
            for (position, container) in containers.enumerated()
            where isMet(edge, among: siblings[edge.from] ?? [], in: container) {
                let maker = target.isMadeByAsker ? max(container, target.container) : target.container
                let making = containers.firstIndex(of: maker)! * nodes.count + target.id
                let (user, isProperty) = (position * nodes.count + edge.from, edge.kind == .property)
                let need = (making, isLate: isProperty || edge.kind == .lazy, isProperty)
                // If a service is needed in another way too, a search that follows properties finds the property first.
                needs[user].insert(need, at: isProperty ? 0 : needs[user].count)
            }
        }
    }

    /// Whether a container needs this for its instance of a node. If it makes that anew, the nearest of each service answers.
    private func isMet(
        _ edge: DependencyGraph.Edge,
        among siblings: [DependencyGraph.Edge],
        in container: Int
    ) -> Bool {
        let (node, home) = (nodes[edge.from], nodes[edge.to!].container)
        if !node.isMadeByAsker { return node.container == container }
        if max(home, node.container) > container { return false }
        let isNearer = { (other: Int) in nodes[other].container > home && nodes[other].container <= container }
        return edge.kind == .contributions || !siblings.contains { $0.key == edge.key && isNearer($0.to!) }
    }

    /// Cycles such that each making that is in any cycle is in one of these.
    ///
    /// Each is the shortest one through the node that it begins with.
    func cycles() -> [[Int]] {
        // How many needs lead to each making. The needs of makings that no cycle leads to are taken off: without cycles, all.
        var openNeeds = [Int](repeating: 0, count: needs.count)
        for need in needs.joined() where !need.isLate { openNeeds[need.making] += 1 }
        var free = needs.indices.filter { openNeeds[$0] == 0 }
        while let making = free.popLast() {
            for need in needs[making] where !need.isLate {
                openNeeds[need.making] -= 1
                if openNeeds[need.making] == 0 { free.append(need.making) }
            }
        }
        var cycles: [[Int]] = []
        for making in needs.indices where openNeeds[making] > 0 {
            for cycle in paths(from: making, over: { !$0.isLate }, endingAt: { $0.making == making }) {
                for member in cycle { openNeeds[member] = 0 }
                cycles.append(cycle.dropLast())
            }
        }
        return nodes(of: cycles)
    }

    /// The paths from each kept node to nodes that it holds and that can end before it, over nodes that are not kept.
    func captives() -> [[Int]] {
        let found = needs.indices.filter(isKept).flatMap { holder in
            paths(from: holder, over: { !$0.isProperty }, endingAt: { isKept($0.making) })
                .filter { node(holder).longevity.outlives(node($0[$0.count - 1]).longevity) }
        }
        return nodes(of: found)
    }

    /// The paths from each kept node to newer ones of its container, which are removed before it although it uses them: those that
    /// are cleaned up, and those that its own clean-up may look up. Contributions take no part.
    func removedBeforeUsers() -> [[Int]] {
        guard nodes.contains(where: { $0.cleansUp == true }) else { return [] }
        let found = needs.indices.filter { isKept($0) && node($0).kind != .contribution }.flatMap { making in
            let (user, cleansUp) = (node(making), node(making).cleansUp == true)
            return paths(from: making) { need in
                let used = node(need.making)
                return used.kind != .contribution && (!isKept(need.making) || isRemoved(used, before: user))
            } endingAt: {
                isRemoved(node($0.making), before: user) && (node($0.making).cleansUp == true || cleansUp && $0.isLate)
            }
        }
        return nodes(of: found).filter { path in
            let used = nodes[path[path.count - 1]]
            // A kept node on the way that is older than what is cleaned up has a path of its own.
            return used.cleansUp != true || path.filter { isKept($0) && isRemoved(used, before: nodes[$0]) }.count == 1
        }
    }

    /// A container removes the newest registration first, and defaults last.
    private func isRemoved(_ node: DependencyGraph.Node, before other: DependencyGraph.Node) -> Bool {
        node.container == other.container && node.id > other.id && (node.kind != .default || other.kind == .default)
    }

    private func node(_ making: Int) -> DependencyGraph.Node { nodes[making % nodes.count] }

    private func isKept(_ making: Int) -> Bool { node(making).longevity != .passing }

    /// Paths over nodes in place of makings, each once.
    private func nodes(of paths: [[Int]]) -> [[Int]] {
        var found: Set<[Int]> = []
        return paths.map { $0.map { $0 % nodes.count } }.filter { found.insert($0).inserted }
    }

    /// The shortest paths to the makings at which a search ends, over some of the needs. It searches in breadth.
    private func paths(from start: Int, over isTaken: (Need) -> Bool, endingAt isEnd: (Need) -> Bool) -> [[Int]] {
        var sources: [Int: Int] = [:]
        var ends: [Int] = []
        var open = [start][...]
        while let making = open.popFirst() {
            for need in needs[making] where sources[need.making] == nil && isTaken(need) {
                sources[need.making] = making
                if isEnd(need) { ends.append(need.making) } else { open.append(need.making) }
            }
        }
        return ends.map { end in
            sequence(first: sources[end] ?? start) { $0 == start ? nil : sources[$0] }.reversed() + [end]
        }
    }
}
