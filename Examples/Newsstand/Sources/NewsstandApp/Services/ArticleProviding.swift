import Hopoate

/// Provides the articles for view models.
package protocol ArticleProviding: Sendable {
    func articles() async throws -> ArticleList
}

/// The articles of a feed.
package struct ArticleList: Sendable, Equatable {
    package let title: String
    /// In the feed's order.
    package let articles: [Article]
}

/// Loads the articles once, and keeps them.
actor ArticleStore: ArticleProviding {
    @Dependency private var loader: any FeedLoading
    private var list: ArticleList?

    func articles() async throws -> ArticleList {
        if let list { return list }
        let feed = try await loader.loadFeed()
        let list = ArticleList(
            title: PlainText.oneLine(feed.title),
            articles: feed.items.map { Article($0, in: feed) }
        )
        self.list = list
        return list
    }
}
