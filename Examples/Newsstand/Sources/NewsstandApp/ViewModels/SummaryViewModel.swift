import Hopoate

/// The line below the list, about all articles, shown or not.
@MainActor
final class SummaryViewModel {
    @Dependency private var store: any ArticleProviding

    private(set) var text = ""

    func load() async throws {
        let articles = try await store.articles().articles
        let authors = Set(articles.map(\.author)).subtracting([""]).count
        let undated = articles.count { $0.published == nil }
        var parts = ["\(authors) \(authors == 1 ? "byline" : "bylines")", "\(undated) undated"]
        if let tag = mostUsedTag(articles) { parts.append("most used tag: \(tag)") }
        text = parts.joined(separator: " · ")
    }

    /// Of several that are used as often, the first in the alphabet.
    private func mostUsedTag(_ articles: [Article]) -> String? {
        let counts = articles.flatMap(\.tags).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    }
}
