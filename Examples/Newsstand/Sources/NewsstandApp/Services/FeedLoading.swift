import Foundation

/// Loads the feed and its images.
protocol FeedLoading: Sendable {
    func loadFeed() async throws -> Feed
    /// Returns an image's data, or nil if there is no such image.
    func loadImage(at url: String) async -> Data?
}

/// Reads a feed from a file, and its images from files of their names in the same folder.
struct FileFeedLoader: FeedLoading {
    private let path: String

    init(path: String) {
        self.path = path
    }

    func loadFeed() async throws -> Feed {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw NewsstandError(path: path, fileError: error)
        }
        do {
            return try Feed(data: data)
        } catch let problem as FeedProblem {
            throw NewsstandError(path: path, problem: problem.description)
        }
    }

    func loadImage(at url: String) async -> Data? {
        guard let name = url.split(separator: "/").last else { return nil }
        return try? Data(contentsOf: URL(fileURLWithPath: path).deletingLastPathComponent().appending(path: name))
    }
}

/// Reads the app's sample feed.
struct SampleFeedLoader: FeedLoading {
    private var file: FileFeedLoader? {
        Bundle.module.path(forResource: "sample-feed", ofType: "json").map(FileFeedLoader.init)
    }

    func loadFeed() async throws -> Feed {
        guard let file else { throw NewsstandError(path: "sample-feed.json", problem: "is missing from the app") }
        return try await file.loadFeed()
    }

    func loadImage(at url: String) async -> Data? { await file?.loadImage(at: url) }
}
