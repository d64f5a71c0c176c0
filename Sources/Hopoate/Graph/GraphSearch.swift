/// Finds cycles and captives in a graph, without recursion. Covered registrations and their edges take no part.
///
/// It looks at each container by itself: what a parent keeps is made from the parent's services, and what each container
/// makes anew from that container's.
struct GraphSearch {
    private let graph: DependencyGraph
    /// Whether a look-up finds the node, or finds a decorator that wraps the node.
    private(set) var isLive: [Bool]
    /// How long instances are kept. A decorator's are kept as long as those of the service it decorates.
    private var longevities: [Longevity]

    init(_ graph: DependencyGraph) {
        self.graph = graph
        var decorated = [Int?](repeating: nil, count: graph.nodes.count)
        for edge in graph.edges where edge.kind == .decorates { decorated[edge.from] = edge.to }
        isLive = graph.nodes.map(\.answers)
        longevities = graph.nodes.map(\.longevity)
        for node in graph.nodes where node.answers {
            // As many as there are, as decorators in a graph from elsewhere may wrap one another.
            let layers = Array(sequence(first: node.id) { decorated[$0] }.prefix(graph.nodes.count))
            let longevity = longevities[layers[layers.count - 1]]
            for layer in layers {
                isLive[layer] = true
                longevities[layer] = longevity
            }
        }
    }

    /// Cycles such that each node that is in any cycle of a container is in one of these.
    ///
    /// Each is the shortest one through the node that it begins with.
    func cycles() -> [[Int]] { inEachContainer { cycles(along: $0.filter { $0.kind != .lazy }) } }

    /// The paths from each kept node to what it holds and what can end before it, over nodes that are not kept.
    func captives() -> [[Int]] { inEachContainer(captives) }

    /// What is found along the needs that are met when a container makes services, once.
    private func inEachContainer(_ find: ([DependencyGraph.Edge]) -> [[Int]]) -> [[Int]] {
        var found: Set<[Int]> = []
        return Set(graph.nodes.map(\.container)).sorted().flatMap { find(needs(in: $0)) }
            .filter { found.insert($0).inserted }
    }

    /// What is needed for all that a container makes.
    private func needs(in container: Int) -> [DependencyGraph.Edge] {
        let home = { (node: Int) in graph.nodes[node].container }
        let needs = graph.edges.filter { edge in
            guard edge.kind != .property, let to = edge.to, isLive[edge.from], isLive[to] else { return false }
            let isMadeByAsker = graph.nodes[edge.from].isMadeByAsker
            return isMadeByAsker ? max(home(edge.from), home(to)) <= container : home(edge.from) == container
        }
        // What each container makes anew takes the nearest of each service.
        let nearest = Dictionary(needs.map { (SIMD2($0.from, $0.key), home($0.to!)) }, uniquingKeysWith: max)
        return needs.filter { edge in
            !graph.nodes[edge.from].isMadeByAsker || edge.kind == .contributions
                || home(edge.to!) == nearest[SIMD2(edge.from, edge.key)]
        }
    }

    private func cycles(along needs: [DependencyGraph.Edge]) -> [[Int]] {
        let needs = targets(of: needs)
        // How many needs lead to each node. Those of nodes that no cycle leads to are taken off: without cycles, all.
        var openNeeds = [Int](repeating: 0, count: needs.count)
        for target in needs.joined() { openNeeds[target] += 1 }
        var free = needs.indices.filter { openNeeds[$0] == 0 }
        while let node = free.popLast() {
            for target in needs[node] {
                openNeeds[target] -= 1
                if openNeeds[target] == 0 { free.append(target) }
            }
        }
        var cycles: [[Int]] = []
        for node in needs.indices where openNeeds[node] > 0 {
            guard let cycle = paths(from: node, along: needs, endingAt: { $0 == node }).first else { continue }
            for member in cycle { openNeeds[member] = 0 }
            cycles.append(cycle.dropLast())
        }
        return cycles
    }

    private func captives(along needs: [DependencyGraph.Edge]) -> [[Int]] {
        let needs = targets(of: needs)
        return needs.indices.filter { longevities[$0] != .passing }.flatMap { holder in
            paths(from: holder, along: needs) { longevities[$0] != .passing }
                .filter { longevities[holder].outlives(longevities[$0[$0.count - 1]]) }
        }
    }

    /// The nodes that each node needs.
    private func targets(of needs: [DependencyGraph.Edge]) -> [[Int]] {
        var targets = [[Int]](repeating: [], count: graph.nodes.count)
        for edge in needs { targets[edge.from].append(edge.to!) }
        return targets
    }

    /// The shortest paths to the nodes at which a search ends. It searches in breadth.
    private func paths(from start: Int, along needs: [[Int]], endingAt isEnd: (Int) -> Bool) -> [[Int]] {
        var sources: [Int: Int] = [:]
        var ends: [Int] = []
        var open = [start][...]
        while let node = open.popFirst() {
            for target in needs[node] where sources[target] == nil {
                sources[target] = node
                if isEnd(target) { ends.append(target) } else { open.append(target) }
            }
        }
        return ends.map { end in
            sequence(first: sources[end] ?? start) { $0 == start ? nil : sources[$0] }.reversed() + [end]
        }
    }
}
