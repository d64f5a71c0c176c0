import Foundation
import Hopoate

@testable import NewsstandApp
@testable import NewsstandUI

/// Provides articles in memory, or throws an error.
struct MockArticles: ArticleProviding {
    var items: [FeedItem] = []
    var error: NewsstandError?

    func articles() async throws -> ArticleList {
        if let error { throw error }
        let feed = Feed(title: "Mock", items: items)
        return ArticleList(title: feed.title, articles: items.map { Article($0, in: feed) })
    }
}

/// Records the events.
///
/// Sendable because `tracked` is only used under `lock`.
final class MockAnalytics: AnalyticsProviding, @unchecked Sendable {
    private let lock = NSLock()
    private var tracked: [AnalyticsEvent] = []

    var events: [AnalyticsEvent] { lock.withLock { tracked } }

    func track(_ event: AnalyticsEvent) { lock.withLock { tracked.append(event) } }
    func flush() {}
}

extension AppDelegate {
    /// An app with the stubs of a user interface test, in the container of the test.
    static func launched() -> AppDelegate {
        let app = AppDelegate()
        app.launchUserInterface(isUITesting: true)
        return app
    }
}

extension Article {
    /// An article with an author, a day, tags and an image.
    static let example = Article(
        FeedItem(
            id: "1",
            title: "Title",
            contentText: "Text",
            image: "a.png",
            datePublished: FixedTime().now,
            author: "Kim",
            tags: ["huts", "birds"]
        ),
        in: Feed(title: "", items: [])
    )
}
