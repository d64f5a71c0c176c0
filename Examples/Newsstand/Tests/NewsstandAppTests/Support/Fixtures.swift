import Foundation
import Hopoate

@testable import NewsstandApp

extension Feed {
    /// Reads a feed whose `items` are given as JSON.
    static func withItems(_ items: String, and topLevel: String = "") throws -> Feed {
        let json = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "Test", \(topLevel) "items": [\(items)]}
            """
        return try Feed(data: Data(json.utf8))
    }
}

extension FeedItem {
    /// An item that was published this many days after 1 January 1970.
    init(_ title: String, day: Int? = nil, by author: String? = nil, tags: [String] = [], image: String? = nil) {
        self.init(
            id: title,
            title: title,
            contentText: "",
            image: image,
            datePublished: day.map { Date(timeIntervalSince1970: Double($0) * 86400) },
            author: author,
            tags: tags
        )
    }
}

extension DependencyContainer {
    /// Registers the services of a list of articles except the articles. They are deterministic and write no files.
    func registerQuietServices() {
        register(FixedTime(), for: (any TimeProviding).self)
        register(SilentAnalytics(), for: (any AnalyticsProviding).self)
        register(ReadingSession.self, lifetime: .cached) { ReadingSession(id: "session") }
        register(Stopwatch.self, lifetime: .transient) { Stopwatch() }
    }
}

/// A folder for the files of one test.
final class TemporaryFolder {
    private let url = FileManager.default.temporaryDirectory.appending(path: "Newsstand-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Makes a file, and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: url.appending(path: name))
        return path(name)
    }

    func lines(_ name: String) throws -> [Substring] {
        try String(contentsOf: url.appending(path: name), encoding: .utf8).split(separator: "\n")
    }
}
