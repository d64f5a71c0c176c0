import Testing

@testable import Hopoate

/// What a container that takes long to end says. `Scripts/verdicts` tests that `asyncRemoveAll` says it after ten seconds.
@Suite struct SlowEndingsTests {
    private final class Store: Sendable {}

    @Test func `what a container is still waiting for is printed on standard error`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let closing = Gate()
            let hang = { @Sendable in
                closing.open()
                _ = try? await Task.sleep(nanoseconds: 3_600_000_000_000)
            }
            let (container, removing) = (DependencyContainer(), DependencyContainer())
            container.register(Store(), for: Store.self, line: 1).onRemove { _ in await Task.yield() }
            container.register(Store.self, named: "second", line: 2) { Store() }.onRemove { _ in await hang() }
            container.register(Store(), for: Store.self, named: "third", line: 3).onRemove { _ in await Task.yield() }
            _ = container.resolve(Store.self, named: "second")
            Task { await container.asyncRemoveAll() }
            await closing.wait()
            await container.table.watch(afterSeconds: 0).value

            let creation = removing.register(Store.self, named: "fourth", lifetime: .eager, line: 4) {
                await hang()
                return Store()
            }
            // Nobody awaits this clean-up, but the end of the container does.
            let token = removing.register(Store(), for: Store.self, line: 5).onRemove { _ in await hang() }
            removing.remove(token)
            Task { await removing.asyncRemoveAll() }
            await removing.table.watch(afterSeconds: 0).value
            removing.cancelCreations()
            await eventually(removing.table.workInProgress.count == 1)
            await removing.table.watch(afterSeconds: 0).value
            withExtendedLifetime(creation) {}

            let idle = DependencyContainer().table.watch(afterSeconds: 0)
            let cancelled = container.table.watch(afterSeconds: 3600)
            cancelled.cancel()
            for watch in [idle, cancelled] { await watch.value }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let store = "HopoateTests.SlowEndingsTests.Store"
        let place = "registered at HopoateTests/SlowEndingsTests.swift"
        let (second, fourth) = ("\(store) named \"second\", \(place):2", "\(store) named \"fourth\", \(place):4")
        #expect(
            text.split(separator: "\n").filter { $0.hasPrefix("Hopoate") } == [
                "Hopoate is still waiting for the clean-up of \(second).",
                "Hopoate is still waiting for the creation of \(fourth) and the clean-up of \(store), \(place):5.",
                "Hopoate is still waiting for the clean-up of \(store), \(place):5.",
            ]
        )
    }
}
