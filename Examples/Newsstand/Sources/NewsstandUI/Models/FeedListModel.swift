import Foundation
import Hopoate
import NewsstandApp
import Observation

/// The list of articles, the newest first.
@MainActor @Observable
final class FeedListModel {
    @ObservationIgnored @Dependency private var store: any ArticleProviding
    @ObservationIgnored @Dependency private var session: ReadingSession
    @ObservationIgnored @Dependency private var cache: ImageCache

    private(set) var title = ""
    private(set) var articles: [Article] = []
    /// The images that have been loaded, by article.
    private(set) var images: [Article.ID: Data] = [:]
    /// The reason why there are no articles, if loading failed.
    private(set) var problem: String?

    func load() async {
        do {
            let list = try await store.articles()
            title = list.title
            articles = ArticleOrder.date.sort(list.articles)
            problem = nil
            session.track("feed_shown", ["articles": "\(articles.count)", "sort": ArticleOrder.date.rawValue])
        } catch {
            problem = "\(error)"
            session.track("feed_failed", ["problem": "\(error)"])
        }
    }

    /// Loads the image of a row that has become visible.
    func loadImage(of article: Article) async {
        guard let url = article.imageURL else { return }
        images[article.id] = await cache.image(at: url)
    }

    /// Returns the model of the screen that a tap on a row shows, from the container of this model.
    func detail(of article: Article) -> ArticleModel {
        _store.container.resolve(ArticleModel.self, with: article)
    }
}
