import Testing

@testable import Hopoate

/// Names come and go in a random order. Exactly the present ones are found, and nothing is left of the others.
@Suite struct ShardTests {
    private func keys(of container: DependencyContainer) -> [ServiceKey] {
        var keys: [ServiceKey] = []
        container.table.withShards { keys += $0.stacks.stacks.map(\.key) }
        return keys
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `names are found while others come and go, and stacks are reused`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let container = DependencyContainer()
        var registered: [Int: [(token: AnyServiceRegistration, name: String, value: Int)]] = [:]
        var (count, most) = (0, 0)
        for step in 0..<5_000 {
            let number = Int.random(in: 0..<100, using: &random)
            if Bool.random(using: &random), let last = registered[number]?.popLast() {
                container.remove(last.token)
                count -= 1
                #expect(!container.canResolve(Int.self, named: last.name))
            } else {
                let name = "\(number) \(step)"
                let token = container.register(step, for: Int.self, named: name)
                registered[number, default: []].append((token, name, step))
                count += 1
            }
            most = max(most, count)
        }
        for entry in registered.values.flatMap({ $0 }) {
            #expect(container.optionalResolve(Int.self, named: entry.name) == entry.value)
        }
        #expect(keys(of: container).count <= 2 * most + 64)
    }

    /// The stack of the container between them was swept, and its version was that of the property.
    @Test func `a property keeps its transient service after a stack is swept`() {
        let root = DependencyContainer()
        let parent = DependencyContainer(parent: root)
        let child = DependencyContainer(parent: parent)
        root.register(Logger.self, lifetime: .transient) { Logger() }
        let property = Dependency<Logger>(container: child)
        parent.remove(parent.register(Logger("mock"), for: Logger.self))
        _ = property.wrappedValue
        for name in 0..<200 { parent.remove(parent.register(1, for: Int.self, named: "\(name)")) }
        #expect(property.wrappedValue === property.wrappedValue)
    }

    @Test func `an empty named stack stays while a wrapper uses it`() {
        let container = DependencyContainer()
        var property: Dependency<Int>? = Dependency(named: "a", container: container)
        container.remove(container.register(1, for: Int.self, named: "a"))
        for name in 0..<200 { container.remove(container.register(1, for: Int.self, named: "\(name)")) }
        #expect(keys(of: container).map(\.name).contains("a"))
        let token = container.register(2, for: Int.self, named: "a")
        #expect(property?.wrappedValue == 2)
        container.remove(token)
        property = nil
        for name in 0..<200 { container.remove(container.register(1, for: Int.self, named: "\(name)")) }
        #expect(!keys(of: container).map(\.name).contains("a"))
        #expect(keys(of: container).count <= 64)
    }
}
