import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

struct ArticleStoreTests {
    @Test func theFeedIsLoadedOnce() async throws {
        let container = DependencyContainer()
        let loader = MockContainer<any FeedLoading, MockFeedLoader>(
            MockFeedLoader(Feed(title: "  Two\nlines ", items: [FeedItem("a")])),
            container: container
        )
        let store = DependencyContainer.withShared(container) { ArticleStore() }
        let first = try await store.articles()
        let second = try await store.articles()
        #expect(first == second)
        #expect(first.title == "Two lines")
        #expect(loader.mock.loads == 1)
    }

    @Test func theFeedsNoticesAreLogged() async throws {
        let container = DependencyContainer()
        let feed = try Feed.withItems(#"{"content_text": "no id"}"#)
        let loader = MockContainer<any FeedLoading, MockFeedLoader>(MockFeedLoader(feed), container: container)
        let log = MockContainer<any LogProviding, MockLog>(MockLog(), container: container)
        let store = DependencyContainer.withShared(container) { ArticleStore() }
        #expect(try await store.articles().articles.isEmpty)
        #expect(log.mock.messages == ["items[0]: has no usable id and was left out"])
        withExtendedLifetime(loader) {}
    }
}
