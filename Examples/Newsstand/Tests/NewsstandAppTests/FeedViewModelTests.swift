import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

/// Each test has its own container. A mock that the view model never resolves is an issue.
@MainActor
@Suite(.isolatedDependencies(.verifyingMocks), .dependencies { $0.registerQuietServices() })
struct FeedViewModelTests {
    @Test(
        .mock((any ArticleProviding).self) {
            MockArticles([FeedItem("old", day: 1), FeedItem("undated"), FeedItem("new", day: 2)])
        }
    )
    func theNewestArticleIsFirst() async throws {
        let viewModel = FeedViewModel()
        try await viewModel.load()
        #expect(viewModel.rows.map(\.title) == ["new", "old", "undated"])
        #expect(viewModel.rows.map(\.date) == ["1970-01-03", "1970-01-02", ""])
        #expect(viewModel.heading == "Mock — 3 articles")
    }

    @Test(.mock((any ArticleProviding).self) { MockArticles([FeedItem("b"), FeedItem("a")]) })
    func theLimitIsMentionedInTheHeading() async throws {
        let viewModel = FeedViewModel(order: .title, limit: 1)
        try await viewModel.load()
        #expect(viewModel.rows.map(\.title) == ["a"])
        #expect(viewModel.heading == "Mock — 1 of 2 articles")
    }

    @Test(.mock((any ArticleProviding).self) { MockArticles([FeedItem("only")]) })
    func oneArticleIsNotSeveral() async throws {
        let viewModel = FeedViewModel(limit: 5)
        try await viewModel.load()
        #expect(viewModel.heading == "Mock — 1 article")
    }

    @Test(.mock((any ArticleProviding).self) { MockArticles([FeedItem("a"), FeedItem("b")]) })
    func loadingAndShowingAreTracked() async throws {
        let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)

        try await FeedViewModel(limit: 1).load()

        let loaded = ["articles": "2", "seconds": "0.000", "session": "session"]
        let shown = ["articles": "1", "sort": "date", "session": "session"]
        let now = FixedTime().now
        #expect(
            analytics.mock.events == [
                AnalyticsEvent(name: "feed_loaded", time: now, parameters: loaded),
                AnalyticsEvent(name: "feed_shown", time: now, parameters: shown),
            ]
        )
    }

    @Test func aFailureIsTrackedAndThrown() async throws {
        let error = NewsstandError(path: "feed.json", problem: "needs title")
        DependencyContainer.shared.register(MockArticles(failingWith: error), for: (any ArticleProviding).self)
        let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)

        await #expect(throws: error) { try await FeedViewModel().load() }

        #expect(analytics.mock.events.map(\.name) == ["feed_failed"])
        let failed = ["problem": "feed.json: needs title", "session": "session"]
        #expect(analytics.mock.events.map(\.parameters) == [failed])
    }

    @Test(.mock((any ArticleProviding).self) { MockArticles([FeedItem("a")]) })
    func theLogIsOptional() async throws {
        let viewModel = FeedViewModel()
        try await viewModel.load()

        let log = MockContainer(MockLog(), for: (any LogProviding).self)
        try await viewModel.load()
        #expect(log.mock.messages == ["1 articles in 0.000 seconds"])
    }

    @Test(.mock((any ArticleProviding).self) { MockArticles([]) })
    func theClockIsReadWhenItIsNeeded() async throws {
        let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
        let viewModel = FeedViewModel()

        // Overrides the clock that was registered when the view model was created.
        DependencyContainer.shared.register(TickingTime(), for: (any TimeProviding).self)
        try await viewModel.load()

        #expect(analytics.mock.events.map(\.parameters["seconds"]) == ["1.000", nil])
    }
}
