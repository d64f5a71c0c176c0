import Testing

@testable import Hopoate
@testable import HopoateDiagnostics

@Suite struct GraphSearchTests {
    @Test func `a chain of ten thousand services does not overflow the stack`() {
        let count = 10_000
        var builder = GraphFixture()
        for index in 0..<count { builder.add("S\(index)", .service, index == 0 ? .kept : .passing) }
        for index in 1..<count { builder.connect(index - 1, index) }
        builder.connect(count - 1, builder.add("End", .service, .scoped(0)))
        let graph = builder.graph
        let problems = graph.problems()
        #expect(problems.map(\.kind) == [.captive])
        #expect(problems.first?.nodes.count == 10_001)
        #expect(graph.description.utf8.count < 20_000_000)
    }

    @Test(arguments: 0..<40) func `cycles and captives are those of a plain search`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var builder = GraphFixture()
        let longevities: [GraphFixture.Longevity] = [
            .kept, .passing, .passing, .passing, .scoped(0), .scoped(1), .expiring(1), .expiring(2),
        ]
        let count = 12
        let lifetimes = (0..<count).map { _ in longevities.randomElement(using: &random)! }
        for index in 0..<count { builder.add("S\(index)", .service, lifetimes[index]) }
        for _ in 0..<16 {
            let kind: DependencyGraph.Edge.Kind = Bool.random(using: &random) ? .required : .lazy
            builder.connect(Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random), kind)
        }
        let graph = builder.graph
        let problems = graph.problems()

        func reachable(from start: Int, through follows: (DependencyGraph.Edge) -> Bool) -> Set<Int> {
            var found: Set<Int> = []
            var open = [start]
            while let node = open.popLast() {
                for edge in graph.edges where edge.from == node && follows(edge) && found.insert(edge.to!).inserted {
                    open.append(edge.to!)
                }
            }
            return found
        }
        let inCycles = Set((0..<count).filter { reachable(from: $0) { $0.kind != .lazy }.contains($0) })
        #expect(Set(problems.filter { $0.kind == .cycle }.flatMap { $0.nodes.map(\.id) }) == inCycles)

        let captives = (0..<count).flatMap { holder in
            reachable(from: holder) { $0.from == holder || lifetimes[$0.from] == .passing }
                .filter { $0 != holder && lifetimes[holder].outlives(lifetimes[$0]) }
                .map { [holder, $0] }
        }
        let found = problems.filter { $0.kind == .captive }.map { [$0.nodes[0].id, $0.nodes[$0.nodes.count - 1].id] }
        #expect(Set(found) == Set(captives))
        #expect(found.count == captives.count)
    }
}

extension GraphFixture.Longevity {
    fileprivate func outlives(_ other: GraphFixture.Longevity) -> Bool {
        switch (self, other) {
        case (.passing, _), (_, .passing), (_, .kept): false
        case (.expiring(let seconds), .expiring(let others)): seconds > others
        default: self != other
        }
    }
}
