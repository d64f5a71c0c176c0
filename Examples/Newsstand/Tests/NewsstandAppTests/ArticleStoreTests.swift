import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

@Suite(.isolatedDependencies)
struct ArticleStoreTests {
    @Test func theFeedIsLoadedOnce() async throws {
        let feed = Feed(title: "  Two\nlines ", items: [FeedItem("a")])
        let loader = MockContainer<any FeedLoading, MockFeedLoader>(MockFeedLoader(feed))

        let store = ArticleStore()
        let first = try await store.articles()
        let second = try await store.articles()

        #expect(first == second)
        #expect(first.title == "Two lines")
        #expect(loader.mock.loads == 1)
    }

    @Test(.mock((any FeedLoading).self) { MockFeedLoader(try Feed.withItems(#"{"content_text": "no id"}"#)) })
    func theFeedsNoticesAreLogged() async throws {
        let log = MockContainer<any LogProviding, MockLog>(MockLog())

        let list = try await ArticleStore().articles()

        #expect(list.articles.isEmpty)
        #expect(log.mock.messages == ["items[0]: has no usable id and was left out"])
    }
}
