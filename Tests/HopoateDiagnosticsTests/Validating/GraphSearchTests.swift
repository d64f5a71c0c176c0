import Testing

@testable import Hopoate
@testable import HopoateDiagnostics

@Suite struct GraphSearchTests {
    private let container = DependencyContainer()
    private let scope = DependencyScope()

    /// Registers a service with a name whose initializer has parameters.
    @discardableResult
    private func add(
        _ name: String,
        _ lifetime: Lifetime = .transient,
        _ needs: [String] = [],
        lazy: [String] = []
    ) -> ServiceRegistration<Int> {
        let dependencies =
            needs.map { DeclaredDependency.of(ServiceKey(Int.self, named: $0)) }
            + lazy.map { .of(ServiceKey(Int.self, named: $0), at: .whenFirstUsed) }
        let recipe = Recipe(plainCreator: { 0 }, dependencies: dependencies)
        return container.add(recipe, lifetime, ServiceKey(Int.self, named: name), CodePlace())
    }

    /// Registers transient services, each of which needs the next one, and a scoped one at the end.
    private func addChain(_ count: Int) {
        for index in 0..<count { add("\(index)", .transient, [index == count - 1 ? "end" : "\(index + 1)"]) }
        add("end", .scoped(scope))
    }

    @Test func `a chain of ten thousand services does not overflow the stack`() {
        addChain(10_000)
        add("holder", .cached, ["0"])
        let problems = container.problems()
        #expect(problems.map(\.kind) == [.captive])
        #expect(problems.first?.nodes.count == 10_002)
        #expect(container.graph().description.utf8.count < 20_000_000)
    }

    /// With a search of the whole chain for each service, it would take minutes.
    @Test func `thousands of services registered before what they use are reported`() {
        let count = 4000
        for index in 0..<count - 1 { add("\(index)", .cached, ["\(index + 1)"]) }
        add("\(count - 1)", .cached).onRemove { _ in }
        let problems = container.problems()
        #expect(problems.map(\.kind) == [.cleanedUpTooEarly])
        #expect(problems.first?.nodes.map(\.name) == ["3998", "3999"])
    }

    @Test func `many holders over a long chain print at most fifty problems and fifty lines each`() throws {
        let count = 120
        addChain(count)
        for index in 0..<count { add("holder \(index)", .cached, ["0"]) }
        let error = try #require(throws: DependencyValidationError.self) { try container.validate() }
        #expect(error.problems.count == count)
        #expect(error.problems.allSatisfy { $0.nodes.count == count + 2 })
        #expect(error.description.utf8.count < 400_000)
        #expect(error.description.hasSuffix("\n\nand 70 more of the kind captive"))
        let lines = error.problems[0].description.split(separator: "\n")
        #expect(lines.count == 57)
        #expect(lines[1].hasPrefix(#"    path: Int "holder 0" → Int "0" → "#))
        #expect(lines[1].hasSuffix(#" → and 72 more → Int "end""#))
        #expect(lines[51] == "    and 72 more")
        #expect(lines[52].hasPrefix(#"          Swift.Int named "end", scoped, "#))
    }

    /// With a comparison of each name with each other one, it would take seconds.
    @Test func `hundreds of missing names of one type are reported`() throws {
        let count = 400
        for index in 0..<count { add("registered \(index)") }
        add("user", .cached, (0..<count).map { "requested \($0)" })
        let error = try #require(throws: DependencyValidationError.self) { try container.validate() }
        #expect(error.problems.count == count)
        #expect(error.problems[0].description.split(separator: "\n").count { $0.contains("similar: ") } == 5)
        #expect(error.description.hasSuffix("\n\nand 350 more of the kind missing"))
    }

    @Test(arguments: 0..<40) func `cycles and captives are those of a plain search`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let scopes: [Lifetime] = [.scoped(scope), .scoped(DependencyScope()), .scoped(DependencyScope())]
        let count = 12
        let lifetimes = (0..<count).map { _ in
            ([.cached, .transient, .transient, .transient] + scopes).randomElement(using: &random)!
        }
        var needs = [[Int]](repeating: [], count: count)
        var lazy = needs
        for _ in 0..<16 {
            let (from, to) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
            if Bool.random(using: &random) { needs[from].append(to) } else { lazy[from].append(to) }
        }
        for index in 0..<count {
            add("\(index)", lifetimes[index], needs[index].map { "\($0)" }, lazy: lazy[index].map { "\($0)" })
        }
        let problems = container.problems()

        func reachable(from start: Int, over next: (Int) -> [Int]) -> Set<Int> {
            var found: Set<Int> = []
            var open = [start]
            while let node = open.popLast() { open += next(node).filter { found.insert($0).inserted } }
            return found
        }
        let inCycles = Set((0..<count).filter { reachable(from: $0, over: { needs[$0] }).contains($0) })
        #expect(Set(problems.filter { $0.kind == .cycle }.flatMap { $0.nodes.map(\.id) }) == inCycles)

        let captives = (0..<count).filter { lifetimes[$0].keepsInstances }.flatMap { holder in
            reachable(from: holder) { $0 == holder || !lifetimes[$0].keepsInstances ? needs[$0] + lazy[$0] : [] }
                .filter { $0 != holder && lifetimes[$0].isScoped && lifetimes[$0] != lifetimes[holder] }
                .map { [holder, $0] }
        }
        let found = problems.filter { $0.kind == .captive }.map { [$0.nodes[0].id, $0.nodes[$0.nodes.count - 1].id] }
        #expect(Set(found) == Set(captives))
        #expect(found.count == captives.count)
    }
}
