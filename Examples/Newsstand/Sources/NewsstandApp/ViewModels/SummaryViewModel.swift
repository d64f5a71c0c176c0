import Hopoate

/// The line below the list, about all articles, shown or not.
@MainActor
final class SummaryViewModel {
    @Dependency private var store: any ArticleProviding
    @Dependency private var images: ImageCache

    private let showsImages: Bool

    private(set) var text = ""

    /// - Parameter showsImages: Whether the line includes the images.
    init(showsImages: Bool = false) {
        self.showsImages = showsImages
    }

    func load() async throws {
        let articles = try await store.articles().articles
        let authors = Set(articles.map(\.author)).subtracting([""]).count
        let undated = articles.count { $0.published == nil }
        var parts = ["\(authors) \(authors == 1 ? "byline" : "bylines")", "\(undated) undated"]
        if let tag = mostUsedTag(articles) { parts.append("most used tag: \(tag)") }
        if showsImages { parts.append(await sizeOfImages(articles)) }
        text = parts.joined(separator: " · ")
    }

    private func sizeOfImages(_ articles: [Article]) async -> String {
        var sizes: [Int] = []
        for url in Set(articles.compactMap(\.imageURL)) {
            if let image = await images.image(at: url) { sizes.append(image.count) }
        }
        return "\(sizes.count) \(sizes.count == 1 ? "image" : "images"), \(sizes.reduce(0, +)) bytes"
    }

    /// If several are used most often, the first in the alphabet.
    private func mostUsedTag(_ articles: [Article]) -> String? {
        let counts = articles.flatMap(\.tags).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    }
}
