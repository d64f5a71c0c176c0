import Hopoate
import HopoateTestingHelpers
import Testing

/// Tests whose containers do not end in time.
@Suite struct SlowEndsTests {
    private final class Store: Sendable {}

    private static let place = "registered at HopoateTestingHelpersTests/SlowEndsTests.swift"
    private static let store = "HopoateTestingHelpersTests.SlowEndsTests.Store"

    /// Runs a body with a function that does not end before the body has ended, even if it is cancelled.
    private func withObstacle(_ body: (@escaping @Sendable () async -> Void) async throws -> Void) async rethrows {
        let (stream, end) = AsyncStream<Void>.makeStream()
        defer { end.finish() }
        let wait = Task.detached { for await _ in stream {} }
        try await body { await wait.value }
    }

    @Test func `a creation that never ends is cancelled and fails the test`() async throws {
        let found = try await reports {
            await withIsolatedDependencies(endingWithinSeconds: 0.1) {
                let container = DependencyContainer.shared
                container.register(Store(), for: Store.self, line: 1)
                await Task.yield()
                container.register(Store.self, named: "second", lifetime: .eager, line: 2) {
                    try await Task.sleep(nanoseconds: 3_600_000_000_000)
                    return Store()
                }
            }
        }
        let text = """
            Of this test, the creation of \(Self.store) named "second", \(Self.place):2, had not ended after 0.1 seconds.
            """
        #expect(found.map(\.text) == [text])
        #expect(found.map(\.line) == [2])
    }

    @Test func `what does not end after a second more is left, and the test fails`() async throws {
        struct Failure: Error {}
        let found = try await reports {
            await withObstacle { wait in
                await #expect(throws: Failure.self) {
                    try await withIsolatedDependencies(endingWithinSeconds: 0.1) {
                        let container = DependencyContainer.shared
                        // It is cleaned up after what hangs, so the second is not enough.
                        container.register(Store(), for: Store.self, line: 1).onRemove { _ in await wait() }
                        container.register(Store.self, named: "second", lifetime: .eager, line: 2) {
                            try? await Task.sleep(nanoseconds: 3_600_000_000_000)
                            return Store()
                        }
                        await Task.yield()
                        throw Failure()
                    }
                }
            }
        }
        // The creation has ended after its task was cancelled.
        let text = "Of this test, the clean-up of \(Self.store), \(Self.place):1, had not ended after 0.1 seconds."
        #expect(found.map(\.text) == [text])
    }

    @Test func `a creation that ignores its cancellation is left`() async throws {
        let found = try await reports {
            await withObstacle { wait in
                await withIsolatedDependencies(endingWithinSeconds: 0.1) {
                    DependencyContainer.shared.register(Store.self, lifetime: .eager, line: 1) {
                        await wait()
                        return Store()
                    }
                    await Task.yield()
                }
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.text.hasSuffix("had not ended after 0.1 seconds.") == true)
    }

    private func registerSlowly() {
        DependencyContainer.shared.register(Store.self, lifetime: .eager) {
            try await Task.sleep(nanoseconds: 3_600_000_000_000)
            return Store()
        }
    }

    @Test(
        .expects("the creation of \(store), \(place)", "had not ended after 0.2 seconds."),
        .isolatedDependencies(endingWithinSeconds: 0.1),
        .isolatedDependencies(endingWithinSeconds: 0.2),
        .dependencies { _ in }
    )
    func `the last trait with a time says how long a test may end`() async {
        registerSlowly()
        await Task.yield()
    }

    @Test(.expects("had not ended after 0.3 seconds."), .isolatedDependencies(endingWithinSeconds: 0.3))
    func `an inner isolation takes over the time of the outer one`() async {
        await withIsolatedDependencies {
            registerSlowly()
            await Task.yield()
        }
    }

    @Test(.isolatedDependencies(endingWithinSeconds: 300)) func `what ends in time is not reported`() async throws {
        DependencyContainer.shared.register(Store(), for: Store.self).onRemove { _ in await Task.yield() }
        DependencyContainer.shared.register(Store.self, lifetime: .eager) {
            try await Task.sleep(nanoseconds: 1_000_000)
            return Store()
        }
    }
}
