// The snippets of doc comments about XCTest, and about work outside of a test's task that no test has, with what they
// speak of.

import Foundation
import Hopoate
import HopoateTestingHelpers
import XCTest

// XCTestCase belongs to no actor, so its subclasses must not be the main actor's by default. In here they are not.
nonisolated enum TestCases {
    final class FeedTests: IsolatedDependenciesTestCase {
        override func registerDependencies(in container: DependencyContainer) {
            container.register(MockAnalytics(), for: (any AnalyticsProviding).self)
        }
    }

    final class StrictTests: IsolatedDependenciesTestCase {
        override var isolationOptions: IsolationOptions { [.strict, .verifyingMocks] }
    }

    final class IsolationTests: XCTestCase {
        func testReloading() {
            withIsolatedDependencies {
                let container = DependencyContainer.shared
                container.register(MockAnalytics(), for: (any AnalyticsProviding).self)
                FeedViewModel().reload()
            }
        }

        func testLoading() async {
            await withIsolatedDependencies(.forked) {
                let container = DependencyContainer.shared
                container.register(MockAnalytics(), for: (any AnalyticsProviding).self)
                await FeedViewModel().load()
            }
        }
    }

    #if swift(<6)
    @MainActor final class MainActorTests: IsolatedDependenciesTestCase {
        private var mock: MockContainer<any AnalyticsProviding, MockAnalytics>?
        override func setUp() async throws { mock = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self) }
        override func tearDown() async throws { mock = nil }
        func testTheMainActorMayOwnTheClass() async { XCTAssertNotNil(mock) }
    }
    #endif

    final class CarryingTests: XCTestCase {
        func testThreads() {
            DispatchQueue.global().async(execute: carryingDependencies { reload() })
            Thread(block: carryingDependencies { reload() }).start()
        }

        func testTasks() async throws {
            await Task.detached(operation: carryingDependencies { await reload() }).value
            try await Task.detached(operation: carryingDependencies { try await load() }).value
        }
    }
}

nonisolated protocol AnalyticsProviding {}
nonisolated struct MockAnalytics: AnalyticsProviding {}

nonisolated struct FeedViewModel {
    func reload() {}
    func load() async {}
}

nonisolated func reload() {}
nonisolated func reload() async {}
nonisolated func load() async throws {}
