import Foundation
import Hopoate
import Testing

@Suite struct CreationOnceTests {
    let container = DependencyContainer()

    @Test func aKeptServiceIsCreatedOnceUnder64Threads() {
        let container = container
        let runs = Counter()
        let barrier = Barrier(64)
        let seen = Shared<[ObjectIdentifier]>([])
        container.register((any Logging).self, lifetime: .cached) {
            runs.increment()
            Thread.sleep(forTimeInterval: 0.05)
            return Logger()
        }
        let haveEnded = onThreads(64) { _ in
            barrier.wait()
            let logger = container.resolve((any Logging).self)
            seen.change { $0.append(ObjectIdentifier(logger)) }
        }
        #expect(haveEnded)
        #expect(runs.count == 1)
        #expect(seen.value.count == 64)
        #expect(Set(seen.value).count == 1)
    }

    @Test func threadsThatWaitForACreationThatThrowsTryAgain() {
        let container = container
        let runs = Counter()
        let barrier = Barrier(16)
        let results = Shared<[Int]>([])
        container.register(Int.self, lifetime: .cached) {
            let run = runs.increment()
            Thread.sleep(forTimeInterval: 0.02)
            if run <= 3 { throw SomeError() }
            return run
        }
        let haveEnded = onThreads(16) { _ in
            barrier.wait()
            let result = (try? container.resolving(Int.self)) ?? 0
            results.change { $0.append(result) }
        }
        #expect(haveEnded)
        #expect(results.value.sorted() == [0, 0, 0] + Array(repeating: 4, count: 13))
        #expect(runs.count == 4)
    }

    @Test func aRegistrationRemovedWhileItsInstanceIsMadeKeepsNothing() {
        let container = container
        let started = Barrier(2)
        let removed = Barrier(2)
        let released = Counter()
        container.register(Logger("below"), for: (any Logging).self)
        let token = container.register((any Logging).self, lifetime: .cached) {
            started.wait()
            removed.wait()
            return Logger("late") { released.increment() }
        }
        let labels = Shared<[String]>([])
        let haveEnded = onThreads(2) { index in
            if index == 0 {
                let label = container.resolve((any Logging).self).label
                labels.change { $0.append(label) }
            } else {
                started.wait()
                container.remove(token)
                let label = container.resolve((any Logging).self).label
                labels.change { $0.append(label) }
                removed.wait()
            }
        }
        #expect(haveEnded)
        #expect(labels.value == ["below", "late"])
        #expect(released.count == 1)
    }

    /// Who waits must not be the last to hold a creator, whose `deinit`s would then run under a lock.
    @Test func aCreatorsCapturesAreReleasedUnderNoLockWhenItIsRemovedWhileOthersWait() {
        for _ in 0..<20 {
            let container = DependencyContainer()
            let started = Barrier(2)
            let finish = Barrier(2)
            let token = { () -> AnyServiceRegistration in
                let captured = Logger { _ = container.canResolve(Int.self) }
                return container.register(Int.self, lifetime: .cached) {
                    started.wait()
                    finish.wait()
                    return captured.label.count
                }
            }()
            let haveEnded = onThreads(5) { index in
                if index == 4 {
                    started.wait()
                    Thread.sleep(forTimeInterval: 0.003)
                    container.remove(token)
                    finish.wait()
                } else {
                    _ = container.optionalResolve(Int.self)
                }
            }
            #expect(haveEnded)
        }
    }
}
