import Testing

@testable import Hopoate

/// What is only seen from inside: that nothing is left of names that are not used any more.
@Suite struct ShardTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func ofNamesThatComeAndGoNothingIsLeft(seed: UInt64) {
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
        for token in tokens.values.joined() { container.remove(token) }
        #expect(container.table.withAllStacks { $0.filter { $0.pointee.key.name != nil }.count } == 0)
    }

    @Test func anEmptyNamedStackStaysWhileAWrapperLooksAtIt() {
        let container = DependencyContainer()
        var property: Dependency<Int>? = Dependency(named: "a", container: container)
        let token = container.register(1, for: Int.self, named: "a")
        container.remove(token)
        #expect(container.table.withAllStacks(\.count) == 1)
        withExtendedLifetime(property) {}
        property = nil
        #expect(container.table.withAllStacks { $0.filter { $0.pointee.key.name != nil }.count } == 0)
    }
}
