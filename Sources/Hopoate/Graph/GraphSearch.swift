/// A graph as arrays of numbers, for searches whose time is in proportion to its size, without recursion.
///
/// What newer registrations cover takes no part: its edges are left out.
struct GraphSearch {
    struct Edge {
        let from: Int
        let to: Int
        /// Whether it is followed while the service is created.
        let isCreating: Bool
    }

    /// Whether a look-up finds the node, or a decorator that a look-up finds wraps it.
    let isLive: [Bool]
    /// For how long the instances are kept. A decorator's are kept as long as what it decorates.
    let longevities: [Longevity]
    /// What each node decorates.
    let decorated: [Int?]
    private let edges: [Edge]
    /// The edges of the node n are those from `starts[n]` up to `starts[n + 1]`.
    private let starts: [Int]

    init(_ graph: DependencyGraph) {
        let nodes = graph.nodes
        var decorated = [Int?](repeating: nil, count: nodes.count)
        for edge in graph.edges where edge.kind == .decorates { decorated[edge.from] = edge.to }
        self.decorated = decorated

        var isLive = nodes.map(\.answers)
        for node in nodes where node.answers {
            var next = decorated[node.id]
            while let wrapped = next, !isLive[wrapped] {
                isLive[wrapped] = true
                next = decorated[wrapped]
            }
        }
        self.isLive = isLive
        longevities = GraphSearch.longevities(of: nodes, decorating: decorated)

        var starts = [Int](repeating: 0, count: nodes.count + 1)
        var edges: [Edge] = []
        edges.reserveCapacity(graph.edges.count)
        for edge in graph.edges {
            guard let to = edge.to, isLive[edge.from], isLive[to] else { continue }
            edges.append(Edge(from: edge.from, to: to, isCreating: edge.kind != .lazy))
            starts[edge.from + 1] += 1
        }
        for index in nodes.indices { starts[index + 1] += starts[index] }
        self.edges = edges
        self.starts = starts
    }

    private static func longevities(of nodes: [DependencyGraph.Node], decorating decorated: [Int?]) -> [Longevity] {
        var longevities = nodes.map(\.longevity)
        var isKnown = nodes.map { $0.kind != .decorator }
        for node in nodes where !isKnown[node.id] {
            var chain = [node.id]
            isKnown[node.id] = true
            var last = decorated[node.id]
            while let next = last, !isKnown[next] {
                isKnown[next] = true
                chain.append(next)
                last = decorated[next]
            }
            guard let last else { continue }
            for wrapper in chain { longevities[wrapper] = longevities[last] }
        }
        return longevities
    }

    func edges(of node: Int) -> ArraySlice<Edge> { edges[starts[node]..<starts[node + 1]] }

    func edgeIndices(of node: Int) -> Range<Int> { starts[node]..<starts[node + 1] }

    func edge(_ index: Int) -> Edge { edges[index] }

    /// The edges that lead to each node, as `edges(of:)` gives those that lead from it.
    func reversed() -> (starts: [Int], sources: [Int]) {
        var starts = [Int](repeating: 0, count: isLive.count + 2)
        for edge in edges { starts[edge.to + 2] += 1 }
        for index in isLive.indices { starts[index + 2] += starts[index + 1] }
        var sources = [Int](repeating: 0, count: edges.count)
        for edge in edges {
            sources[starts[edge.to + 1]] = edge.from
            starts[edge.to + 1] += 1
        }
        return (starts, sources)
    }
}

/// A search in breadth, which can begin again and again without clearing what it noted.
struct BreadthSearch {
    private var rounds: [Int]
    private var parents: [Int]
    private var round = 0
    private var queue: [Int] = []
    private var position = 0

    init(nodeCount: Int) {
        rounds = Array(repeating: 0, count: nodeCount)
        parents = Array(repeating: -1, count: nodeCount)
    }

    mutating func begin(at start: Int) {
        round += 1
        rounds[start] = round
        parents[start] = -1
        queue.removeAll(keepingCapacity: true)
        queue.append(start)
        position = 0
    }

    mutating func next() -> Int? {
        guard position < queue.count else { return nil }
        defer { position += 1 }
        return queue[position]
    }

    /// - Returns: Whether the node was not met before.
    mutating func meet(_ node: Int, from parent: Int) -> Bool {
        guard rounds[node] != round else { return false }
        rounds[node] = round
        parents[node] = parent
        return true
    }

    mutating func follow(_ node: Int) { queue.append(node) }

    /// The nodes from the start to this one.
    func path(to node: Int) -> [Int] {
        var path: [Int] = []
        var next = node
        while next >= 0 {
            path.append(next)
            next = parents[next]
        }
        return path.reversed()
    }
}
