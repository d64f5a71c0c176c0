extension GraphSearch {
    /// A way over creating edges that comes back to its start.
    struct Circle {
        let nodes: [Int]
        /// How many nodes can reach each other, those of this circle among them.
        let componentSize: Int
    }

    /// As many circles may lead through a few nodes as there are subsets of them.
    private static let circlesPerComponent = 20

    /// Circles such that each node that is in any is in one of these, but no more than twenty for nodes that all reach
    /// each other. Each is the shortest one through the node it begins with.
    func circles() -> [Circle] {
        let components = components()
        var sizes = [Int](repeating: 0, count: isLive.count)
        for component in components { sizes[component] += 1 }
        var circles: [Circle] = []
        var found = [Int](repeating: 0, count: isLive.count)
        var isCovered = [Bool](repeating: false, count: isLive.count)
        var search = BreadthSearch(nodeCount: isLive.count)
        for start in isLive.indices where !isCovered[start] {
            let component = components[start]
            guard found[component] < GraphSearch.circlesPerComponent,
                sizes[component] > 1 || edges(of: start).contains(where: { $0.isCreating && $0.to == start }),
                let nodes = shortestCircle(through: start, components, &search)
            else { continue }
            for node in nodes { isCovered[node] = true }
            found[component] += 1
            circles.append(Circle(nodes: nodes, componentSize: sizes[component]))
        }
        return circles
    }

    private func shortestCircle(through start: Int, _ components: [Int], _ search: inout BreadthSearch) -> [Int]? {
        search.begin(at: start)
        var last: Int?
        while last == nil, let node = search.next() {
            for edge in edges(of: node) where edge.isCreating && components[edge.to] == components[start] {
                if edge.to == start { last = node }
                if search.meet(edge.to, from: node) { search.follow(edge.to) }
            }
        }
        return last.map { search.path(to: $0) }
    }

    /// Gives nodes the same number that reach each other over creating edges: Tarjan's algorithm with a stack of its own.
    private func components() -> [Int] {
        let unvisited = -1
        var components = [Int](repeating: unvisited, count: isLive.count)
        var order = components
        var lowest = components
        var nextEdge = [Int](repeating: 0, count: isLive.count)
        var visits = 0
        var calls: [Int] = []
        var open: [Int] = []
        for root in isLive.indices where order[root] == unvisited {
            calls.append(root)
            while let node = calls.last {
                let range = edgeIndices(of: node)
                if order[node] == unvisited {
                    order[node] = visits
                    lowest[node] = visits
                    visits += 1
                    nextEdge[node] = range.lowerBound
                    open.append(node)
                }
                if nextEdge[node] < range.upperBound {
                    let edge = edge(nextEdge[node])
                    if !edge.isCreating || components[edge.to] != unvisited {
                        nextEdge[node] += 1
                    } else if order[edge.to] == unvisited {
                        calls.append(edge.to)  // and back to this edge when it is done
                    } else {
                        lowest[node] = min(lowest[node], lowest[edge.to])
                        nextEdge[node] += 1
                    }
                    continue
                }
                calls.removeLast()
                guard lowest[node] == order[node] else { continue }
                while let member = open.popLast() {
                    components[member] = node
                    if member == node { break }
                }
            }
        }
        return components
    }
}
