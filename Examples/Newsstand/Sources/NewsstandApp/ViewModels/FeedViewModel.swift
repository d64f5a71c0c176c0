import Foundation
import Hopoate

/// The list of articles.
@MainActor
final class FeedViewModel {
    /// A row of the list, for one article.
    struct Row: Equatable {
        let date: String
        let title: String
        let author: String
        let tags: String
        var image = ""
    }

    @Dependency private var store: any ArticleProviding
    @Dependency private var session: ReadingSession
    @Dependency private var images: ImageCache
    @Dependency private var time: any TimeProviding
    @Dependency private var stopwatch: Stopwatch
    @OptionalDependency private var log: (any LogProviding)?

    private let order: ArticleOrder
    private let limit: Int?
    private let showsImages: Bool

    private(set) var heading = ""
    private(set) var rows: [Row] = []

    /// - Parameters:
    ///   - order: The order of the list.
    ///   - limit: The maximum number of articles, or nil for all.
    ///   - showsImages: Whether to load the images of the articles that are shown.
    init(order: ArticleOrder = .date, limit: Int? = nil, showsImages: Bool = false) {
        self.order = order
        self.limit = limit
        self.showsImages = showsImages
    }

    func load() async throws {
        stopwatch.start()
        do {
            let list = try await store.articles()
            await show(list)
            session.track("feed_loaded", ["articles": "\(list.articles.count)", "seconds": stopwatchReading])
            session.track("feed_shown", ["articles": "\(rows.count)", "sort": order.rawValue])
            log?.log("\(list.articles.count) articles in \(stopwatchReading) seconds")
        } catch {
            session.track("feed_failed", ["problem": "\(error)"])
            throw error
        }
    }

    private func show(_ list: ArticleList) async {
        let all = list.articles.count
        var rows: [Row] = []
        for article in order.sort(list.articles).prefix(limit ?? all) {
            rows.append(row(article, image: await image(of: article)))
        }
        self.rows = rows
        let count = rows.count < all ? "\(rows.count) of \(all)" : "\(all)"
        heading = "\(list.title) — \(count) \(all == 1 ? "article" : "articles")"
    }

    /// The text in place of the image, for a screen that cannot draw it.
    private func image(of article: Article) async -> String {
        guard showsImages, let url = article.imageURL else { return "" }
        return await images.image(at: url).map { "\($0.count) bytes" } ?? "not found"
    }

    private func row(_ article: Article, image: String) -> Row {
        Row(
            date: article.day(in: time.timeZone),
            title: article.title,
            author: article.author,
            tags: article.tags.joined(separator: ", "),
            image: image
        )
    }

    private var stopwatchReading: String { String(format: "%.3f", stopwatch.seconds) }
}
