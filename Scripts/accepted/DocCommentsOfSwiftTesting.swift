// The snippets of doc comments about Swift Testing that no test has, with what they speak of.

import Hopoate
import HopoateTestingHelpers
import Testing

@Suite(.isolatedDependencies)
struct FeedTests {
    @Test(.mock((any AnalyticsProviding).self) { MockAnalytics() })
    func reloading() { FeedViewModel().reload() }
}

enum FirstPage {
    @Suite(.isolatedDependencies)
    struct FeedTests {
        let analytics = MockContainer(
            MockAnalytics(),
            for: (any AnalyticsProviding).self
        )

        @Test func reloadingIsTracked() {
            FeedViewModel().reload()
            #expect(analytics.mock.events == ["reload"])
            #expect(analytics.resolutionCount == 1)
        }

        @Test(.mock((any Store).self) { MemoryStore() })
        func reloadingLeavesTheStoreEmpty() throws {
            FeedViewModel().reload()
            let store: MemoryStore = try mock(of: (any Store).self)
            #expect(store.isEmpty)
        }
    }
}

enum SetUp {
    struct FeedTests {
        @Test(
            .dependencies { container in
                container.register(MockAnalytics(), for: (any AnalyticsProviding).self)
            }
        )
        func reloading() { FeedViewModel().reload() }
    }
}

enum Isolated {
    @Suite(.isolatedDependencies) struct FeedTests {}
}

enum WithOptions {
    @Suite(.isolatedDependencies([.strict, .verifyingMocks]))
    struct FeedTests {}
}

enum WithOptionsOfEachKind {
    @Suite(.isolatedDependencies(.forked)) struct FeedTests {}
    @Suite(.isolatedDependencies([.strict, .verifyingMocks])) struct CheckoutTests {}
}

struct MockTests {
    @Test(.mock((any AnalyticsProviding).self) { MockAnalytics() })
    func reloading() throws {
        FeedViewModel().reload()
        let analytics: MockAnalytics = try mock(of: (any AnalyticsProviding).self)
        #expect(analytics.events == ["reload"])
    }

    @Test(.mock(\.articles) { MockArticles() })
    func anEmptyFeed() throws {
        let articles: MockArticles = try mock(of: \.articles)
        #expect(articles.titles.isEmpty)
    }

    @Test(.isolatedDependencies(.strict), .mock((any Store).self) { MockStore() })
    func saving() {
        Editor().save()  // an issue if this resolves anything but the store
    }

    @Test func aTypedKey() {
        let articles = MockContainer(MockArticles(), for: \.articles)
        #expect(articles.mock.titles.isEmpty)
    }

    @Test func aClosure() {
        let dice = MockContainer({ 6 }, for: (@Sendable () -> Int).self)
        #expect(dice.mock() == 6)
    }

    @Test func anArgument() {
        let player = MockContainer(MockPlayer(), for: (any Player).self, taking: Song.self)
        let found = resolve((any Player).self, with: Song())  // the mock
        withExtendedLifetime((found, player)) {}
    }

    @Test func anOldForm() {
        let mock = MockContainer<any AnalyticsProviding, MockAnalytics>(MockAnalytics())
        #expect(mock.mock.events.isEmpty)
    }
}

struct WiringTests {
    @Test func everyDependencyIsRegistered() throws {
        AppDelegate().registerServices()
        let container = DependencyContainer.shared
        try container.validateProperties(modules: ["MyApp"], except: [(any Beta).self])
    }

    @Test func everyPropertyIsLookedAt() throws {
        let container = DependencyContainer.shared
        let validated = try container.validateProperties(modules: ["MyApp"])
        #expect(validated.skippedProperties.isEmpty)
        #expect(validated.properties.contains("MyApp.FeedViewModel.analytics"))
    }
}

nonisolated struct Song: Hashable {}
protocol Player: AnyObject {}
final class MockPlayer: Player {}

protocol AnalyticsProviding {
    func track(_ event: String)
}

final class MockAnalytics: AnalyticsProviding {
    private(set) var events: [String] = []
    func track(_ event: String) { events.append(event) }
}

struct FeedViewModel {
    @Dependency private var analytics: any AnalyticsProviding
    func reload() { analytics.track("reload") }
}

protocol Store {
    func save()
}

struct MockStore: Store {
    func save() {}
}

struct MemoryStore: Store {
    var isEmpty = true
    func save() {}
}

struct Editor {
    @Dependency private var store: any Store
    func save() { store.save() }
}

protocol ArticleRepository {}
struct DatabaseRepository: ArticleRepository {}

struct MockArticles: ArticleRepository {
    var titles: [String] = []
}

extension DependencyKeys {
    var articles: DependencyKey<any ArticleRepository> {
        .init { DatabaseRepository() }
    }
}

protocol Beta {}

struct AppDelegate {
    func registerServices() {}
}
