extension GraphSearch {
    /// What can end early among that which a passing node holds, as far as it saves searches.
    private enum Reach: Equatable {
        case nothing
        case one(Longevity)
        case several
    }

    /// The ways from each node that is kept to what it holds and what can end before it. Only the last is not passing,
    /// apart from the first.
    ///
    /// A search goes only where it finds something, so without captives each edge is looked at a few times.
    func captives() -> [[Int]] {
        let reaches = reaches()
        var captives: [[Int]] = []
        var search = BreadthSearch(nodeCount: isLive.count)
        for holder in isLive.indices where isLive[holder] && longevities[holder] != .passing {
            search.begin(at: holder)
            while let node = search.next() {
                for edge in edges(of: node) where search.meet(edge.to, from: node) {
                    if longevities[edge.to] != .passing {
                        if longevities[holder].outlives(longevities[edge.to]) {
                            captives.append(search.path(to: edge.to))
                        }
                        continue
                    }
                    switch reaches[edge.to] {
                    case .nothing: break
                    case .one(let longevity) where !longevities[holder].outlives(longevity): break
                    case .one, .several: search.follow(edge.to)
                    }
                }
            }
        }
        return captives
    }

    /// Goes back from what can end early. Each node changes twice at most.
    private func reaches() -> [Reach] {
        let (starts, sources) = reversed()
        var reaches = [Reach](repeating: .nothing, count: isLive.count)
        var changed: [Int] = []
        for node in isLive.indices where isLive[node] && longevities[node].canEndEarly {
            reaches[node] = .one(longevities[node])
            changed.append(node)
        }
        while let node = changed.popLast() {
            for source in sources[starts[node]..<starts[node + 1]] where longevities[source] == .passing {
                let joined: Reach =
                    reaches[source] == .nothing || reaches[source] == reaches[node] ? reaches[node] : .several
                if reaches[source] != joined {
                    reaches[source] = joined
                    changed.append(source)
                }
            }
        }
        return reaches
    }
}
