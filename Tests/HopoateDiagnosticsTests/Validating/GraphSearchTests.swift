import Testing

@testable import Hopoate
@testable import HopoateDiagnostics

@Suite struct GraphSearchTests {
    private func chain(_ count: Int, closing: Bool = false) -> DependencyGraph {
        var builder = GraphFixture()
        for index in 0..<count { builder.add("S\(index)", .service, index == 0 ? .kept : .passing) }
        for index in 1..<count { builder.connect(index - 1, index) }
        if closing { builder.connect(count - 1, 0) }
        builder.connect(count - 1, builder.add("End", .service, .scoped(0)))
        return builder.graph
    }

    @Test func aChainOfTenThousandServicesOverflowsNothing() {
        let graph = chain(10_000)
        let problems = graph.problems()
        #expect(problems.map(\.kind) == [.captive])
        #expect(problems.first?.nodes.count == 10_001)
        #expect(graph.description.utf8.count < 20_000_000)
    }

    @Test func aCycleOfTenThousandServicesIsFound() {
        let problems = chain(10_000, closing: true).problems()
        #expect(problems.map(\.kind) == [.cycle, .captive])
        #expect(problems.first?.nodes.count == 10_000)
    }

    @Test(arguments: 0..<40)
    func cyclesAndCaptivesAreThoseOfAPlainSearch(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var builder = GraphFixture()
        let longevities: [GraphFixture.Longevity] = [.kept, .passing, .passing, .scoped(0), .scoped(1)]
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

    @Test func decoratorsThatComeBeforeWhatTheyDecorateAreKeptAsLong() {
        let container = DependencyContainer()
        for _ in 1...2 { container.decorate(\.ofSession) { $0 } }
        container.register(String.self) { "\(DependencyContainer.shared.resolve(\.ofSession))" }
        container.register(Double.self, lifetime: .scoped(session)) {
            Double(DependencyContainer.shared.resolve(\.ofSession))
        }
        #expect(container.graph().nodes.map(\.kind) == [.decorator, .decorator, .service, .service, .default])
        let problems = container.problems(byCreating: true)
        #expect(problems.allSatisfy { $0.kind == .captive && $0.nodes[0].id == 2 })
        #expect(problems.contains { $0.nodes.map(\.id) == [2, 1] })
    }

    @Test func decoratorsOfEachOtherEndNoSearch() {
        var builder = GraphFixture()
        let (first, second) = (builder.add("A", .decorator), builder.add("A", .decorator, answers: false))
        builder.connect(first, second, .decorates)
        builder.connect(second, first, .decorates)
        #expect(builder.graph.problems().map(\.kind) == [.cycle])
    }
}

extension GraphFixture.Longevity {
    fileprivate func outlives(_ other: GraphFixture.Longevity) -> Bool {
        self != .passing && self != other && other != .passing && other != .kept
    }
}

private let session = DependencyScope()

extension DependencyKeys {
    fileprivate var ofSession: DependencyKey<Int> { .init(lifetime: .scoped(session)) { 1 } }
}
