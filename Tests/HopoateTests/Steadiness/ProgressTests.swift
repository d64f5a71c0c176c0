import Foundation
import Hopoate
import Testing

/// Many more threads than processors use one container, and none of them is left behind.
@Suite struct ProgressTests {
    private struct A {}
    private struct B {}
    private struct C {}

    /// Counts the rounds of each thread.
    private final class Rounds: Sendable {
        private let counts: [Counter]

        init(threads: Int) { counts = (0..<threads).map { _ in Counter() } }

        func add(thread: Int) { counts[thread].increment() }

        var fewest: Int { counts.map(\.count).min() ?? 0 }
    }

    /// Runs rounds on 64 threads until each of them has done some. A thread that makes no progress keeps all the others.
    private func expectProgress(_ round: @escaping @Sendable (Int) -> Void) {
        let (rounds, wanted) = (Rounds(threads: 64), 20)
        let limit = Date(timeIntervalSinceNow: 50)
        let haveEnded = onThreads(64) { thread in
            while rounds.fewest < wanted, limit.timeIntervalSinceNow > 0 {
                round(thread)
                rounds.add(thread: thread)
            }
        }
        #expect(haveEnded)
        #expect(rounds.fewest >= wanted)
    }

    @Test func sixtyFourThreadsThatDoEverythingMakeProgress() {
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

    /// While all threads but one wait for the creation, that of another service is waited for on yet another thread.
    @Test func aCreatorMayBlockOnAThreadThatResolvesInTheSameContainer() {
        let container = DependencyContainer()
        let scope = DependencyScope()
        let runs = Counter()
        container.register(B.self, lifetime: .scoped(scope)) { B() }
        container.register(C.self, lifetime: .transient) { C() }
        container.register(A.self, lifetime: .scoped(scope)) {
            runs.increment()
            let shared = DependencyContainer.shared
            let hasEnded = onThreads(1) { _ in
                _ = (shared.resolve(B.self), shared.resolve(C.self))
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
