import Hopoate
import HopoateTestingHelpers
import XCTest

@testable import NewsstandApp

/// Uses mocks in the shared container, as XCTest tests without isolation do: created in `setUp`, and released in
/// `tearDown`.
@MainActor
final class FeedViewModelXCTests: XCTestCase {
    private var analytics: MockContainer<any AnalyticsProviding, MockAnalytics>!
    private var articles: MockContainer<any ArticleProviding, MockArticles>!
    private var time: MockContainer<any TimeProviding, FixedTime>!
    private var session: MockContainer<ReadingSession, ReadingSession>!
    private var stopwatch: MockContainer<Stopwatch, Stopwatch>!

    override func setUp() async throws {
        analytics = MockContainer(MockAnalytics())
        articles = MockContainer(MockArticles([FeedItem("old", day: 1), FeedItem("new", day: 2)]))
        time = MockContainer(FixedTime())
        session = MockContainer(ReadingSession())
        stopwatch = MockContainer(Stopwatch())
    }

    override func tearDown() async throws {
        analytics = nil
        articles = nil
        time = nil
        session = nil
        stopwatch = nil
    }

    func testTheNewestArticleIsFirst() async throws {
        let viewModel = FeedViewModel()
        try await viewModel.load()
        XCTAssertEqual(viewModel.rows.map(\.title), ["new", "old"])
    }

    func testEventsAreTracked() async throws {
        try await FeedViewModel().load()
        XCTAssertEqual(analytics.mock.events.map(\.name), ["feed_loaded", "feed_shown"])
    }

    func testAnotherMockAnswersForAsLongAsItLives() async throws {
        let viewModel = FeedViewModel()
        var empty: MockContainer<any ArticleProviding, MockArticles>? = MockContainer(MockArticles(title: "Empty", []))
        try await viewModel.load()
        XCTAssertEqual(viewModel.heading, "Empty — 0 articles")
        XCTAssertNotNil(empty)

        empty = nil
        try await viewModel.load()
        XCTAssertEqual(viewModel.heading, "Mock — 2 articles")
    }

    func testNothingIsLeftInTheSharedContainer() {
        let mocks = DependencyContainer.shared.registrations
        analytics = nil
        articles = nil
        time = nil
        session = nil
        stopwatch = nil
        XCTAssertEqual(mocks.count, 5)
        XCTAssertEqual(DependencyContainer.shared.registrations.count, 0)
    }
}
