import Foundation

/// The order of the list of articles.
package enum ArticleOrder: String, CaseIterable, Sendable {
    /// The newest first, and articles without a date last.
    case date
    /// By title, and the newest first among equals.
    case title
    /// By author, the newest first of each, and articles without an author last.
    case author

    /// Articles that compare as equal stay in the feed's order.
    package func sort(_ articles: [Article]) -> [Article] {
        // The standard library guarantees that `sorted` is stable.
        let byDate = articles.sorted { ($0.published ?? .distantPast) > ($1.published ?? .distantPast) }
        switch self {
        case .date: return byDate
        case .title: return byDate.sorted { ArticleOrder.isBefore($0.title, $1.title) }
        case .author: return byDate.sorted { ArticleOrder.isBefore($0.author, $1.author) }
        }
    }

    /// Ignores case and accents, puts `9` before `10`, and nil last.
    private static func isBefore(_ left: String, _ right: String) -> Bool {
        guard !left.isEmpty && !right.isEmpty else { return !left.isEmpty && right.isEmpty }
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .numeric]
        return left.compare(right, options: options) == .orderedAscending
    }
}
