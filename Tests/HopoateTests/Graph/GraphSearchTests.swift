import Testing

@testable import Hopoate

@Suite struct GraphSearchTests {
    private func chain(_ count: Int, closing: Bool = false) -> DependencyGraph {
        var builder = GraphBuilder()
        for index in 0..<count { builder.add("S\(index)", .service, index == 0 ? .kept : .passing) }
        for index in 1..<count { builder.connect(index - 1, index) }
        if closing { builder.connect(count - 1, 0) }
        builder.connect(count - 1, builder.add("End", .service, .scoped(number: 0)))
        return builder.graph
    }

    @Test func aChainOfAHundredThousandServicesOverflowsNothing() {
        let graph = chain(100_000)
        let problems = graph.problems()
        #expect(problems.map(\.kind) == [.captive])
        #expect(problems.first?.nodes.count == 100_001)
        #expect(graph.description.utf8.count < 20_000_000)
    }

    @Test func aCircleOfAHundredThousandServicesIsFound() {
        let problems = chain(100_000, closing: true).problems()
        #expect(problems.map(\.kind) == [.cycle, .captive])
        #expect(problems.first?.nodes.count == 100_000)
    }

    @Test func aHundredThousandDecoratorsAreKeptAsLongAsWhatTheyDecorate() {
        var builder = GraphBuilder()
        let store = builder.add("Store", .service, .scoped(number: 0), answers: false)
        for index in 1...100_000 {
            builder.connect(builder.add("Store", .decorator, answers: index == 100_000), index - 1, .decorates)
        }
        let search = GraphSearch(builder.graph)
        #expect(search.isLive.allSatisfy { $0 })
        #expect(search.longevities.allSatisfy { $0 == search.longevities[store] })
    }

    @Test func servicesThatAllNeedEachOtherGiveABoundedNumberOfCircles() {
        var builder = GraphBuilder()
        let hub = builder.add("Hub")
        for index in 1...20_000 {
            builder.connect(hub, builder.add("S\(index)"))
            builder.connect(index, hub)
        }
        let circles = GraphSearch(builder.graph).circles()
        #expect(circles.count == 20)
        #expect(circles.allSatisfy { $0.nodes.count == 2 && $0.componentSize == 20_001 })
    }

    @Test(arguments: 0..<40)
    func circlesAndCaptivesAreThoseOfAPlainSearch(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var builder = GraphBuilder()
        let longevities: [Longevity] = [.kept, .passing, .passing, .scoped(number: 0), .scoped(number: 1)]
        let count = 12
        for index in 0..<count { builder.add("S\(index)", .service, longevities.randomElement(using: &random)!) }
        for _ in 0..<16 {
            let kind: DependencyGraph.Edge.Kind = Bool.random(using: &random) ? .required : .lazy
            builder.connect(Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random), kind)
        }
        let graph = builder.graph
        let search = GraphSearch(graph)

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
        let inCircles = Set((0..<count).filter { reachable(from: $0) { $0.kind != .lazy }.contains($0) })
        #expect(Set(search.circles().flatMap(\.nodes)) == inCircles)

        let captives = (0..<count).flatMap { holder in
            reachable(from: holder) { $0.from == holder || graph.nodes[$0.from].longevity == .passing }
                .filter { $0 != holder && graph.nodes[holder].longevity.outlives(graph.nodes[$0].longevity) }
                .map { [holder, $0] }
        }
        #expect(Set(search.captives().map { [$0[0], $0[$0.count - 1]] }) == Set(captives))
    }

    @Test func decoratorsThatComeBeforeWhatTheyDecorateAreKeptAsLong() {
        var builder = GraphBuilder()
        let outer = builder.add("Store", .decorator)
        let inner = builder.add("Store", .decorator, answers: false)
        let store = builder.add("Store", .service, .scoped(number: 0), answers: false)
        builder.connect(outer, inner, .decorates)
        builder.connect(inner, store, .decorates)
        let search = GraphSearch(builder.graph)
        #expect(search.isLive == [true, true, true])
        #expect(search.longevities == Array(repeating: .scoped(number: 0), count: 3))
    }
}
