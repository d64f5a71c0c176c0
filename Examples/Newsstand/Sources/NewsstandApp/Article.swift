import Foundation

/// An item of the feed, as the app shows it.
struct Article: Sendable, Equatable, Identifiable {
    let id: String
    let title: String
    /// The authors' names, if any.
    let author: String
    let published: Date?
    let tags: [String]
    let imageURL: String?

    /// Makes an article from an item. The feed's authors are the default.
    init(_ item: FeedItem, in feed: Feed) {
        id = item.id
        let titles = [item.title, item.summary, item.plainText, item.externalURL, item.url]
        title = titles.lazy.compactMap { $0.map(PlainText.oneLine) }.first { !$0.isEmpty } ?? item.id
        let authors = item.authors.isEmpty ? feed.authors : item.authors
        author = authors.compactMap(\.displayName).map(PlainText.oneLine).joined(separator: ", ")
        published = item.datePublished
        tags = item.tags.map(PlainText.oneLine).filter { !$0.isEmpty }
        imageURL = item.image
    }
}
