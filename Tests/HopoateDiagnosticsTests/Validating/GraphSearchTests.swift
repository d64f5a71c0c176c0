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

    /// With a search of the whole chain for each service, it would take minutes.
    @Test func `thousands of services registered before what they use are reported`() {
        let count = 4000
        var builder = GraphFixture()
        for index in 0..<count { builder.add("S\(index)", .service, .kept, cleansUp: index == count - 1) }
        for index in 1..<count { builder.connect(index - 1, index) }
        let problems = builder.graph.problems()
        #expect(problems.map(\.kind) == [.cleanedUpTooEarly])
        #expect(problems.first?.nodes.map(\.service) == ["App.S3998", "App.S3999"])
    }

    @Test func `many holders over a long chain print at most fifty problems and fifty lines each`() throws {
        let count = 400
        var builder = GraphFixture()
        for index in 0..<count { builder.add("S\(index)", .service, .passing) }
        for index in 1..<count { builder.connect(index - 1, index) }
        builder.connect(count - 1, builder.add("End", .service, .scoped(0)))
        for index in 0..<count { builder.connect(builder.add("Holder\(index)"), 0) }
        let error = try #require(throws: DependencyValidationError.self) { try builder.graph.validate() }
        #expect(error.problems.count == count)
        #expect(error.problems.allSatisfy { $0.nodes.count == 402 })
        #expect(error.description.utf8.count < 300_000)
        #expect(error.description.hasSuffix("\n\nand 350 more of the kind captive"))
        let lines = error.problems[0].description.split(separator: "\n")
        #expect(lines.count == 57)
        #expect(lines[1].hasPrefix("    path: Holder0 → S0 → ") && lines[1].hasSuffix(" → and 352 more → End"))
        #expect(lines[51] == "    and 352 more")
        #expect(lines[52].hasPrefix("          App.End, scoped, "))
    }

    /// With a comparison of each name with each other one, it would take minutes.
    @Test func `thousands of missing names of one type are reported`() throws {
        let count = 4000
        var builder = GraphFixture()
        let user = builder.add("User")
        for index in 0..<count {
            builder.add("Store", named: "registered \(index)")
            builder.need(user, missing: "Store", named: "requested \(index)")
        }
        let graph = builder.graph
        let error = try #require(throws: DependencyValidationError.self) { try graph.validate() }
        #expect(error.problems.count == count)
        #expect(error.problems[0].description.split(separator: "\n").count { $0.contains("similar: ") } == 5)
        #expect(error.description.hasSuffix("\n\nand 3950 more of the kind missing"))
    }

    @Test(arguments: 0..<40) func `cycles and captives are those of a plain search`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var builder = GraphFixture()
        let longevities: [GraphFixture.Longevity] = [
            .kept, .passing, .passing, .passing, .scoped(0), .scoped(1), .scoped(2), .scoped(3),
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
        default: self != other
        }
    }
}
