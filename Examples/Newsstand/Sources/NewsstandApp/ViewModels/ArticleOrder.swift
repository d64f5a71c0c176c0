import Foundation

/// What the list of articles goes by.
package enum ArticleOrder: String, CaseIterable, Sendable {
    /// The newest first, and those without a date last.
    case date
    /// By title, and the newest first among equals.
    case title
    /// By author, the newest first of each, and those without an author last.
    case author

    /// Articles that are equal in everything that counts stay in the feed's order.
    func sort(_ articles: [Article]) -> [Article] {
        // The standard library guarantees that `sorted` is stable.
        let byDate = articles.sorted { ($0.published ?? .distantPast) > ($1.published ?? .distantPast) }
        switch self {
        case .date: return byDate
        case .title: return byDate.sorted { ArticleOrder.isBefore($0.title, $1.title) }
        case .author: return byDate.sorted { ArticleOrder.isBefore($0.author, $1.author) }
        }
    }

    /// Case and accents do not count, `9` is before `10`, and nothing is last.
    private static func isBefore(_ left: String, _ right: String) -> Bool {
        guard !left.isEmpty && !right.isEmpty else { return !left.isEmpty && right.isEmpty }
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .numeric]
        return left.compare(right, options: options) == .orderedAscending
    }
}
