import Foundation
import Hopoate
import Testing

/// Many more threads than processors use one container, and all of them progress.
@Suite struct ProgressTests {
    private struct A {}
    private struct B {}

    /// Runs rounds on 64 threads until each has done some. A thread without progress keeps all others running.
    private func expectProgress(_ round: @escaping @Sendable (Int) -> Void) {
        let (rounds, wanted) = ((0..<64).map { _ in Counter() }, 20)
        let limit = Date(timeIntervalSinceNow: 50)
        let haveEnded = onThreads(64) { thread in
            while rounds.contains(where: { $0.count < wanted }), limit.timeIntervalSinceNow > 0 {
                round(thread)
                rounds[thread].increment()
            }
        }
        #expect(haveEnded)
        #expect(rounds.allSatisfy { $0.count >= wanted })
    }

    @Test func `sixty-four threads that do everything make progress`() {
        let container = DependencyContainer()
        container.register(String.self, lifetime: .cached) { "kept" }
        container.register([String].self, lifetime: .transient) { [resolve(String.self)] }
        expectProgress { thread in
            switch thread % 4 {
            case 0: #expect(container.resolve(String.self) == "kept")
            case 1: #expect(container.resolve([String].self) == ["kept"])
            case 2: container.remove(container.register(thread, for: Int.self, named: "\(thread)"))
            default: container.remove(container.register(A.self, lifetime: .cached) { A() })
            }
        }
    }

    /// All threads but one wait for a creation, which waits for another service on yet another thread.
    @Test func `a creator may wait for a thread that resolves in the same container`() {
        let container = DependencyContainer()
        let scope = DependencyScope()
        let runs = Counter()
        container.register(B.self, lifetime: .scoped(scope)) { B() }
        container.register(A.self, lifetime: .scoped(scope)) {
            runs.increment()
            let shared = DependencyContainer.shared
            let hasEnded = onThreads(1) { _ in
                _ = shared.resolve(B.self)
                shared.remove(shared.register(1, for: Int.self))
            }
            #expect(hasEnded)
            return A()
        }
        expectProgress { thread in
            if thread == 0 { scope.reset() }
            _ = container.resolve(A.self)
        }
        #expect(runs.count > 1)
    }
}
