/// Finds cycles and captives in a graph, without recursion. Covered registrations and their edges take no part.
struct GraphSearch {
    /// Whether a look-up finds the node, or finds a decorator that wraps the node.
    private(set) var isLive: [Bool]
    /// How long instances are kept. A decorator's are kept as long as those of the service it decorates.
    private var longevities: [Longevity]
    /// The nodes that each node needs.
    private var needs: [[Int]]
    /// The nodes that each node needs while its service is created.
    private var needsToCreate: [[Int]]

    init(_ graph: DependencyGraph) {
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
        needs = Array(repeating: [], count: graph.nodes.count)
        needsToCreate = needs
        for edge in graph.edges where edge.kind != .property {
            guard let to = edge.to, isLive[edge.from], isLive[to] else { continue }
            needs[edge.from].append(to)
            if edge.kind != .lazy { needsToCreate[edge.from].append(to) }
        }
    }

    /// Cycles such that each node that is in any cycle is in one of these.
    ///
    /// Each is the shortest one through the node that it begins with.
    func cycles() -> [[Int]] {
        // How many needs lead to each node. Those of nodes that no cycle leads to are taken off: without cycles, all.
        var openNeeds = [Int](repeating: 0, count: needs.count)
        for target in needsToCreate.joined() { openNeeds[target] += 1 }
        var free = needs.indices.filter { openNeeds[$0] == 0 }
        while let node = free.popLast() {
            for target in needsToCreate[node] {
                openNeeds[target] -= 1
                if openNeeds[target] == 0 { free.append(target) }
            }
        }
        var cycles: [[Int]] = []
        for node in needs.indices where openNeeds[node] > 0 {
            guard let cycle = paths(from: node, along: needsToCreate, endingAt: { $0 == node }).first else { continue }
            for member in cycle { openNeeds[member] = 0 }
            cycles.append(cycle.dropLast())
        }
        return cycles
    }

    /// The paths from each kept node to what it holds and what can end before it, over nodes that are not kept.
    func captives() -> [[Int]] {
        needs.indices.filter { longevities[$0] != .passing }.flatMap { holder in
            paths(from: holder, along: needs) { longevities[$0] != .passing }
                .filter { longevities[holder].outlives(longevities[$0[$0.count - 1]]) }
        }
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
