import Hopoate
import Testing

/// How much of the stack creators take that resolve within one another. Each test of a small stack is a process of its own,
/// as an overflow ends that.
@Suite struct StackDepthTests {
    private static let names = (0...200).map { "\($0)" }

    /// Each service resolves the next one, and the last one does what is given.
    private static func registerChain(
        of count: Int,
        in container: DependencyContainer,
        _ lifetime: Lifetime,
        end: @escaping @Sendable () throws -> Int = { 0 }
    ) {
        for level in 0..<count {
            container.register(Int.self, named: names[level], lifetime: lifetime) {
                if level == count - 1 { return try end() }
                return try DependencyContainer.shared.resolving(Int.self, named: names[level + 1]) + 1
            }
        }
    }

    // MARK: - On a small stack

    @Test(.disabled(if: isSanitized)) func whatIsMadeOf62ServicesOrIsACycleOfThemFitsOnASmallStack() async {
        await #expect(processExitsWith: .success) {
            for lifetime in [Lifetime.cached, .transient, .graph, .expiring(afterSeconds: 60)] {
                let (chain, cycle) = (DependencyContainer(), DependencyContainer())
                StackDepthTests.registerChain(of: 62, in: chain, lifetime)
                try #require(onSmallStack { chain.resolve(Int.self, named: "0") } == 61)
                StackDepthTests.registerChain(of: 62, in: cycle, lifetime) {
                    try DependencyContainer.shared.resolving(Int.self, named: "0")
                }
                let error = onSmallStack { dependencyError { try cycle.resolving(Int.self, named: "0") } }
                guard case .cycle = try #require(error ?? nil).reason else { throw SomeError() }
            }
        }
    }

    @Test(.disabled(if: isSanitized)) func fiftyArgumentsThatCannotBeComparedAreReportedOnASmallStack() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            container.register(Int.self, taking: (() -> Int).self) { argument in
                let number = argument()
                return try DependencyContainer.shared.resolving(Int.self, with: { number + 1 })
            }
            let error = onSmallStack { dependencyError { try container.resolving(Int.self, with: { 0 }) } }
            guard case .cycle = try #require(error ?? nil).reason else { throw SomeError() }
        }
    }

    // MARK: - What one level takes

    #if DEBUG
    private static let limit = 5120
    #else
    private static let limit = 1536
    #endif

    /// Where the stack ended in the code that was called within one another, the outermost first.
    private let addresses = Shared<[Int]>([])

    /// Resolves on a stack that is large enough for anything, and expects the levels to take no more than they may.
    ///
    /// The first levels are left out, as what is below them may be of another kind.
    private func expectSmallLevels(
        of count: Int = 24,
        _ resolve: @escaping @Sendable () -> Void
    ) {
        #expect(onStack(ofBytes: 64 << 20, resolve) != nil)
        let addresses = addresses.value.sorted(by: >).dropFirst(2)
        #expect(addresses.count == count - 2)
        guard let first = addresses.first, let last = addresses.last, addresses.count > 1 else { return }
        let bytes = (first - last) / (addresses.count - 1)
        #expect(bytes <= StackDepthTests.limit, "\(bytes) bytes a level")
    }

    /// How a creator asks for the service of the next level.
    private enum Way: CaseIterable {
        case resolve, property, optionalProperty

        func creator(_ level: Int, _ addresses: Shared<[Int]>) -> @Sendable () -> Int {
            let name = StackDepthTests.names[level + 1]
            switch self {
            case .resolve:
                return {
                    addresses.change { $0.append(stackAddress()) }
                    return level == 23 ? 0 : Hopoate.resolve(Int.self, named: name)
                }
            case .property:
                return {
                    addresses.change { $0.append(stackAddress()) }
                    return level == 23 ? 0 : Dependency<Int>(named: name).wrappedValue
                }
            case .optionalProperty:
                return {
                    addresses.change { $0.append(stackAddress()) }
                    return level == 23 ? 0 : OptionalDependency<Int>(named: name).wrappedValue ?? 0
                }
            }
        }
    }

    @Test(
        .disabled(if: isSanitized),
        arguments: [Lifetime.cached, .transient, .graph, .expiring(afterSeconds: 60)],
        Way.allCases
    )
    private func aCreatorTakesLittleOfTheStack(_ lifetime: Lifetime, _ way: Way) {
        let container = DependencyContainer()
        for level in 0..<24 {
            let creator = way.creator(level, addresses)
            container.register(Int.self, named: StackDepthTests.names[level], lifetime: lifetime, creator: creator)
        }
        expectSmallLevels { _ = container.resolve(Int.self, named: "0") }
    }

    @Test(.disabled(if: isSanitized), arguments: [Lifetime.cached, .transient])
    func aCreatorThatTakesAnArgumentTakesLittleOfTheStack(_ lifetime: Lifetime) {
        let (container, addresses) = (DependencyContainer(), addresses)
        container.register(Int.self, taking: Int.self, lifetime: lifetime) { level in
            addresses.change { $0.append(stackAddress()) }
            return level == 23 ? 0 : DependencyContainer.shared.resolve(Int.self, with: level + 1)
        }
        expectSmallLevels { _ = container.resolve(Int.self, with: 0) }
    }

    @Test(.disabled(if: isSanitized), arguments: [Lifetime.cached, .transient])
    func aDecoratorTakesLittleOfTheStack(_ lifetime: Lifetime) {
        let (container, addresses) = (DependencyContainer(), addresses)
        container.register(Int.self, lifetime: lifetime) { 0 }
        for _ in 0..<24 {
            container.decorate(Int.self) { number in
                addresses.change { $0.append(stackAddress()) }
                return number + 1
            }
        }
        expectSmallLevels { _ = container.resolve(Int.self) }
    }

    /// A level of it is a creator and a decorator.
    @Test(.disabled(if: isSanitized)) func aDecoratedServicesCreatorTakesLittleOfTheStack() {
        let (container, addresses) = (DependencyContainer(), addresses)
        for level in 0..<24 {
            let name = StackDepthTests.names[level]
            container.register(Int.self, named: name, lifetime: .cached) {
                addresses.change { $0.append(stackAddress()) }
                return level == 23 ? 0 : resolve(Int.self, named: StackDepthTests.names[level + 1])
            }
            container.decorate(Int.self, named: name) { number in
                addresses.change { $0.append(stackAddress()) }
                return number + 1
            }
        }
        expectSmallLevels(of: 48) { _ = container.resolve(Int.self, named: "0") }
    }
}
