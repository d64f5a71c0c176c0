/// The screen: the list of articles and a line about them.
@MainActor
package struct FeedScreen {
    private let feed: FeedViewModel
    private let summary: SummaryViewModel

    /// - Parameters:
    ///   - order: The order of the list.
    ///   - limit: The maximum number of articles, or nil for all.
    ///   - showsImages: Whether to show the articles' images.
    package init(order: ArticleOrder = .date, limit: Int? = nil, showsImages: Bool = false) {
        feed = FeedViewModel(order: order, limit: limit, showsImages: showsImages)
        summary = SummaryViewModel(showsImages: showsImages)
    }

    /// Loads the feed and draws it.
    ///
    /// - Parameter width: The width of the screen, in columns.
    /// - Returns: The lines of the screen.
    /// - Throws: A ``NewsstandError`` if the feed cannot be read.
    package func text(width: Int) async throws -> String {
        try await feed.load()
        try await summary.load()
        let table = ArticleTable(rows: feed.rows, width: width)
        let lines = [feed.heading, ""] + table.lines + ["", summary.text]
        return lines.map { $0.truncated(toWidth: width) }.joined(separator: "\n")
    }
}
