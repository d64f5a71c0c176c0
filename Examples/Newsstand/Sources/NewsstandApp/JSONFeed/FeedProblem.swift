import Foundation

/// A problem of a feed, with its place: `items[3]: needs content_text or content_html`.
struct FeedProblem: Error, CustomStringConvertible {
    private let place: String
    private let what: String

    init(_ path: [any CodingKey], _ what: String) {
        place = FeedProblem.place(path)
        self.what = what
    }

    /// Translates a decoder's error into the terms of the feed.
    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(context.codingPath, "needs \(key.stringValue)")
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            self.init(context.codingPath, "must be \(FeedProblem.name(of: type))")
        case .dataCorrupted(let context):
            self.init(context.codingPath, "is not valid JSON")
        @unknown default:
            self.init([], "\(error)")
        }
    }

    var description: String { place.isEmpty ? what : "\(place): \(what)" }

    private static func place(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { place, key in
            if let index = key.intValue {
                place += "[\(index)]"
            } else {
                place += place.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is [Any].Type: "an array"
        case is [String: Any].Type: "an object"
        default: "a \(type)"
        }
    }
}

extension Feed {
    /// Reads a feed.
    ///
    /// - Throws: A ``FeedProblem``.
    init(data: Data) throws {
        do {
            self = try JSONDecoder().decode(Feed.self, from: data)
        } catch let error as DecodingError {
            throw FeedProblem(error)
        }
    }
}
