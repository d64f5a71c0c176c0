import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

@MainActor
@Suite(
    .isolatedDependencies,
    .dependencies { container in
        container.registerQuietServices()
        container.register(ImageCache.self, lifetime: .weak) { ImageCache() }
    },
    .mock((any ArticleProviding).self) {
        MockArticles([
            FeedItem("a", image: "a.png"), FeedItem("b", image: "b.png"), FeedItem("c", image: "a.png"), FeedItem("d"),
        ])
    }
)
struct ImageCacheTests {
    private let loader = MockContainer(
        MockFeedLoader(Feed(title: "", items: []), images: ["a.png": Data(count: 7)]),
        for: (any FeedLoading).self
    )

    @Test func viewModelsShareTheImagesTheyShow() async throws {
        let feed = FeedViewModel(showsImages: true)
        let summary = SummaryViewModel(showsImages: true)
        try await feed.load()
        try await summary.load()
        #expect(feed.rows.map(\.image) == ["7 bytes", "not found", "7 bytes", ""])
        #expect(summary.text.hasSuffix(" · 1 image, 7 bytes"))
        #expect(loader.mock.imageLoads == ["a.png", "b.png"])
    }

    @Test func theCacheIsGoneWhenNoViewModelHoldsIt() async throws {
        var feed: FeedViewModel? = FeedViewModel(limit: 1, showsImages: true)
        var summary: SummaryViewModel? = SummaryViewModel(showsImages: true)
        try await feed?.load()
        try await summary?.load()
        let cache = { [weak cache = resolve(ImageCache.self)] in cache }

        feed = nil
        #expect(cache() === resolve(ImageCache.self))
        summary = nil
        #expect(cache() == nil)

        try await FeedViewModel(limit: 1, showsImages: true).load()
        #expect(loader.mock.imageLoads.filter { $0 == "a.png" }.count == 2)
    }

    @Test func whoeverAsksMeanwhileWaitsForTheSameImage() async {
        let cache = ImageCache()
        async let first = cache.image(at: "a.png")
        async let second = cache.image(at: "a.png")
        #expect(await [first, second] == [Data(count: 7), Data(count: 7)])
        #expect(loader.mock.imageLoads == ["a.png"])
    }

    @Test func noImageIsLoadedThatNobodyWantsToSee() async throws {
        let feed = FeedViewModel()
        let summary = SummaryViewModel()
        try await feed.load()
        try await summary.load()
        #expect(feed.rows.allSatisfy { $0.image.isEmpty })
        #expect(!summary.text.contains("image"))
        #expect(loader.resolutionCount == 0)
    }
}
