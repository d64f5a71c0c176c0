import Foundation
import Hopoate

/// Gets the feed from wherever it is.
protocol FeedLoading: Sendable {
    func loadFeed() async throws -> Feed
}

/// Reads a feed from a file.
struct FileFeedLoader: FeedLoading {
    @OptionalDependency private var log: (any LogProviding)?
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
        log?.log("\(path): \(data.count) bytes")
        do {
            return try Feed(data: data)
        } catch let problem as FeedProblem {
            throw NewsstandError(path: path, problem: problem.description)
        }
    }
}

/// Reads the feed that comes with the app.
struct SampleFeedLoader: FeedLoading {
    func loadFeed() async throws -> Feed {
        guard let path = Bundle.module.path(forResource: "sample-feed", ofType: "json") else {
            throw NewsstandError(path: "sample-feed.json", problem: "is missing from the app")
        }
        return try await FileFeedLoader(path: path).loadFeed()
    }
}
