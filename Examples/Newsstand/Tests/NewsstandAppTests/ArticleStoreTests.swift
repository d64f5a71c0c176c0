import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

@Suite(.isolatedDependencies)
struct ArticleStoreTests {
    @Test func theFeedIsLoadedOnce() async throws {
        let feed = Feed(title: "  Two\nlines ", items: [FeedItem("a")])
        let loader = MockContainer(MockFeedLoader(feed), for: (any FeedLoading).self)

        let store = ArticleStore()
        let first = try await store.articles()
        let second = try await store.articles()

        #expect(first == second)
        #expect(first.title == "Two lines")
        #expect(loader.mock.loads == 1)
    }
}
