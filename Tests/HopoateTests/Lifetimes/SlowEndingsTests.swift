import Testing

@testable import Hopoate

/// `EndTests` of `Scripts/verdicts` has the ten seconds.
@Suite struct SlowEndingsTests {
    private final class Store: Sendable {}

    @Test func `what an ending is still waiting for is printed on standard error, once`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            let wait = { @Sendable in await Task { try? await Task.sleep(nanoseconds: 100_000_000) }.value }
            container.register(Store(), for: Store.self, line: 1).onRemove { _ in await wait() }
            container.register(Store(), for: Store.self, named: "short", line: 2).onRemove { _ in await Task.yield() }
            container.register(Store(), for: Store.self, named: "first", line: 3).onRemove { _ in await wait() }
            await container.table.asyncRemoveAll(printingAfterSeconds: 0.01, isolation: nil)

            container.register(Store.self, lifetime: .eager, line: 4) { () async -> Store in
                await wait()
                return Store()
            }
            await container.table.asyncRemoveAll(printingAfterSeconds: 0.01, isolation: nil)
            container.register(Store(), for: Store.self, line: 5).onRemove { _ in await wait() }
            await container.table.asyncRemoveAll(printingAfterSeconds: nil, isolation: nil)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let (store, place) = (
            "HopoateTests.SlowEndingsTests.Store", "registered at HopoateTests/SlowEndingsTests.swift"
        )
        #expect(
            text.split(separator: "\n").filter { $0.hasPrefix("Hopoate") } == [
                "Hopoate is still waiting for the clean-up of \(store) named \"first\", \(place):3.",
                "Hopoate is still waiting for the creation of \(store), \(place):4.",
            ]
        )
    }
}
