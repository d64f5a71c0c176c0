import Foundation
import Hopoate

/// The list of articles.
@MainActor
final class FeedViewModel {
    /// What the list shows of one article.
    struct Row: Equatable {
        let date: String
        let title: String
        let author: String
        let tags: String
    }

    @Dependency private var store: any ArticleProviding
    @Dependency private var analytics: any AnalyticsProviding
    @Dependency private var time: any TimeProviding
    @Dependency private var stopwatch: Stopwatch
    @OptionalDependency private var log: (any LogProviding)?

    private let order: ArticleOrder
    private let limit: Int?

    private(set) var heading = ""
    private(set) var rows: [Row] = []

    /// - Parameters:
    ///   - order: What the list goes by.
    ///   - limit: How many articles to show at most, or nil for all.
    init(order: ArticleOrder = .date, limit: Int? = nil) {
        self.order = order
        self.limit = limit
    }

    func load() async throws {
        stopwatch.start()
        do {
            let list = try await store.articles()
            show(list)
            track("feed_loaded", ["articles": "\(list.articles.count)", "seconds": stopwatchReading])
            track("feed_shown", ["articles": "\(rows.count)", "sort": order.rawValue])
            log?.log("\(list.articles.count) articles in \(stopwatchReading) seconds")
        } catch {
            track("feed_failed", ["problem": "\(error)"])
            throw error
        }
    }

    private func show(_ list: ArticleList) {
        let all = list.articles.count
        rows = order.sort(list.articles).prefix(limit ?? all).map(row)
        let count = rows.count < all ? "\(rows.count) of \(all)" : "\(all)"
        heading = "\(list.title) — \(count) \(all == 1 ? "article" : "articles")"
    }

    private func row(_ article: Article) -> Row {
        let calendarDay = Date.ISO8601FormatStyle(timeZone: time.timeZone).year().month().day()
        return Row(
            date: article.published?.formatted(calendarDay) ?? "",
            title: article.title,
            author: article.author,
            tags: article.tags.joined(separator: ", ")
        )
    }

    private var stopwatchReading: String { String(format: "%.3f", stopwatch.seconds) }

    private func track(_ name: String, _ parameters: [String: String]) {
        analytics.track(AnalyticsEvent(name: name, time: time.now, parameters: parameters))
    }
}
