// The SwiftUI app of the article 'SwiftUI and previews', type-checked for iOS by `Scripts/apple/typecheck`.

import Hopoate
import Observation
import SwiftUI

protocol ArticleProviding: Sendable {
    var titles: [String] { get }
}

struct DownloadedArticles: ArticleProviding {
    let titles: [String] = []
}

struct SampleArticles: ArticleProviding {
    var titles = ["One", "Two"]
}

@main
struct NewsApp: App {
    init() {
        registerServices(in: .shared)
    }

    var body: some Scene {
        WindowGroup { ArticleList() }
    }
}

func registerServices(in container: DependencyContainer) {
    container.register((any ArticleProviding).self) { DownloadedArticles() }
    if RuntimeContext.preview.isCurrent {
        container.register(SampleArticles(), for: (any ArticleProviding).self)
    }
}

@MainActor @Observable
final class ArticleListModel {
    @ObservationIgnored @Dependency private var articles: any ArticleProviding
    private(set) var titles: [String] = []

    func load() { titles = articles.titles }
}

struct ArticleList: View {
    @State private var model = ArticleListModel()

    var body: some View {
        List(model.titles, id: \.self) { title in Text(title) }
            .onAppear { model.load() }
    }
}

protocol BookmarkProviding: Sendable {
    var titles: [String] { get }
    func isRead(_ title: String) -> Bool
}

struct BookmarkList: View {
    @Dependency private var bookmarks: any BookmarkProviding

    var body: some View {
        List(bookmarks.titles, id: \.self) { title in
            DependencyContainer.withShared(_bookmarks.container) {
                BookmarkRow(title: title)
            }
        }
    }
}

struct BookmarkRow: View {
    @Dependency private var bookmarks: any BookmarkProviding
    let title: String

    init(title: String) { self.title = title }

    var body: some View { Text(bookmarks.isRead(title) ? title : "• " + title) }
}

extension DependencyContainer {
    /// A new container with what the app's previews show.
    static var preview: DependencyContainer {
        let container = DependencyContainer()
        container.register(SampleArticles(), for: (any ArticleProviding).self)
        return container
    }
}

#Preview {
    DependencyContainer.withShared(.preview) { ArticleList() }
}

#Preview("Empty") {
    let container = DependencyContainer.preview
    let empty = SampleArticles(titles: [])
    let _ = container.register(empty, for: (any ArticleProviding).self)
    DependencyContainer.withShared(container) { ArticleList() }
}
