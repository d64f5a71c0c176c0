import Hopoate
import HopoateTestingHelpers
import XCTest

@testable import NewsstandApp

/// Each test method has its own container with mocks, which needs no `tearDown`.
final class SummaryViewModelXCTests: IsolatedDependenciesTestCase {
    override func registerDependencies(in container: DependencyContainer) {
        let articles = MockArticles([
            FeedItem("a", day: 1, by: "Kim", tags: ["huts", "birds"]), FeedItem("b", by: "Lee", tags: ["huts"]),
            FeedItem("c", tags: ["birds"]),
        ])
        container.register(articles, for: (any ArticleProviding).self)
    }

    @MainActor
    func testTheSummaryIsAboutAllArticles() async throws {
        let viewModel = SummaryViewModel()
        try await viewModel.load()
        XCTAssertEqual(viewModel.text, "2 bylines · 2 undated · most used tag: birds")
    }

    @MainActor
    func testWithoutTagsThereIsNoMostUsedOne() async throws {
        let articles = MockContainer(MockArticles([FeedItem("a", by: "Kim")]), for: (any ArticleProviding).self)

        let viewModel = SummaryViewModel()
        try await viewModel.load()

        XCTAssertEqual(viewModel.text, "1 byline · 1 undated")
        XCTAssertEqual(articles.resolutionCount, 1)
    }
}
