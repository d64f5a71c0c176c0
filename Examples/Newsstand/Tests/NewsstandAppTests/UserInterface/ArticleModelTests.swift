import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp
@testable import NewsstandUI

@MainActor
@Suite(.isolatedDependencies)
struct ArticleModelTests {
    private let app = AppDelegate.launched()
    private let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)

    @Test func aViewThatIsCreatedAgainGetsTheSameModel() {
        let model = resolve(ArticleModel.self, with: Article.example)
        #expect(resolve(ArticleModel.self, with: Article.example) === model)
    }

    @Test func theModelIsReleasedWithItsScreen() {
        let model = { [weak model = resolve(ArticleModel.self, with: Article.example)] in model }
        #expect(model() == nil)
    }

    @Test func theBylineHasWhatTheFeedHas() {
        let untitled = Article(FeedItem(id: "2", contentText: "Text"), in: Feed(title: "", items: []))
        #expect(ArticleModel(article: .example).byline == "Kim · 2026-06-01 · huts, birds")
        #expect(ArticleModel(article: untitled).byline == "")
    }

    @Test func theImageIsLoadedAndTheReaderTracked() async {
        let model = ArticleModel(article: .example)
        await model.load()
        #expect(model.image == Data("<svg/>".utf8))
        #expect(analytics.mock.events.map(\.name) == ["article_shown"])
        #expect(analytics.mock.events.first?.parameters["article"] == "1")
    }
}
