#if canImport(SwiftUI)
import Foundation
import Hopoate
import HopoateSwiftUI
import NewsstandApp
import SwiftUI

/// The list of articles. The next reader who logs in gets another one.
struct FeedView: View {
    @StateDependency private var feed: FeedListModel

    var body: some View {
        List(feed.articles) { article in
            NavigationLink(value: article) { ArticleRow(article: article, image: feed.images[article.id]) }
                .task { await feed.loadImage(of: article) }
        }
        .overlay {
            if let problem = feed.problem { Text(problem) }
        }
        .task { await feed.load() }
        .navigationTitle(feed.title)
        .navigationDestination(for: Article.self) { ArticleView(model: feed.detail(of: $0)) }
    }
}

/// A row of the list.
struct ArticleRow: View {
    let article: Article
    let image: Data?

    var body: some View {
        HStack {
            VStack(alignment: .leading) {
                Text(article.title).font(.headline)
                Text(article.author).font(.caption)
            }
            if article.imageURL != nil { ArticleImage(data: image).frame(width: 60, height: 40) }
        }
    }
}

#Preview("Feed") {
    DependencyContainer.withShared(.preview()) { NavigationStack { FeedView() } }
}

#Preview("No feed") {
    let container = DependencyContainer.preview()
    let _ = container.register(UnreadableFeed(), for: (any ArticleProviding).self)
    DependencyContainer.withShared(container) { NavigationStack { FeedView() } }
}

private struct UnreadableFeed: ArticleProviding {
    func articles() async throws -> ArticleList { throw NewsstandError(path: "feed.json", problem: "needs title") }
}
#endif
