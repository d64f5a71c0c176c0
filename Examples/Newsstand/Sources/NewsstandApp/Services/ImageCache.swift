package import Foundation
import Hopoate

/// Loads each image once for all view models that show it: a weak service, which is released with the last of them.
package actor ImageCache {
    @Dependency private var loader: any FeedLoading
    private var images: [String: Task<Data?, Never>] = [:]

    /// Returns an image's data, or nil if there is no such image.
    package func image(at url: String) async -> Data? {
        let image = images[url] ?? Task { await loader.loadImage(at: url) }
        images[url] = image
        return await image.value
    }
}
