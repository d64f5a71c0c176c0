// Every snippet of README.md, line by line (`Scripts/check-snippets` compares), with what it speaks of.

import Foundation
import Hopoate
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
            let analytics = MockContainer<any AnalyticsProviding, MockAnalytics>(MockAnalytics())
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
            container.register(service: FeedLoader.self, lifetime: .cached) {
                FeedLoader(store: try DependencyContainer.shared.resolving((any Store).self))
            }
            container.register(service: Session.self, lifetime: .transient) { Session() }

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
        let analytics = MockContainer<any AnalyticsProviding, MockAnalytics>(MockAnalytics())
        FeedViewModel().reload()
        #expect(analytics.mock.events == ["reload"])
        #expect(analytics.resolutionCount == 1)
    }
}
