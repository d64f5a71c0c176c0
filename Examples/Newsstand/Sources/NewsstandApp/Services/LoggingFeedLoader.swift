import Foundation
import Hopoate

/// Logs the results of another loader.
struct LoggingFeedLoader: FeedLoading {
    @Dependency private var log: any LogProviding
    private let loader: any FeedLoading

    init(_ loader: any FeedLoading) {
        self.loader = loader
    }

    func loadFeed() async throws -> Feed {
        let feed = try await loader.loadFeed()
        log.log("\(feed.title): \(feed.items.count) items")
        for notice in feed.notices { log.log(notice) }
        return feed
    }

    func loadImage(at url: String) async -> Data? {
        let image = await loader.loadImage(at: url)
        log.log("\(url): \(image.map { "\($0.count) bytes" } ?? "not found")")
        return image
    }
}
