/// Finds cycles and captives in a graph, without recursion. Covered registrations and their edges take no part.
///
/// It looks at each container by itself: what a parent keeps is made from the parent's services, and what each container
/// makes anew from that container's.
struct GraphSearch {
    private let nodes: [DependencyGraph.Node]
    /// Whether a look-up finds the node, or finds a decorator that wraps the node.
    private(set) var isLive: [Bool]
    /// How long instances are kept. A decorator's are kept as long as those of the service it decorates.
    private var longevities: [Longevity]
    /// What each node needs.
    private var needs: [[Need]]

    private struct Need {
        let to: Int
        let key: Int
        let kind: DependencyGraph.Edge.Kind
    }

    init(_ graph: DependencyGraph) {
        nodes = graph.nodes
        var decorated = [Int?](repeating: nil, count: nodes.count)
        for edge in graph.edges where edge.kind == .decorates { decorated[edge.from] = edge.to }
        isLive = nodes.map(\.answers)
        longevities = nodes.map(\.longevity)
        for node in nodes where node.answers {
            // As many as there are, as decorators in a graph from elsewhere may wrap one another.
            let layers = Array(sequence(first: node.id) { decorated[$0] }.prefix(nodes.count))
            let longevity = longevities[layers[layers.count - 1]]
            for layer in layers {
                isLive[layer] = true
                longevities[layer] = longevity
            }
        }
        needs = Array(repeating: [], count: nodes.count)
        for edge in graph.edges where edge.kind != .property {
            guard let to = edge.to, isLive[edge.from], isLive[to] else { continue }
            needs[edge.from].append(Need(to: to, key: edge.key, kind: edge.kind))
        }
    }

    /// Cycles such that each node that is in any cycle of a container is in one of these.
    ///
    /// Each is the shortest one through the node that it begins with.
    func cycles() -> [[Int]] {
        inEachContainer { container in cycles(along: needs(in: container).map { $0.filter { $0.kind != .lazy } }) }
    }

    /// The paths from each kept node to what it holds and what can end before it, over nodes that are not kept.
    func captives() -> [[Int]] {
        inEachContainer { container in
            let needs = needs(in: container)
            return needs.indices.filter { longevities[$0] != .passing }.flatMap { holder in
                paths(from: holder, along: needs) { longevities[$0] != .passing }
                    .filter { longevities[holder].outlives(longevities[$0[$0.count - 1]]) }
            }
        }
    }

    /// What is found in the containers, once.
    private func inEachContainer(_ find: (Int) -> [[Int]]) -> [[Int]] {
        var found: Set<[Int]> = []
        return Set(nodes.map(\.container)).sorted().flatMap(find).filter { found.insert($0).inserted }
    }

    /// What each node needs that a container makes.
    private func needs(in container: Int) -> [[Need]] {
        nodes.map { node in
            if !node.isMadeByAsker { return node.container == container ? needs[node.id] : [] }
            if node.container > container { return [] }
            let needs = needs[node.id].filter { nodes[$0.to].container <= container }
            // The nearest of each service answers.
            return needs.filter { need in
                let isNearer = { (other: Need) in
                    other.key == need.key && nodes[other.to].container > nodes[need.to].container
                }
                return need.kind == .contributions || !needs.contains(where: isNearer)
            }
        }
    }

    private func cycles(along needs: [[Need]]) -> [[Int]] {
        // How many needs lead to each node. Those of nodes that no cycle leads to are taken off: without cycles, all.
        var openNeeds = [Int](repeating: 0, count: needs.count)
        for need in needs.joined() { openNeeds[need.to] += 1 }
        var free = needs.indices.filter { openNeeds[$0] == 0 }
        while let node = free.popLast() {
            for need in needs[node] {
                openNeeds[need.to] -= 1
                if openNeeds[need.to] == 0 { free.append(need.to) }
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

    /// The shortest paths to the nodes at which a search ends. It searches in breadth.
    private func paths(from start: Int, along needs: [[Need]], endingAt isEnd: (Int) -> Bool) -> [[Int]] {
        var sources: [Int: Int] = [:]
        var ends: [Int] = []
        var open = [start][...]
        while let node = open.popFirst() {
            for need in needs[node] where sources[need.to] == nil {
                sources[need.to] = node
                if isEnd(need.to) { ends.append(need.to) } else { open.append(need.to) }
            }
        }
        return ends.map { end in
            sequence(first: sources[end] ?? start) { $0 == start ? nil : sources[$0] }.reversed() + [end]
        }
    }
}
