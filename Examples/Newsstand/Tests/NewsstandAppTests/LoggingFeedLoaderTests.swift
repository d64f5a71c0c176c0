import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

@Suite(.isolatedDependencies)
struct LoggingFeedLoaderTests {
    private let log = MockContainer(MockLog(), for: (any LogProviding).self)
    private let loader = MockFeedLoader(Feed(title: "Mock", items: [FeedItem("a")]), images: ["a.png": Data(count: 7)])

    @Test func whatIsLoadedIsLoggedAndHandedOn() async throws {
        let logging = LoggingFeedLoader(loader)
        #expect(try await logging.loadFeed().items.map(\.id) == ["a"])
        #expect(await logging.loadImage(at: "a.png") == Data(count: 7))
        #expect(await logging.loadImage(at: "b.png") == nil)

        #expect(loader.loads == 1)
        #expect(loader.imageLoads == ["a.png", "b.png"])
        #expect(log.mock.messages == ["Mock: 1 items", "a.png: 7 bytes", "b.png: not found"])
    }

    @Test func theFeedsNoticesAreLogged() async throws {
        let feed = try Feed.withItems(#"{"content_text": "no id"}"#)
        _ = try await LoggingFeedLoader(MockFeedLoader(feed)).loadFeed()
        #expect(log.mock.messages == ["Test: 0 items", "items[0]: has no usable id and was left out"])
    }

    @Test func whoResolvesALoaderNeedNotKnowThatItIsDecorated() async throws {
        let container = DependencyContainer.shared
        container.register(loader, for: (any FeedLoading).self)
        let store = ArticleStore()
        let decoration = container.decorate((any FeedLoading).self) { LoggingFeedLoader($0) }
        let list = try await store.articles()
        #expect(list.articles.map(\.title) == ["a"])
        #expect(log.mock.messages == ["Mock: 1 items"])

        container.remove(decoration)
        #expect(try await ArticleStore().articles() == list)
        #expect(log.mock.messages.count == 1)
        #expect(loader.loads == 2)
    }

    @Test func aFailureIsHandedOn() async {
        let error = NewsstandError(path: "missing.json", problem: "No such file or directory")
        await #expect(throws: error) { try await LoggingFeedLoader(FileFeedLoader(path: "missing.json")).loadFeed() }
    }
}
