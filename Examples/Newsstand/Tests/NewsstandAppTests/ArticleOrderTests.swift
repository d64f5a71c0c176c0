import Testing

@testable import NewsstandApp

struct ArticleOrderTests {
    @Test(arguments: [
        (ArticleOrder.date, ["pa 9", "Pā 10", "Éclair", "zebra", "First undated", "Second undated"]),
        (.title, ["Éclair", "First undated", "pa 9", "Pā 10", "Second undated", "zebra"]),
        (.author, ["Éclair", "Pā 10", "Second undated", "pa 9", "First undated", "zebra"]),
    ])
    func articlesAreSorted(order: ArticleOrder, titles: [String]) {
        let items = [
            FeedItem("First undated", by: "Zoë"), FeedItem("zebra", day: 1), FeedItem("pa 9", day: 3, by: "zoe"),
            FeedItem("Second undated", by: "Ben"), FeedItem("Pā 10", day: 3, by: "Ben"),
            FeedItem("Éclair", day: 2, by: "Aroha"),
        ]
        #expect(sorted(items, by: order) == titles)
    }

    @Test(arguments: ArticleOrder.allCases)
    func equalArticlesStayInTheFeedsOrder(order: ArticleOrder) {
        let feed = Feed(title: "", items: [])
        let articles = (0..<100).map { index in
            Article(FeedItem(id: "\(index)", title: "Same", contentText: ""), in: feed)
        }
        #expect(order.sort(articles) == articles)
    }

    private func sorted(_ items: [FeedItem], by order: ArticleOrder) -> [String] {
        let feed = Feed(title: "", items: items)
        return order.sort(items.map { Article($0, in: feed) }).map(\.title)
    }
}
