package import Foundation

/// An item of the feed, as the app shows it.
package struct Article: Sendable, Hashable, Identifiable {
    package let id: String
    package let title: String
    /// The authors' names, if any.
    package let author: String
    package let published: Date?
    package let tags: [String]
    package let imageURL: String?
    /// The article itself, without its markup.
    package let text: String

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
        text = item.plainText
    }

    /// The day of its publication, such as `2026-06-01`. Empty if the feed has no date.
    package func day(in timeZone: TimeZone) -> String {
        published?.formatted(Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()) ?? ""
    }
}
