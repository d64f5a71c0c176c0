import Foundation
import Hopoate
import Testing

/// Starts a thread, which the test waits for with a time limit.
private final class Running<Result: Sendable>: Sendable {
    private let result = Shared<Result?>(nil)

    init(_ body: @escaping @Sendable () -> Result) {
        let result = result
        Thread { result.value = body() }.start()
    }

    /// Nil when it has not ended.
    func end(within seconds: Double = 60) -> Result? {
        let limit = Date().addingTimeInterval(seconds)
        while result.value == nil, Date() < limit { usleep(1000) }
        return result.value
    }
}

private let aWhile = UInt32(200_000)

/// What a waiting thread gets when registrations come and go meanwhile.
@Suite struct ChangesWhileWaitingTests {
    private let container = DependencyContainer()

    /// A child's contributions do not answer in place of its parent's.
    @Test func aParentsContributionIsAwaitedAlsoIfTheChildHasSome() {
        let container = container
        let child = DependencyContainer(parent: container)
        let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        container.contribute(to: String.self, lifetime: .cached) {
            begun.signal()
            go.wait()
            return "parent"
        }
        child.contribute(to: String.self) { "child" }
        let first = Running { child.resolveAll(String.self) }
        begun.wait()
        let second = Running { child.resolveAll(String.self) }
        usleep(aWhile)
        go.signal()
        #expect(first.end() == ["parent", "child"])
        #expect(second.end() == ["parent", "child"])
    }

    /// Begins a look-up that stalls while its argument is compared.
    private func beginSlowLookUp() -> (early: Running<String>, go: DispatchSemaphore) {
        let (container, begun, go) = (container, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let slow = Slow {
            begun.signal()
            go.wait()
        }
        let early = Running { container.resolve((any Logging).self, with: slow).label }
        begun.wait()
        return (early, go)
    }

    @Test func aLookUpThatBeganBeforeADecoratorCame() {
        let container = container
        let made = Counter()
        container.register((any Logging).self, taking: Slow.self, lifetime: .cached) { _ in Logger("base") }
        _ = container.resolve((any Logging).self, with: Slow())
        let (early, go) = beginSlowLookUp()
        container.decorate((any Logging).self, taking: Slow.self) { _ in Logger("decorated \(made.increment())") }
        let before = container.resolve((any Logging).self, with: Slow())
        go.signal()
        _ = early.end()
        let after = container.resolve((any Logging).self, with: Slow())
        #expect(before === after)
        #expect(made.count == 1)
    }
}

/// All are equal. The comparison of some takes its time, once.
private struct Slow: Hashable, Sendable {
    var onCompare: (@Sendable () -> Void)?
    let comparisons = Counter()

    init(_ onCompare: (@Sendable () -> Void)? = nil) { self.onCompare = onCompare }

    static func == (left: Slow, right: Slow) -> Bool {
        if left.comparisons === right.comparisons { return true }
        if left.comparisons.increment() == 1 { left.onCompare?() }
        if right.comparisons.increment() == 1 { right.onCompare?() }
        return true
    }

    func hash(into hasher: inout Hasher) {}
}
