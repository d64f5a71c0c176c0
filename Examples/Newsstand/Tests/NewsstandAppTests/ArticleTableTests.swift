import Testing

@testable import NewsstandApp

struct ArticleTableTests {
    private let rows = [
        FeedViewModel.Row(date: "2026-05-18", title: "Hopoate by Moonlight", author: "Mereana", tags: "ridges, night"),
        FeedViewModel.Row(date: "", title: "南の山で見た星空", author: "谷口 美咲", tags: ""),
        FeedViewModel.Row(date: "2026-05-09", title: "Bread 🍞 at the hut", author: "O\u{304}riwa", tags: "food"),
    ]

    @Test func columnsAreAlignedByWhatATerminalShows() {
        #expect(
            ArticleTable(rows: rows, width: 80).lines == [
                "Date        Title                 Author     Tags",
                "──────────  ────────────────────  ─────────  ─────────────",
                "2026-05-18  Hopoate by Moonlight  Mereana    ridges, night",
                "            南の山で見た星空      谷口 美咲",
                "2026-05-09  Bread 🍞 at the hut   O\u{304}riwa      food",
            ]
        )
    }

    @Test(arguments: 40...60)
    func theTableFitsItsWidth(width: Int) {
        let lines = ArticleTable(rows: rows, width: width).lines
        #expect(lines.allSatisfy { $0.displayWidth <= width })
        #expect(lines.contains { $0.contains("…") } == (width < 58))
    }

    @Test func aTableWithoutRowsHasItsHeader() {
        #expect(ArticleTable(rows: [], width: 80).lines == ["Date  Title  Author  Tags", "────  ─────  ──────  ────"])
    }

    @Test(arguments: [
        ("plain", 5), ("Ōriwa", 5), ("O\u{304}", 1), ("星空", 4), ("🦜", 2), ("👩🏽‍🚒", 2), ("☀️", 2), ("…", 1), ("\u{200B}", 0),
        ("한", 2),
    ])
    func theWidthIsThatOfTheScreen(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test(arguments: [(5, "abc d"), (4, "abc…"), (3, "ab…"), (1, "…"), (0, "")])
    func whatDoesNotFitIsCut(width: Int, text: String) {
        #expect("abc d".truncated(toWidth: width) == text)
    }

    @Test func aWideCharacterIsNotCutInHalf() {
        #expect("星空の下".truncated(toWidth: 6) == "星空…")
    }
}
