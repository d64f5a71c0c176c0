// Every snippet of README.md, line by line (`Scripts/check snippets` compares), with what it speaks of.

import Foundation
import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing
import XCTest

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

protocol Store {}
struct MemoryStore: Store {}
protocol CrashReporting {}
protocol LogProviding {}
struct VerboseLogger: LogProviding {}
struct Session {}

struct FeedLoader {
    let store: any Store
}

struct LoggingStore: Store {
    let inner: any Store
    init(_ inner: any Store) { self.inner = inner }
}

final class Inbox {}

struct Weather {
    static func load() throws -> Weather { Weather() }
}

struct Database {
    static func open() async throws -> Database { Database() }
}

struct Article {
    let title: String
}

struct ArticleViewModel {
    let article: Article
}

protocol Command {}
struct OpenCommand: Command {}
struct SaveCommand: Command {}

protocol ArticleRepository {}
struct DatabaseRepository: ArticleRepository {}
struct StubRepository: ArticleRepository {}

extension DependencyKeys {
    var articles: DependencyKey<any ArticleRepository> { .init { DatabaseRepository() } }
}

struct Reader {
    @Dependency(\.articles) private var articles
}

extension Reader {
    var readsStub: Bool { articles is StubRepository }
}

final class FeedViewModel {
    @Dependency private var analytics: any AnalyticsProviding

    func reload() { analytics.track("reload") }
}

struct ArticleView {
    @Dependency private var analytics: any AnalyticsProviding
    @Dependency(named: "backup") private var store: any Store
    @OptionalDependency private var crashReporter: (any CrashReporting)?
}

extension ArticleView {
    var isComplete: Bool { analytics is AnalyticsProvider && store is MemoryStore && crashReporter == nil }
}

protocol Heater: AnyObject {}
final class ElectricHeater: Heater {}

protocol Pump {
    var heater: any Heater { get }
}

final class Thermosiphon: Pump {
    private let lazyHeater: Lazy<any Heater>
    init(heater: Lazy<any Heater>) { lazyHeater = heater }
    var heater: any Heater { lazyHeater.get() }
}

struct CoffeeMaker {
    let heater: any Heater
    let pump: any Pump
}

struct PumpModule: DependencyModule {
    func register(in container: DependencyContainer) {
        container.autoregister((any Pump).self, initializer: Thermosiphon.init)
    }
}

struct CoffeeModule: DependencyModule {
    let heater: ElectricHeater
    var submodules: [any DependencyModule] { [PumpModule()] }

    func register(in container: DependencyContainer) {
        container.register(heater, for: (any Heater).self)
        container.autoregister(CoffeeMaker.self, initializer: CoffeeMaker.init(heater:pump:))
    }
}

final class FeedViewModelTests: XCTestCase {
    private var analytics: MockContainer<any AnalyticsProviding, MockAnalytics>!

    override func setUp() {
        analytics = MockContainer(MockAnalytics())
    }

    override func tearDown() {
        analytics = nil
    }

    func testReloadingIsTracked() {
        FeedViewModel().reload()
        XCTAssertEqual(analytics.mock.events, ["reload"])
    }
}

@Suite struct ReadmeTests {
    private func isolated(_ body: () throws -> Void) rethrows {
        try DependencyContainer.withShared(DependencyContainer(), operation: body)
    }

