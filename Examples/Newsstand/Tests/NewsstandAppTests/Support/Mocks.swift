import Foundation

@testable import NewsstandApp

/// Records the events.
final class MockAnalytics: AnalyticsProviding {
    private let tracked = Recorder<AnalyticsEvent>()

    var events: [AnalyticsEvent] { tracked.elements }

    func track(_ event: AnalyticsEvent) { tracked.append(event) }
    func flush() {}
}

/// Records the lines.
final class MockLog: LogProviding {
    private let logged = Recorder<String>()

    var messages: [String] { logged.elements }

    func log(_ message: String) { logged.append(message) }
}

/// Provides the articles of a feed in memory, or throws an error.
struct MockArticles: ArticleProviding {
    let result: Result<ArticleList, NewsstandError>

    init(title: String = "Mock", _ items: [FeedItem]) {
        let feed = Feed(title: title, items: items)
        result = .success(ArticleList(title: title, articles: items.map { Article($0, in: feed) }))
    }

    init(failingWith error: NewsstandError) {
        result = .failure(error)
    }

    func articles() async throws -> ArticleList { try result.get() }
}

/// Provides a feed and images in memory, and records the requests.
final class MockFeedLoader: FeedLoading {
    private let feed: Feed
    private let images: [String: Data]
    private let asked = Recorder<Void>()
    private let askedForImages = Recorder<String>()

    init(_ feed: Feed, images: [String: Data] = [:]) {
        self.feed = feed
        self.images = images
    }

    var loads: Int { asked.elements.count }
    var imageLoads: [String] { askedForImages.elements }

    func loadFeed() async throws -> Feed {
        asked.append(())
        return feed
    }

    func loadImage(at url: String) async -> Data? {
        askedForImages.append(url)
        return images[url]
    }
}

/// A clock that advances by one second each time it is read.
final class TickingTime: TimeProviding {
    private let ticks = Recorder<Void>()

    let timeZone = TimeZone.gmt

    var now: Date {
        ticks.append(())
        return Date(timeIntervalSince1970: Double(ticks.elements.count))
    }
}

/// Records a mock's calls.
///
/// Sendable because `recorded` is only used under `lock`.
final class Recorder<Element>: @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [Element] = []

    var elements: [Element] { lock.withLock { recorded } }

    func append(_ element: Element) { lock.withLock { recorded.append(element) } }
}
