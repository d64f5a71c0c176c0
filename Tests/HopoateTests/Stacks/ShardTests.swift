import Testing

@testable import Hopoate

@Suite struct ShardTests {
    /// Names come and go in a random order, and the hash table has to find just the ones that are there.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func namedStacksAreFoundWhileOthersComeAndGo(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let container = DependencyContainer()
        var tokens: [Int: [AnyServiceRegistration]] = [:]
        for step in 0..<5_000 {
            let number = Int.random(in: 0..<400, using: &random)
            if Bool.random(using: &random), let token = tokens[number]?.popLast() {
                container.remove(token)
            } else {
                tokens[number, default: []].append(container.register(step, for: Int.self, named: "\(number)"))
            }
        }
        for number in 0..<400 {
            #expect(container.canResolve(Int.self, named: "\(number)") == (tokens[number]?.isEmpty == false))
        }
        for token in tokens.values.joined() { container.remove(token) }
        #expect(container.table.withAllStacks { $0.filter { $0.pointee.key.name != nil }.count } == 0)
    }

    @Test func anEmptyNamedStackStaysWhileAWrapperLooksAtIt() {
        let container = DependencyContainer()
        var property: Dependency<Int>? = Dependency(named: "a", container: container)
        let token = container.register(1, for: Int.self, named: "a")
        container.remove(token)
        #expect(container.table.withAllStacks(\.count) == 1)
        container.register(2, for: Int.self, named: "a")
        #expect(property?.wrappedValue == 2)
        container.reset()
        #expect(container.table.withAllStacks(\.count) == 1)
        property = nil
        #expect(container.table.withAllStacks { $0.filter { $0.pointee.key.name != nil }.count } == 0)
    }

    @Test func keysDifferByTypeAndByName() {
        #expect(ServiceKey(Int.self, named: nil) == ServiceKey(Int.self, named: nil))
        #expect(!(ServiceKey(Int.self, named: nil) == ServiceKey(Int.self, named: "")))
        #expect(!(ServiceKey(Int.self, named: "a") == ServiceKey(Int.self, named: "b")))
        #expect(!(ServiceKey(Int.self, named: "a") == ServiceKey(String.self, named: "a")))
        #expect(ServiceKey(Int.self, named: "a").description == "Swift.Int named \"a\"")
    }
}
