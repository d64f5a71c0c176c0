import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

@MainActor
struct FeedViewModelTests {
    private typealias MockStore = MockContainer<any ArticleProviding, MockArticles>
    private typealias MockTime = MockContainer<any TimeProviding, FixedTime>
    private typealias MockEvents = MockContainer<any AnalyticsProviding, MockAnalytics>

    /// Runs a test in a container of its own, in which the services are mocks.
    private func withMocks(
        _ articles: MockArticles,
        _ test: (MockAnalytics) async throws -> Void
    ) async rethrows {
        let container = DependencyContainer()
        container.register(service: Stopwatch.self, lifetime: .transient) { Stopwatch() }
        try await DependencyContainer.withShared(container) {
            let store = MockStore(articles)
            let time = MockTime(FixedTime())
            let analytics = MockEvents(MockAnalytics())
            try await test(analytics.mock)
            withExtendedLifetime((store, time)) {}
        }
    }

    @Test func theNewestArticleIsFirst() async throws {
        try await withMocks(MockArticles([FeedItem("old", day: 1), FeedItem("undated"), FeedItem("new", day: 2)])) {
            _ in
            let viewModel = FeedViewModel()
            try await viewModel.load()
            #expect(viewModel.rows.map(\.title) == ["new", "old", "undated"])
            #expect(viewModel.rows.map(\.date) == ["1970-01-03", "1970-01-02", ""])
            #expect(viewModel.heading == "Mock — 3 articles")
        }
    }

    @Test func theLimitIsMentionedInTheHeading() async throws {
        try await withMocks(MockArticles([FeedItem("b"), FeedItem("a")])) { _ in
            let viewModel = FeedViewModel(order: .title, limit: 1)
            try await viewModel.load()
            #expect(viewModel.rows.map(\.title) == ["a"])
            #expect(viewModel.heading == "Mock — 1 of 2 articles")
        }
    }

    @Test func oneArticleIsNotSeveral() async throws {
        try await withMocks(MockArticles([FeedItem("only")])) { _ in
            let viewModel = FeedViewModel(limit: 5)
            try await viewModel.load()
            #expect(viewModel.heading == "Mock — 1 article")
        }
    }

    @Test func loadingAndShowingAreTracked() async throws {
        try await withMocks(MockArticles([FeedItem("a"), FeedItem("b")])) { analytics in
            try await FeedViewModel(limit: 1).load()
            let now = FixedTime().now
            #expect(
                analytics.events == [
                    AnalyticsEvent(name: "feed_loaded", time: now, parameters: ["articles": "2", "seconds": "0.000"]),
                    AnalyticsEvent(name: "feed_shown", time: now, parameters: ["articles": "1", "sort": "date"]),
                ]
            )
        }
    }

    @Test func aFailureIsTrackedAndThrown() async throws {
        let error = NewsstandError(path: "feed.json", problem: "needs title")
        await withMocks(MockArticles(failingWith: error)) { analytics in
            await #expect(throws: error) { try await FeedViewModel().load() }
            #expect(analytics.events.map(\.name) == ["feed_failed"])
            #expect(analytics.events.map(\.parameters) == [["problem": "feed.json: needs title"]])
        }
    }

    @Test func theLogIsOptional() async throws {
        try await withMocks(MockArticles([FeedItem("a")])) { _ in
            let viewModel = FeedViewModel()
            try await viewModel.load()

            let log = MockContainer<any LogProviding, MockLog>(MockLog())
            try await viewModel.load()
            #expect(log.mock.messages == ["1 articles in 0.000 seconds"])
        }
    }

    @Test func theClockIsReadWhenItIsNeeded() async throws {
        try await withMocks(MockArticles([])) { analytics in
            let viewModel = FeedViewModel()
            // On top of the mock that was there when the view model was made.
            let time = MockContainer<any TimeProviding, TickingTime>(TickingTime())
            try await viewModel.load()
            #expect(analytics.events.map(\.parameters["seconds"]) == ["1.000", nil])
            withExtendedLifetime(time) {}
        }
    }

    @Test func theSummaryIsAboutAllArticles() async throws {
        let articles = MockArticles([
            FeedItem("a", day: 1, by: "Kim", tags: ["huts", "birds"]), FeedItem("b", by: "Lee", tags: ["huts"]),
            FeedItem("c", tags: ["birds"]),
        ])
        try await withMocks(articles) { _ in
            let viewModel = SummaryViewModel()
            try await viewModel.load()
            #expect(viewModel.text == "2 bylines · 2 undated · most used tag: birds")
        }
    }
}
