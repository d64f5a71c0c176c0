/// A JSON Feed, version 1 or 1.1: https://www.jsonfeed.org/version/1.1/
///
/// It reads only the parts that the app shows, and ignores all others, extensions included.
struct Feed: Decodable, Sendable {
    let title: String
    let authors: [FeedAuthor]
    let items: [FeedItem]
    /// The problems of a feed that can be read nevertheless.
    let notices: [String]

    private enum CodingKeys: String, CodingKey {
        case version, title, authors, author, items
    }

    init(title: String, authors: [FeedAuthor] = [], items: [FeedItem]) {
        self.title = title
        self.authors = authors
        self.items = items
        notices = []
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try Feed.check(version: container.decode(String.self, forKey: .version))
        title = try container.decode(String.self, forKey: .title)
        authors = try container.decodeAuthors(.authors, orDeprecated: .author)

        var entries = try container.nestedUnkeyedContainer(forKey: .items)
        var items: [FeedItem] = []
        var notices: [String] = []
        while !entries.isAtEnd {
            let index = entries.currentIndex
            guard let item = try entries.decode(FeedEntry.self).item else {
                notices.append("items[\(index)]: has no usable id and was left out")
                continue
            }
            if let date = item.unreadableDate {
                notices.append("items[\(index)].date_published: \"\(date)\" is not an RFC 3339 date")
            }
            items.append(item)
        }
        self.items = items
        self.notices = notices
    }

    /// Accepts both versions with or without `www.`, a trailing slash and encryption.
    private static func check(version: String) throws {
        guard version.wholeMatch(of: /https?:\/\/(www\.)?jsonfeed\.org\/version\/1(\.1)?\/?/) == nil else { return }
        let known = "https://jsonfeed.org/version/1 or https://jsonfeed.org/version/1.1"
        throw FeedProblem([CodingKeys.version], "must be \(known), not \"\(version)\"")
    }
}

/// An author of a feed or an item.
struct FeedAuthor: Decodable, Sendable {
    let name: String?
    let url: String?

    /// Nil if the author has neither a name nor a URL.
    var displayName: String? { [name, url].compactMap { $0 }.first { !PlainText.oneLine($0).isEmpty } }
}

/// An element of `items`. The specification says to discard it if it has no id.
private struct FeedEntry: Decodable {
    let item: FeedItem?

    init(from decoder: any Decoder) throws {
        item = try FeedItem.hasIdentifier(decoder) ? FeedItem(from: decoder) : nil
    }
}

extension KeyedDecodingContainer {
    /// Reads `authors` of version 1.1, or else `author` of version 1.
    func decodeAuthors(_ authors: Key, orDeprecated author: Key) throws -> [FeedAuthor] {
        if let authors = try decodeIfPresent([FeedAuthor].self, forKey: authors) { return authors }
        return try decodeIfPresent(FeedAuthor.self, forKey: author).map { [$0] } ?? []
    }
}
