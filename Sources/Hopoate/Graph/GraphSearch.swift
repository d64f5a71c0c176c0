/// Finds cycles and captives in a graph, without recursion. Covered registrations and their edges take no part.
///
/// It tells apart what each container makes of a registration: what a parent keeps is made from the parent's services, and
/// what each container makes anew from that container's. The numbers of these makings are those of the nodes, and for each
/// further container as many more.
struct GraphSearch {
    private let nodes: [DependencyGraph.Node]
    /// Whether a look-up finds the node, or finds a decorator that wraps the node.
    private(set) var isLive: [Bool]
    /// How long instances are kept. A decorator's are kept as long as those of the service it decorates.
    private var longevities: [Longevity]
    /// The makings that each making needs.
    private var needs: [[Int]]
    /// The makings that each making needs while its service is created.
    private var needsToCreate: [[Int]]

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
        var needsOfNodes = [[Need]](repeating: [], count: nodes.count)
        for edge in graph.edges where edge.kind != .property {
            guard let to = edge.to, isLive[edge.from], isLive[to] else { continue }
            needsOfNodes[edge.from].append(Need(to: to, key: edge.key, kind: edge.kind))
        }
        let containers = Set(nodes.map(\.container)).sorted()
        needs = Array(repeating: [], count: nodes.count * containers.count)
        needsToCreate = needs
        for (position, container) in containers.enumerated() {
            for node in nodes {
                for need in needsOfNodes[node.id]
                where isMet(need, of: node, among: needsOfNodes[node.id], in: container) {
                    let target = nodes[need.to]
                    let maker = target.isMadeByAsker ? max(container, target.container) : target.container
                    let to = containers.firstIndex(of: maker)! * nodes.count + need.to
                    needs[position * nodes.count + node.id].append(to)
                    if need.kind != .lazy { needsToCreate[position * nodes.count + node.id].append(to) }
                }
            }
        }
    }

    /// Whether a container needs this for what it makes of a node. For what it makes anew, the nearest of each service answers.
    private func isMet(_ need: Need, of node: DependencyGraph.Node, among needs: [Need], in container: Int) -> Bool {
        if !node.isMadeByAsker { return node.container == container }
        let home = nodes[need.to].container
        if max(home, node.container) >= container || need.kind == .contributions {
            return max(home, node.container) <= container
        }
        return !needs.contains { $0.key == need.key && (home + 1...container).contains(nodes[$0.to].container) }
    }

    /// Cycles such that each making that is in any cycle is in one of these.
    ///
    /// Each is the shortest one through the node that it begins with.
    func cycles() -> [[Int]] {
        // How many needs lead to each making. Those of makings that no cycle leads to are taken off: without cycles, all.
        var openNeeds = [Int](repeating: 0, count: needs.count)
        for target in needsToCreate.joined() { openNeeds[target] += 1 }
        var free = needs.indices.filter { openNeeds[$0] == 0 }
        while let making = free.popLast() {
            for target in needsToCreate[making] {
                openNeeds[target] -= 1
                if openNeeds[target] == 0 { free.append(target) }
            }
        }
        var cycles: [[Int]] = []
        for making in needs.indices where openNeeds[making] > 0 {
            guard let cycle = paths(from: making, along: needsToCreate, endingAt: { $0 == making }).first
            else { continue }
            for member in cycle { openNeeds[member] = 0 }
            cycles.append(cycle.dropLast())
        }
        return nodes(of: cycles)
    }

    /// The paths from each kept node to what it holds and what can end before it, over nodes that are not kept.
    func captives() -> [[Int]] {
        let longevity = { (making: Int) in longevities[making % nodes.count] }
        return nodes(
            of: needs.indices.filter { longevity($0) != .passing }.flatMap { holder in
                paths(from: holder, along: needs) { longevity($0) != .passing }
                    .filter { longevity(holder).outlives(longevity($0[$0.count - 1])) }
            }
        )
    }

    /// Paths over nodes in place of makings, each once.
    private func nodes(of paths: [[Int]]) -> [[Int]] {
        var found: Set<[Int]> = []
        return paths.map { $0.map { $0 % nodes.count } }.filter { found.insert($0).inserted }
    }

    /// The shortest paths to the makings at which a search ends. It searches in breadth.
    private func paths(from start: Int, along needs: [[Int]], endingAt isEnd: (Int) -> Bool) -> [[Int]] {
        var sources: [Int: Int] = [:]
        var ends: [Int] = []
        var open = [start][...]
        while let making = open.popFirst() {
            for target in needs[making] where sources[target] == nil {
                sources[target] = making
                if isEnd(target) { ends.append(target) } else { open.append(target) }
            }
        }
        return ends.map { end in
            sequence(first: sources[end] ?? start) { $0 == start ? nil : sources[$0] }.reversed() + [end]
        }
    }
}
