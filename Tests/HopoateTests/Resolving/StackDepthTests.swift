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

    /// Whether an error is a cycle's.
    private static func isCycle(_ body: () throws -> Int) -> Bool {
        do {
            _ = try body()
        } catch let error as DependencyError {
            if case .cycle = error.reason { return true }
        } catch {}
        return false
    }

    // MARK: - On a small stack

    @Test(.disabled(if: isSanitized)) func aChainOf62ServicesFitsOnASmallStack() async {
        await #expect(processExitsWith: .success) {
            for lifetime in [Lifetime.cached, .transient, .graph, .expiring(afterSeconds: 60)] {
                let container = DependencyContainer()
                StackDepthTests.registerChain(of: 62, in: container, lifetime)
                let sum = onSmallStack { container.resolve(Int.self, named: "0") }
                #expect(sum == 61)
            }
        }
    }

    @Test(.disabled(if: isSanitized)) func aCycleOf62ServicesIsReportedOnASmallStack() async {
        await #expect(processExitsWith: .success) {
            for lifetime in [Lifetime.cached, .transient] {
                let container = DependencyContainer()
                StackDepthTests.registerChain(of: 62, in: container, lifetime) {
                    try DependencyContainer.shared.resolving(Int.self, named: "0")
                }
                let isCycle = onSmallStack {
                    StackDepthTests.isCycle { try container.resolving(Int.self, named: "0") }
                }
                #expect(isCycle == true)
            }
        }
    }

    @Test(.disabled(if: isSanitized)) func fiftyArgumentsWithinOneAnotherAreReportedOnASmallStack() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            container.register(Int.self, taking: (() -> Int).self) { argument in
                let number = argument()
                return try DependencyContainer.shared.resolving(Int.self, with: { number + 1 })
            }
            let isCycle = onSmallStack {
                StackDepthTests.isCycle { try container.resolving(Int.self, with: { 0 }) }
            }
            #expect(isCycle == true)
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

    @Test(.disabled(if: isSanitized), arguments: [Lifetime.cached, .transient, .graph, .expiring(afterSeconds: 60)])
    func aCreatorTakesLittleOfTheStack(_ lifetime: Lifetime) {
        let (container, addresses) = (DependencyContainer(), addresses)
        for level in 0..<24 {
            container.register(Int.self, named: StackDepthTests.names[level], lifetime: lifetime) {
                addresses.change { $0.append(stackAddress()) }
                return level == 23 ? 0 : resolve(Int.self, named: StackDepthTests.names[level + 1])
            }
        }
        expectSmallLevels { _ = container.resolve(Int.self, named: "0") }
    }

    @Test(.disabled(if: isSanitized)) func aCreatorThatReadsAPropertyTakesLittleOfTheStack() {
        let (container, addresses) = (DependencyContainer(), addresses)
        for level in 0..<24 {
            container.register(Int.self, named: StackDepthTests.names[level], lifetime: .cached) {
                addresses.change { $0.append(stackAddress()) }
                return level == 23 ? 0 : Dependency<Int>(named: StackDepthTests.names[level + 1]).wrappedValue
            }
        }
        expectSmallLevels { _ = container.resolve(Int.self, named: "0") }
    }

    @Test(.disabled(if: isSanitized)) func aCreatorThatReadsAnOptionalPropertyTakesLittleOfTheStack() {
        let (container, addresses) = (DependencyContainer(), addresses)
        for level in 0..<24 {
            container.register(Int.self, named: StackDepthTests.names[level], lifetime: .cached) {
                addresses.change { $0.append(stackAddress()) }
                let next = StackDepthTests.names[level + 1]
                return level == 23 ? 0 : OptionalDependency<Int>(named: next).wrappedValue ?? 0
            }
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
