import Foundation

/// A clock that stands still, at midday on 1 June 2026 in Greenwich.
struct FixedTime: TimeProviding {
    let now = Date(timeIntervalSince1970: 1_780_315_200)
    let timeZone = TimeZone.gmt
}

/// A feed in memory, with an article of each kind that the screens show differently.
struct CannedFeedLoader: FeedLoading {
    func loadFeed() async throws -> Feed {
        let noon = Date(timeIntervalSince1970: 1_780_315_200)
        let day: TimeInterval = 86400
        return Feed(
            title: "UI Testing",
            authors: [FeedAuthor(name: "The Editors", url: nil)],
            items: [
                FeedItem(id: "1", title: "Yesterday", contentText: "1", datePublished: noon - day, author: "Aroha"),
                FeedItem(id: "2", title: "Today", contentText: "2", datePublished: noon, tags: ["new", "short"]),
                FeedItem(id: "3", title: "Some day", contentText: "3", image: "day.svg", author: "Ben"),
                FeedItem(id: "4", contentText: "No title, but a text", datePublished: noon - 7 * day),
            ]
        )
    }

    func loadImage(at url: String) async -> Data? { Data("<svg/>".utf8) }
}
