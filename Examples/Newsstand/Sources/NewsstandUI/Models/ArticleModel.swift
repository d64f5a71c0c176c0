import Foundation
import Hopoate
import NewsstandApp
import Observation

/// One article, which is the argument of the look-up that creates the model.
@MainActor @Observable
final class ArticleModel {
    @ObservationIgnored @Dependency private var session: ReadingSession
    @ObservationIgnored @Dependency private var cache: ImageCache
    @ObservationIgnored @Dependency private var time: any TimeProviding

    let article: Article
    private(set) var image: Data?

    init(article: Article) {
        self.article = article
    }

    /// The author, the day and the tags, as far as the feed has them.
    var byline: String {
        let parts = [article.author, article.day(in: time.timeZone), article.tags.joined(separator: ", ")]
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    func load() async {
        session.track("article_shown", ["article": article.id])
        guard let url = article.imageURL else { return }
        image = await cache.image(at: url)
    }
}
