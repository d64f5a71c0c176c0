// The article 'SwiftUI and previews', with structs in place of views, as Linux has no SwiftUI.
// `Scripts/apple/typecheck` checks the article's own snippets.

import Foundation
import Hopoate
import HopoateTestingHelpers
import Observation
import Testing

@Suite(.isolatedDependencies) struct SwiftUIAndPreviewsTests {
    protocol ArticleProviding: Sendable { var title: String { get } }

    struct Articles: ArticleProviding { let title: String }

    @Observable
    final class ArticleListModel {
        @ObservationIgnored @Dependency private var articles: any ArticleProviding
        private(set) var titles: [String] = []

        func load() { titles = [articles.title] }
    }

    enum Headlines { static let articles = Dependency<any ArticleProviding>() }

    @MainActor @Observable
    final class HeadlineModel {
        private let articles = Dependency<any ArticleProviding>()

        nonisolated func title() -> String { articles().title }
    }

    struct Bookmark: Codable, Hashable {
        private enum CodingKeys: CodingKey { case title }

        @Dependency private var articles: any ArticleProviding
        let title: String

        init(title: String) { self.title = title }

        var isCurrent: Bool { articles.title == title }

        static func == (one: Bookmark, other: Bookmark) -> Bool { one.title == other.title }

        func hash(into hasher: inout Hasher) { hasher.combine(title) }
    }

    /// Stands for a view: a struct whose `body` creates other views.
    struct ArticleList {
        @Dependency private var articles: any ArticleProviding

        var body: ArticleRow { ArticleRow() }
        var bodyInOwnContainer: ArticleRow { DependencyContainer.withShared(_articles.container) { ArticleRow() } }
    }

    struct ArticleRow {
        @Dependency private var articles: any ArticleProviding
        var title: String { articles.title }
    }

    /// Stands for an app: the defaults of its properties are evaluated before the body of `init`.
    struct NewsApp {
        private let model = ArticleListModel()
        let titles: [String]

        init() {
            DependencyContainer.shared.register(Articles(title: "news"), for: (any ArticleProviding).self)
            model.load()
            titles = model.titles
        }
    }

    private var preview: DependencyContainer {
        let container = DependencyContainer()
        container.register(Articles(title: "sample"), for: (any ArticleProviding).self)
        return container
    }

    @Test func `properties of the app may be created before services are registered`() {
        #expect(NewsApp().titles == ["news"])
    }

    @Test func `a view that body creates uses the container that is shared at that time`() {
        DependencyContainer.shared.register(Articles(title: "news"), for: (any ArticleProviding).self)
        let list = DependencyContainer.withShared(preview) { ArticleList() }
        #expect(list.body.title == "news")
        #expect(list.bodyInOwnContainer.title == "sample")
    }

    @MainActor @Test func `a wrapper in a let can be static or read from any actor`() async {
        DependencyContainer.shared.register(Articles(title: "news"), for: (any ArticleProviding).self)
        #expect(Headlines.articles().title == "news")
        let model = HeadlineModel()
        #expect(await Task.detached { model.title() }.value == "news")
    }

    @Test func `a type with a wrapper is Codable with CodingKeys`() throws {
        DependencyContainer.shared.register(Articles(title: "news"), for: (any ArticleProviding).self)
        let data = try JSONEncoder().encode(Bookmark(title: "news"))
        #expect(String(decoding: data, as: UTF8.self) == #"{"title":"news"}"#)
        let bookmark = try JSONDecoder().decode(Bookmark.self, from: data)
        #expect(bookmark == Bookmark(title: "news"))
        #expect(bookmark.isCurrent)
    }
}
