import Foundation

/// One item of a ``Feed``.
struct FeedItem: Decodable, Sendable {
    let id: String
    let title: String?
    let url: String?
    let externalURL: String?
    let summary: String?
    let contentText: String?
    let contentHTML: String?
    /// Where the image is, or the banner when there is no other.
    let image: String?
    let datePublished: Date?
    /// The date as it stands in the feed, when it cannot be read.
    let unreadableDate: String?
    let authors: [FeedAuthor]
    let tags: [String]

    private enum CodingKeys: String, CodingKey {
        case id, title, url, summary, image, authors, author, tags
        case externalURL = "external_url"
        case contentText = "content_text"
        case contentHTML = "content_html"
        case bannerImage = "banner_image"
        case datePublished = "date_published"
    }

    init(
        id: String,
        title: String? = nil,
        contentText: String,
        image: String? = nil,
        datePublished: Date? = nil,
        author: String? = nil,
        tags: [String] = []
    ) {
        self.id = id
        self.title = title
        self.contentText = contentText
        self.image = image
        self.datePublished = datePublished
        self.tags = tags
        authors = author.map { [FeedAuthor(name: $0, url: nil)] } ?? []
        url = nil
        externalURL = nil
        summary = nil
        contentHTML = nil
        unreadableDate = nil
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Identifier.self, forKey: .id).text
        title = try container.decodeIfPresent(String.self, forKey: .title)
        url = try container.decodeIfPresent(String.self, forKey: .url)
        externalURL = try container.decodeIfPresent(String.self, forKey: .externalURL)
        summary = try container.decodeIfPresent(String.self, forKey: .summary)
        contentText = try container.decodeIfPresent(String.self, forKey: .contentText)
        contentHTML = try container.decodeIfPresent(String.self, forKey: .contentHTML)
        image =
            try container.decodeIfPresent(String.self, forKey: .image)
            ?? container.decodeIfPresent(String.self, forKey: .bannerImage)
        authors = try container.decodeAuthors(.authors, orDeprecated: .author)
        tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []

        let date = try container.decodeIfPresent(String.self, forKey: .datePublished)
        datePublished = date.flatMap(RFC3339.date)
        unreadableDate = datePublished == nil ? date : nil

        if contentText == nil && contentHTML == nil {
            throw FeedProblem(decoder.codingPath, "needs content_text or content_html")
        }
    }

    /// Whether an item has an id that is a string, but not blank, or a number.
    static func hasIdentifier(_ decoder: any Decoder) throws -> Bool {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let identifier = try? container.decode(Identifier.self, forKey: .id) else { return false }
        return !PlainText.oneLine(identifier.text).isEmpty
    }

    /// The item's text without its markup.
    var plainText: String {
        contentText ?? contentHTML.map(PlainText.withoutMarkup) ?? ""
    }
}

/// An id, as a string also where the feed has a number.
private struct Identifier: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let string = try? container.decode(String.self) {
            text = string
        } else {
            text = try "\(container.decode(Decimal.self))"
        }
    }
}
