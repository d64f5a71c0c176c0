// Examples of doc comments that no other test has, with what they speak of.

import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

protocol Store {}
struct MemoryStore: Store {
    var isEmpty = true
}

private struct Database {
    static func open() async throws -> Database { Database() }
}

@Suite(.isolatedDependencies)
struct FeedTests {
    let analytics = MockContainer(
        MockAnalytics(),
        for: (any AnalyticsProviding).self
    )

    @Test func reloadingIsTracked() {
        FeedViewModel().reload()
        #expect(analytics.mock.events == ["reload"])
        #expect(analytics.resolutionCount == 1)
    }

    @Test(.mock((any Store).self) { MemoryStore() })
    func reloadingLeavesTheStoreEmpty() throws {
        FeedViewModel().reload()
        let store: MemoryStore = try mock(of: (any Store).self)
        #expect(store.isEmpty)
    }
}

@Suite(.isolatedDependencies)
struct CoreDocCommentTests {
    @Test func `the other examples of the core run`() async throws {
        let container = DependencyContainer.shared
        let tracer = ResolutionTracer(container)  // prints what is resolved, as trees

        container.register(Database.self, asyncCreator: { try await Database.open() })
        let database = try await container.asyncResolve(Database.self)

        let articles = container.resolve(\.articles)

        #expect(articles is DatabaseRepository && type(of: database) == Database.self)
        tracer.end()
    }
}