    @Test func theFirstExample() {
        isolated {
            // When the app has launched:
            DependencyContainer.shared.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)

            // In a test: the mock answers until `analytics` is deallocated.
            let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
            FeedViewModel().reload()
            #expect(analytics.mock.events == ["reload"])
        }
    }

    @Test func registeringAndResolving() throws {
        try isolated {
            let container = DependencyContainer.shared
            container.register({ Date() }, for: (() -> Date).self)
            container.register(MemoryStore(), for: (any Store).self, named: "backup")
            container.register(MemoryStore(), for: (any Store).self)
            container.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)
            container.register(FeedLoader.self) { FeedLoader(store: try resolving((any Store).self)) }
            container.register(Session.self, lifetime: .transient) { Session() }

            let analytics = container.resolve((any AnalyticsProviding).self)  // traps if nothing is registered
            let backup = container.optionalResolve((any Store).self, named: "backup")  // nil if nothing is registered
            let loader = try container.resolving(FeedLoader.self)  // throws a DependencyError
            let now = resolve((() -> Date).self)()  // short for DependencyContainer.shared.resolve

            #expect(analytics is AnalyticsProvider)
            #expect(backup is MemoryStore)
            #expect(loader.store is MemoryStore)
            #expect(now <= Date())
            #expect(ArticleView().isComplete)
            #expect(container.canResolve(Session.self))
        }
    }

    @Test func removing() {
        isolated {
            let container = DependencyContainer.shared
            let token = container.register(VerboseLogger(), for: (any LogProviding).self)
            // … the verbose logger answers …
            container.remove(token)
            // … whatever was registered before answers again
            #expect(!container.canResolve((any LogProviding).self))
        }
    }

    @Test func lifetimes() throws {
        try isolated {
            let container = DependencyContainer.shared
            let session = DependencyScope()
            container.register(Session.self, lifetime: .transient) { Session() }
            container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
            container.register(Weather.self, lifetime: .expiring(afterSeconds: 600)) { try Weather.load() }
            session.reset()  // at logout: the next one to ask for the inbox gets a new one

            let first = container.resolve(Inbox.self)
            #expect(container.resolve(Inbox.self) === first)
            session.reset()
            #expect(container.resolve(Inbox.self) !== first)
            _ = try container.resolving(Weather.self)
        }
    }

    @Test func contexts() {
        isolated {
            let container = DependencyContainer.shared
            if RuntimeContext.preview.isCurrent || RuntimeContext.argument("-uitest").isCurrent {
                container.register(MemoryStore(), for: (any Store).self)
            }
            #expect(!container.canResolve((any Store).self))
        }
    }

    @Test func asynchronousCreators() async throws {
        let container = DependencyContainer()
        container.register(Database.self, asyncCreator: { try await Database.open() })
        let database = try await container.asyncResolve(Database.self)
        _ = database
        #expect(container.optionalResolve(Database.self) != nil)
    }

    @Test func decorating() {
        isolated {
            let container = DependencyContainer.shared
            container.register(MemoryStore(), for: (any Store).self)
            container.decorate((any Store).self) { LoggingStore($0) }
            #expect((container.resolve((any Store).self) as? LoggingStore)?.inner is MemoryStore)
        }
    }

    @Test func argumentsAndContributions() {
        isolated {
            let container = DependencyContainer.shared
            let article = Article(title: "news")
            container.register(ArticleViewModel.self, taking: Article.self) { ArticleViewModel(article: $0) }
            let model = container.resolve(ArticleViewModel.self, with: article)
            #expect(model.article.title == "news")

            container.contribute(to: (any Command).self) { OpenCommand() }
            container.contribute(to: (any Command).self) { SaveCommand() }
            let menu = container.resolveAll((any Command).self)  // both, in this order
            #expect(menu.first is OpenCommand && menu.last is SaveCommand && menu.count == 2)
        }
    }

    @Test func wiring() {
        isolated {
            let container = DependencyContainer.shared
            let heater = ElectricHeater()
            container.register(heater, for: (any Heater).self)
            container.autoregister((any Pump).self, initializer: Thermosiphon.init)
            container.autoregister(CoffeeMaker.self, initializer: CoffeeMaker.init(heater:pump:))
            #expect(container.resolve(CoffeeMaker.self).pump.heater === heater)
        }
    }

    @Test func lookingInside() throws {
        try isolated {
            let container = DependencyContainer.shared
            container.register("", for: String.self)
            try container.validate()  // creates nothing; throws every problem at once
            print(container.graph())  // a tree; .mermaid and .dot draw it
            let tracer = ResolutionTracer(container)  // prints what is resolved from now on, as trees
            let profile = StartUpProfile(container)  // measures which creators take the time
            tracer.end()
            profile.end()
            #expect(profile.slowest(1).isEmpty)
        }
    }

    @Test func modules() {
        isolated {
            let container = DependencyContainer.shared
            let coffee = container.install(CoffeeModule(heater: ElectricHeater()))
            container.remove(coffee)
            #expect(container.registrations.isEmpty)
        }
    }

    @Test func typedKeys() {
        isolated {
            let container = DependencyContainer.shared
            #expect(!Reader().readsStub)
            container[\.articles] = StubRepository()
            container.register(\.articles) { StubRepository() }
            let articles = container.resolve(\.articles)
            #expect(articles is StubRepository)
            #expect(Reader().readsStub)
        }
    }

    @Test(.mock((any AnalyticsProviding).self) { MockAnalytics() })
    func containers() {
        let account = DependencyContainer(parent: .shared)
        account.register(Session(), for: Session.self)
        DependencyContainer.withShared(account) {
            FeedViewModel().reload()
        }
        let preview = DependencyContainer.shared.fork()
        #expect(preview.canResolve((any AnalyticsProviding).self))
        #expect(!preview.canResolve(Session.self))
    }

    @Test(.mock((any AnalyticsProviding).self) { MockAnalytics() })
    func carrying() async {
        await Task.detached(operation: carryingDependencies { FeedViewModel().reload() }).value
    }
}

@Suite(.isolatedDependencies)
struct FeedTests {
    @Test(.mock((any AnalyticsProviding).self) { MockAnalytics() })
    func reloadingTakesNoStore() {
        FeedViewModel().reload()
        #expect(!DependencyContainer.shared.canResolve((any Store).self))
    }

    @Test func reloadingIsTracked() {
        let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
        FeedViewModel().reload()
        #expect(analytics.mock.events == ["reload"])
        #expect(analytics.resolutionCount == 1)
    }
}
