import Foundation
import Testing

@testable import NewsstandApp

struct FileFeedLoaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: ["a.png", "images/a.png", "https://a.example/images/a.png"])
    func anImageIsAFileNextToTheFeed(url: String) async throws {
        _ = try folder.file("a.png", "An image")
        let loader = FileFeedLoader(path: folder.path("feed.json"))
        #expect(await loader.loadImage(at: url) == Data("An image".utf8))
    }

    @Test(arguments: ["b.png", "", "/", "..", "https://a.example/.."])
    func whatIsNoFileIsNoImage(url: String) async {
        #expect(await FileFeedLoader(path: folder.path("feed.json")).loadImage(at: url) == nil)
    }

    @Test func theSampleHasItsImages() async throws {
        let images = try await SampleFeedLoader().loadFeed().items.compactMap(\.image)
        #expect(images.count == 2)
        for url in images { #expect(await SampleFeedLoader().loadImage(at: url)?.isEmpty == false) }
    }
}
