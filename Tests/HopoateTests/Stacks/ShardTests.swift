import Testing

@testable import Hopoate

/// What is only seen from inside: that nothing is left of names that are not used any more.
@Suite struct ShardTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func namesThatComeAndGoUseNoMoreStacksThanThereAreNamesAtOnce(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let container = DependencyContainer()
        var tokens: [Int: [AnyServiceRegistration]] = [:]
        for step in 0..<5_000 {
            let number = Int.random(in: 0..<50, using: &random)
            if Bool.random(using: &random), let token = tokens[number]?.popLast() {
                container.remove(token)
            } else {
                let token = container.register(step, for: Int.self, named: "\(number) \(step)")
                tokens[number, default: []].append(token)
                if tokens[number]!.count > 2 { container.remove(tokens[number]!.removeFirst()) }
            }
        }
        // And some that were used last.
        #expect(container.table.stacks.count <= 101 + 32)
    }

    @Test func anEmptyNamedStackStaysWhileAWrapperLooksAtIt() {
        let container = DependencyContainer()
        var property: Dependency<Int>? = Dependency(named: "a", container: container)
        container.remove(container.register(1, for: Int.self, named: "a"))
        for name in 0..<100 { container.remove(container.register(1, for: Int.self, named: "\(name)")) }
        #expect(container.table.stacks.map(\.key.name).contains("a"))
        withExtendedLifetime(property) {}
        property = nil
        for name in 0..<100 { container.remove(container.register(1, for: Int.self, named: "\(name)")) }
        #expect(!container.table.stacks.map(\.key.name).contains("a"))
        #expect(container.table.stacks.count < 40)
    }
}
