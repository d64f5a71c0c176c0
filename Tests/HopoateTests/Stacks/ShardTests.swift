import Testing

@testable import Hopoate

/// What is only seen from inside: that nothing is left of names that are not used any more.
@Suite struct ShardTests {
    private func keys(of container: DependencyContainer) -> [ServiceKey] {
        var keys: [ServiceKey] = []
        container.table.changeShards { keys += $0.stacks.stacks.map(\.key) }
        return keys
    }

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
        #expect(keys(of: container).count <= 2 * 101)
    }

    @Test func anEmptyNamedStackStaysWhileAWrapperLooksAtIt() {
        let container = DependencyContainer()
        var property: Dependency<Int>? = Dependency(named: "a", container: container)
        container.remove(container.register(1, for: Int.self, named: "a"))
        for name in 0..<200 { container.remove(container.register(1, for: Int.self, named: "\(name)")) }
        #expect(keys(of: container).map(\.name).contains("a"))
        withExtendedLifetime(property) {}
        property = nil
        for name in 0..<200 { container.remove(container.register(1, for: Int.self, named: "\(name)")) }
        #expect(!keys(of: container).map(\.name).contains("a"))
        #expect(keys(of: container).count <= 64)
    }
}
