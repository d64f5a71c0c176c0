// What the examples of doc comments speak of.

import Hopoate

protocol AnalyticsProviding {
    func track(_ event: String)
}

final class AnalyticsProvider: AnalyticsProviding {
    func track(_ event: String) {}
}

final class MockAnalytics: AnalyticsProviding {
    private(set) var events: [String] = []
    func track(_ event: String) { events.append(event) }
}

final class FeedViewModel {
    @Dependency private var analytics: any AnalyticsProviding

    func reload() { analytics.track("reload") }
}

protocol ArticleRepository {}
struct DatabaseRepository: ArticleRepository {}

extension DependencyKeys {
    var articles: DependencyKey<any ArticleRepository> {
        .init { DatabaseRepository() }
    }
}

struct Reader {
    @Dependency(\.articles) private var articles
}
