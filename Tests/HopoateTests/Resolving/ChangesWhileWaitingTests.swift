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

private func label(_ body: () throws -> any Logging) -> String {
    do { return try body().label } catch { return "ERROR: \(error)" }
}

/// What a waiting thread gets when registrations come and go meanwhile.
@Suite struct ChangesWhileWaitingTests {
    private let container = DependencyContainer()

    @Test func anOverrideAnswersAlsoIfWhatItCoversGoes() {
        let container = container
        let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let base = container.register((any Logging).self) {
            begun.signal()
            go.wait()
            return Logger("base")
        }
        container.decorate((any Logging).self) { $0 }
        let first = Running { label { try container.resolving((any Logging).self) } }
        begun.wait()
        let second = Running { label { try container.resolving((any Logging).self) } }
        usleep(aWhile)
        container.register(Logger("override"), for: (any Logging).self)
        container.remove(base)
        #expect(second.end() == "override")
        go.signal()
        #expect(first.end() == "override")
    }

    @Test func aChildsRegistrationAnswersAlsoIfTheParentsGoes() {
        let container = container
        let child = DependencyContainer(parent: container)
        let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let base = container.register((any Logging).self) {
            begun.signal()
            go.wait()
            return Logger("base")
        }
        let first = Running { label { try child.resolving((any Logging).self) } }
        begun.wait()
        let second = Running { label { try child.resolving((any Logging).self) } }
        let third = Running { child.optionalResolve((any Logging).self)?.label ?? "nil" }
        usleep(aWhile)
        child.register(Logger("override"), for: (any Logging).self)
        container.remove(base)
        #expect(second.end() == "override")
        #expect(third.end() == "override")
        go.signal()
        _ = first.end()
    }

    @Test(arguments: ["plain", "decorated", "child", "argument"])
    func anOverrideWakes(_ kind: String) {
        let container = container
        let asked = kind == "child" ? DependencyContainer(parent: container) : container
        let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let make = { @Sendable () -> any Logging in
            begun.signal()
            go.wait()
            return Logger("base")
        }
        let look: @Sendable () -> String
        if kind == "argument" {
            container.register((any Logging).self, taking: Int.self, lifetime: .cached) { _ in make() }
            look = { asked.resolve((any Logging).self, with: 1).label }
        } else {
            container.register((any Logging).self) { make() }
            look = { asked.resolve((any Logging).self).label }
        }
        if kind == "decorated" { container.decorate((any Logging).self) { $0 } }
        let first = Running(look)
        begun.wait()
        let second = Running(look)
        usleep(aWhile)
        if kind == "argument" {
            asked.register((any Logging).self, taking: Int.self) { _ in Logger("override") }
        } else {
            asked.register(Logger("override"), for: (any Logging).self)
        }
        #expect(second.end(within: 60) == "override")
        go.signal()
        _ = first.end()
        #expect(second.end(within: 60) == "override")
    }

    @Test(arguments: ["reset", "scope", "remove", "undecorated reset", "undecorated scope"])
    func aResetWakesWhoWaitsForADecoration(_ kind: String) {
        let container = container
        let scope = DependencyScope()
        let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let count = Counter()
        let stall = { @Sendable in
            if count.increment() == 1 {
                begun.signal()
                go.wait()
            }
        }
        container.register(Logger("old"), for: (any Logging).self)
        let isDecorated = !kind.hasPrefix("undecorated")
        let base = container.register((any Logging).self, lifetime: .scoped(scope)) {
            if !isDecorated { stall() }
            return Logger("base")
        }
        if isDecorated {
            container.decorate((any Logging).self) {
                stall()
                return $0
            }
        }
        let first = Running { container.resolve((any Logging).self).label }
        begun.wait()
        let second = Running { container.resolve((any Logging).self).label }
        usleep(aWhile)
        if kind.hasSuffix("reset") { container.reset(base) }
        if kind.hasSuffix("scope") { scope.reset() }
        if kind == "remove" { container.remove(base) }
        #expect(second.end(within: 60) != nil)
        go.signal()
        _ = first.end()
        _ = second.end()
    }

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

private final class Stall { let run: () -> Void; init(_ run: @escaping () -> Void) { self.run = run } }

private final class StallingClock: ExpirationClock {
    func secondsNow() -> Double {
        (Thread.current.threadDictionary["stall"] as? Stall)?.run()
        return 0
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
