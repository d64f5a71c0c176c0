/// Lays rows out in columns that fit a width.
struct ArticleTable {
    private let columns: [Column]
    private static let gap = "  "

    private struct Column {
        let cells: [String]
        var width: Int
        /// The column's share of a narrow table, relative to the others.
        let share: Int

        init(_ header: String, _ cells: [String], share: Int = 1) {
            self.cells = [header] + cells
            self.share = share
            width = self.cells.map(\.displayWidth).max() ?? 0
        }

        var canShrink: Bool { width > cells[0].displayWidth }

        /// Whether the column has less of its share.
        static func < (left: Column, right: Column) -> Bool {
            left.width * right.share < right.width * left.share
        }
    }

    /// - Parameters:
    ///   - rows: The rows to show.
    ///   - width: The maximum width of the table.
    init(rows: [FeedViewModel.Row], width: Int) {
        let date = Column("Date", rows.map(\.date))
        var texts = [
            Column("Title", rows.map(\.title), share: 2),
            Column("Author", rows.map(\.author)),
            Column("Tags", rows.map(\.tags)),
        ]
        if rows.contains(where: { !$0.image.isEmpty }) { texts.append(Column("Image", rows.map(\.image))) }
        let widthOfGaps = ArticleTable.gap.count * texts.count
        columns = [date] + ArticleTable.fit(texts, into: width - date.width - widthOfGaps)
    }

    /// The header, a rule, and a line for each row.
    var lines: [String] {
        let rule = columns.map { String(repeating: "─", count: $0.width) }.joined(separator: ArticleTable.gap)
        var lines = columns[0].cells.indices.map(line)
        lines.insert(rule, at: 1)
        return lines
    }

    private func line(_ index: Int) -> String {
        let cells = columns.map { $0.cells[index].truncated(toWidth: $0.width).padded(toWidth: $0.width) }
        let line = cells.joined(separator: ArticleTable.gap)
        return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
    }

    /// Narrows the column that has most of its share until all fit. No column gets narrower than its header.
    private static func fit(_ columns: [Column], into width: Int) -> [Column] {
        var columns = columns
        while columns.reduce(0, { $0 + $1.width }) > width {
            let shrinkable = columns.indices.filter { columns[$0].canShrink }
            guard let widest = shrinkable.max(by: { columns[$0] < columns[$1] }) else { break }
            columns[widest].width -= 1
        }
        return columns
    }
}
