import Foundation
import Hopoate
import Testing

/// User code during a creation, a sweep, a removal or a reset.
@Suite struct InterferenceTests {
    let container = DependencyContainer()

    @Test func `a reset has ended all instances when it returns, also if another thread resets too`() async {
        let (container, scope, created) = (container, DependencyScope(), Counter())
        let (began, finish) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        container.register(Int.self, lifetime: .scoped(scope)) { created.increment() }
        container.register(String.self, lifetime: .scoped(scope)) { "session" }.onRemove { _ in
            began.signal()
            finish.wait()
        }
        _ = (container.resolve(Int.self), container.resolve(String.self))
        async let other: Void = onThread { scope.reset() }
        await onThread { began.wait() }
        let number = await onThread { () -> Int in
            scope.reset()
            return container.resolve(Int.self)
        }
        finish.signal()
        await other
        #expect(number == 2)
    }

    /// A thread that has waited may still be asleep when the thread that it waited for resolves its service.
    @Test func `threads that wait for one another in turn are no cycle`() {
        let (container, errors) = (container, Counter())
        container.register(Logger("base"), for: Logger.self)
        let haveEnded = onThreads(3) { _ in
            for _ in 0..<500 {
                let inner = container.register(Logger.self) {
                    sched_yield()
                    return Logger()
                }
                let outer = container.register((any Logging).self) { resolve(Logger.self) }
                do { _ = (try container.resolving(Logger.self), try container.resolving((any Logging).self)) } catch {
                    errors.increment()
                }
                container.remove(outer)
                container.remove(inner)
                do { _ = try container.resolving(Logger.self) } catch {}
            }
        }
        #expect(haveEnded)
        #expect(errors.count == 0)
    }
}
