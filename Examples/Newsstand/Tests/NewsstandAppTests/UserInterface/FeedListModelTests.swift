import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp
@testable import NewsstandUI

@MainActor
@Suite(.isolatedDependencies)
struct FeedListModelTests {
    private let app = AppDelegate.launched()
    private let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
    private let model = FeedListModel()

    @Test func theNewestArticleIsFirst() async {
        await model.load()
        #expect(model.title == "UI Testing")
        #expect(model.articles.map(\.title) == ["Today", "Yesterday", "No title, but a text", "Some day"])
        #expect(analytics.mock.events.map(\.name) == ["feed_shown"])
    }

    @Test func aFailureIsShownAndTrackedUntilLoadingSucceeds() async {
        do {
            let error = NewsstandError(path: "feed.json", problem: "needs title")
            let articles = MockContainer(MockArticles(failingWith: error), for: (any ArticleProviding).self)
            await model.load()
            #expect(model.problem == "feed.json: needs title")
            #expect(articles.resolutionCount == 1)
        }
        await model.load()
        #expect(model.problem == nil)
        #expect(analytics.mock.events.map(\.name) == ["feed_failed", "feed_shown"])
    }

    @Test func anImageIsLoadedWhenItsRowBecomesVisible() async throws {
        await model.load()
        #expect(model.images.isEmpty)
        for article in model.articles { await model.loadImage(of: article) }
        #expect(model.images == ["3": Data("<svg/>".utf8)])
    }

    @Test func aRowLeadsToItsArticle() async throws {
        await model.load()
        let article = try #require(model.articles.first)
        #expect(model.detail(of: article).article == article)
    }

    @Test func aDetailComesFromTheContainerOfTheList() {
        let detail = DependencyContainer.withShared(DependencyContainer()) { model.detail(of: .example) }
        #expect(detail === resolve(ArticleModel.self, with: Article.example))
    }
}
