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
    /// The place of the image, or of the banner if there is no image.
    let image: String?
    let datePublished: Date?
    /// The date's text in the feed, if it cannot be parsed.
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

    /// Whether an item's id is a number, or a string that is not blank.
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

/// An id. A number in the feed becomes a string.
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
