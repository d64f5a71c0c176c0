// Hopoate 1.x code, in the language mode that it was written in.

import Hopoate
import HopoateTestingHelpers
import XCTest

protocol AnalyticsProviding { func track(_ event: String) }

class AnalyticsProvider: AnalyticsProviding {
    var events = [String]()
    func track(_ event: String) { events.append(event) }
}

class MockAnalytics: AnalyticsProvider {}

class Tracker {
    @Dependency private var analyticsProviding: AnalyticsProviding
    @OptionalDependency private var maybe: Int?

    func track() { analyticsProviding.track("tracked \(maybe ?? 0)") }
}

class Swift5Tests: XCTestCase {
    private let container = DependencyContainer.shared
    private var token: ServiceRegistration<AnalyticsProviding>!
    private var mock: MockContainer<AnalyticsProviding, MockAnalytics>!

    override func setUp() {
        super.setUp()
        token = container.register(AnalyticsProvider(), for: AnalyticsProviding.self)
        mock = MockContainer(MockAnalytics())
    }

    override func tearDown() {
        mock = nil
        container.remove(token)
        super.tearDown()
    }

    func testTheMockIsWhatAPropertyFinds() {
        Tracker().track()
        XCTAssertEqual(mock.mock.events, ["tracked 0"])
        mock = nil
        XCTAssertTrue(container.resolve(AnalyticsProviding.self) is AnalyticsProvider)
    }

    func testTheRegisterFunctionsOfOneDotX() {
        let tokens = [
            container.register(service: AnalyticsProviding.self) { AnalyticsProvider() },
            container.register(service: AnalyticsProviding.self, cacheService: false) { AnalyticsProvider() },
        ]
        XCTAssertNotNil(optionalResolve(AnalyticsProviding.self))
        XCTAssertTrue(container.canResolve(AnalyticsProviding.self))
        resolve(AnalyticsProviding.self).track("global")
        tokens.forEach(container.remove)
        XCTAssertTrue(container.resolve(AnalyticsProviding.self) is MockAnalytics)
        let own = DependencyContainer()
        own.overwriteExistingRegistrations(withService: 2, for: Int.self)
        own.remove(own.overwriteExistingRegistrations(service: Int.self) { 3 })
        XCTAssertNil(own.optionalResolve(Int.self))
    }

    func testPropertiesOfAGivenContainer() {
        class Reader {
            static let container = DependencyContainer()
            @Dependency(container: Reader.container) var number: Int
            @OptionalDependency(container: container) var text: String?
        }
        Reader.container.register(7, for: Int.self)
        XCTAssertEqual(Reader().number, 7)
        XCTAssertNil(Reader().text)
    }
}

extension DependencyKeys {
    var analytics: DependencyKey<AnalyticsProviding> { .init { AnalyticsProvider() } }
}

class Swift5CreatorTests: XCTestCase {
    private let container = DependencyContainer()

    func testWhatIsNewSinceOneDotX() async throws {
        let cleanedUp = MockAnalytics()
        let scope = DependencyScope()
        container.register(AnalyticsProvider.self, lifetime: .scoped(scope)) {
            AnalyticsProvider()
        }.onRemove { service in
            cleanedUp.events += service.events
        }
        container.decorate(AnalyticsProvider.self) { $0 }
        container.resolve(AnalyticsProvider.self).track("kept")
        scope.reset()
        XCTAssertEqual(cleanedUp.events, ["kept"])
        container.register([String].self, taking: String.self) { [$0] }
        XCTAssertEqual(container.resolve([String].self, with: "argument"), ["argument"])
        container.contribute(to: AnalyticsProviding.self) { AnalyticsProvider() }
        XCTAssertEqual(container.resolveAll(AnalyticsProviding.self).count, 1)
        XCTAssertTrue(container[\.analytics] is AnalyticsProvider)
        container[\.analytics] = MockAnalytics()

        let mock = MockAnalytics()
        container.register(MockAnalytics.self) {
            await Task.yield()
            return mock
        }
        let awaited = try await container.asyncResolve(MockAnalytics.self)
        XCTAssertTrue(awaited === mock)
    }

    func testErrorsAreCaughtByTheirType() async {
        var caught = [String]()
        do {
            let number = try container.resolving(Int.self)
            XCTAssertTrue(number > 0 && caught.isEmpty)
        } catch let error as DependencyError {
            caught.append("\(error.service)")
        } catch {
            XCTFail("\(error)")
        }
        do {
            let text = try await container.asyncResolve(String.self)
            XCTAssertTrue(text.isEmpty || caught.isEmpty)
        } catch is DependencyError {
            caught.append("String")
        } catch {
            XCTFail("\(error)")
        }
        XCTAssertEqual(caught, ["Int", "String"])
    }

    /// A plain method runs on the main thread, but in no task that could tell.
    func testACreatorOfTheMainActorOnTheMainThread() throws {
        container.register(Int.self) { @MainActor in
            MainActor.assertIsolated()
            return 1
        }
        XCTAssertEqual(try container.resolving(Int.self), 1)
    }
}

class Swift5IsolatedTests: IsolatedDependenciesTestCase {
    override func registerDependencies(in container: DependencyContainer) {
        container.register(MockAnalytics(), for: AnalyticsProviding.self)
    }

    func testTheContainerIsTheMethodsOwnAndIsCarried() {
        Tracker().track()
        let done = expectation(description: "done")
        DispatchQueue.global().async(
            execute: carryingDependencies {
                resolve(AnalyticsProviding.self).track("elsewhere")
                done.fulfill()
            }
        )
        wait(for: [done], timeout: 300)
        let mock = resolve(AnalyticsProviding.self) as? MockAnalytics
        XCTAssertEqual(mock?.events, ["tracked 0", "elsewhere"])
    }
}

@MainActor class Swift5MainActorTests: IsolatedDependenciesTestCase {
    private var mock: MockContainer<AnalyticsProviding, MockAnalytics>?

    override func setUp() async throws { mock = MockContainer(MockAnalytics(), for: AnalyticsProviding.self) }

    override func tearDown() async throws { mock = nil }

    func testTheMainActorMayOwnTheClass() async {
        Tracker().track()
        XCTAssertEqual(mock?.mock.events, ["tracked 0"])
    }
}
