import Hopoate
import Testing

@Suite struct StackTests {
    let container = DependencyContainer()

    @Test func `registrations of many threads have the same order everywhere`() {
        for _ in 0..<20 {
            let container = DependencyContainer()
            atOnce(4) { thread in
                for index in 0..<100 { container.contribute(to: Int.self) { 100 * thread + index } }
            }
            let (order, orderOfFork) = (container.resolveAll(Int.self), container.fork().resolveAll(Int.self))
            #expect(zip(order, orderOfFork).count { $0 != $1 } == 0)
            #expect(container.registrations.map(\.depth).enumerated().count { $0 + $1 != 399 } == 0)
        }
    }

    @Test func `keys differ by type and by name`() throws {
        container.register(0, for: Int.self)
        container.register(1, for: Int.self, named: "")
        container.register(2, for: Int.self, named: "a")
        container.register("3", for: String.self, named: "a")
        #expect(try container.resolving(Int.self) == 0)
        #expect(try container.resolving(Int.self, named: "") == 1)
        #expect(try container.resolving(Int.self, named: "a") == 2)
        #expect(try container.resolving(String.self, named: "a") == "3")
        #expect(!container.canResolve(Int.self, named: "b"))
        #expect(!container.canResolve(String.self))
        let error = try #require(throws: DependencyError.self) { try container.resolving(Int.self, named: "b") }
        #expect(error.description.contains("Swift.Int named \"b\""))
    }
}
