// An app as it was written for Hopoate 1.x, and not changed since.

import Foundation
import Hopoate
import HopoateTestingHelpers

protocol AnalyticsProviding: AnyObject {
    func track(_ event: String)
}

protocol LogProviding {
    func log(_ message: String)
}

protocol Maybe {
    func perhaps()
}

class AnalyticsProvider: AnalyticsProviding {
    private let endpoint: URL?
    init(endpoint: URL? = nil) { self.endpoint = endpoint }
    func track(_ event: String) {}
}

class Logger: LogProviding {
    @Dependency private var analyticsProviding: AnalyticsProviding
    func log(_ message: String) { analyticsProviding.track(message) }
}

class MockLogger: LogProviding {
    private(set) var receivedLogMessage = false
    func log(_ message: String) { receivedLogMessage = true }
}

class MockAnalytics: AnalyticsProviding {
    private(set) var events = [String]()
    func track(_ event: String) { events.append(event) }
}

class AppDelegate {
    private var token: ServiceRegistration<AnalyticsProviding>?
    private var tokens = [ServiceRegistration<LogProviding>]()

    func registerDependencies(endpoint: URL?) {
        DependencyContainer.shared.register(service: AnalyticsProviding.self) {
            return AnalyticsProvider()
        }
        token = DependencyContainer.shared.register(service: AnalyticsProviding.self, cacheService: false) {
            return AnalyticsProvider(endpoint: endpoint)
        }
        DependencyContainer.shared.register(service: LogProviding.self, creator: makeLogger)
        DependencyContainer.shared.register(service: LogProviding.self, cacheService: true, creator: Logger.init)
        tokens.append(DependencyContainer.shared.register(Logger(), for: LogProviding.self))
        tokens += [DependencyContainer.shared.register(self.makeLogger(), for: LogProviding.self)]
        DependencyContainer.shared.register(self, for: AppDelegate.self)
        DependencyContainer.shared.register({ "configuration" }, for: (() -> String).self)

        DependencyContainer.shared.overwriteExistingRegistrations(service: AnalyticsProviding.self) {
            return AnalyticsProvider(endpoint: endpoint)
        }
        DependencyContainer.shared.overwriteExistingRegistrations(service: LogProviding.self, cacheService: false) {
            self.makeLogger()
        }
        DependencyContainer.shared.overwriteExistingRegistrations(withService: Logger(), for: LogProviding.self)
        let overwriting = DependencyContainer.shared.overwriteExistingRegistrations(
            withService: AnalyticsProvider(),
            for: AnalyticsProviding.self
        )
        DependencyContainer.shared.remove(overwriting)
    }

    func unregisterDependencies() {
        if let token = token {
            DependencyContainer.shared.remove(token)
        }
        token.map(DependencyContainer.shared.remove)
        tokens.forEach { DependencyContainer.shared.remove($0) }
        tokens.forEach(DependencyContainer.shared.remove)
        let remove: (ServiceRegistration<LogProviding>) -> Void = DependencyContainer.shared.remove
        tokens.forEach(remove)
    }

    private func makeLogger() -> LogProviding {
        return Logger()
    }
}

class Tracker {
    static let container = DependencyContainer()
    private static let specificContainer = DependencyContainer()

    @Dependency var analyticsProviding: AnalyticsProviding
    @Dependency() private var logProviding: LogProviding
    @Dependency(container: specificContainer) private var specificLog: LogProviding
    @Dependency(container: Tracker.container) var otherLog: LogProviding
    @OptionalDependency private var maybe: Maybe?
    @OptionalDependency(container: specificContainer) private var specificMaybe: Maybe?
    private let container: DependencyContainer
    private let analytics = DependencyContainer.shared.resolve(AnalyticsProviding.self)
    private lazy var log = resolve(LogProviding.self)

    init(container: DependencyContainer = .shared) {
        self.container = container
    }

    func track() {
        let analyticsProvider = DependencyContainer.shared.resolve(AnalyticsProviding.self)
        analyticsProvider.track("an event")
        analyticsProviding.track("an event")
        analytics.track("an event")
        logProviding.log("a message")
        specificLog.log("a message")
        otherLog.log("a message")
        log.log("a message")
        maybe?.perhaps()
        specificMaybe?.perhaps()
        let optionalDependency = DependencyContainer.shared.optionalResolve(Maybe.self)
        optionalDependency?.perhaps()
        if container.canResolve(Maybe.self), let maybe = container.optionalResolve(Maybe.self) {
            maybe.perhaps()
        }
        let logProvider: LogProviding = container.resolve(LogProviding.self)
        logProvider.log(container.resolve((() -> String).self)())
        // Shorthands
        resolve(AnalyticsProviding.self).track("an event")
        optionalResolve(Maybe.self)?.perhaps()
        guard let found = optionalResolve(Maybe.self) else { return }
        found.perhaps()
    }
}

struct Badge {
    @Dependency private var analyticsProviding: AnalyticsProviding
    @OptionalDependency var maybe: Maybe?

    mutating func show() {
        analyticsProviding.track("shown")
        maybe?.perhaps()
    }
}

class TrackerTests {
    private var mock: MockContainer<AnalyticsProviding, MockAnalytics>!
    private let mockLog: MockContainer<LogProviding, MockLogger> = MockContainer(MockLogger())
    private var registration: ServiceRegistration<LogProviding>!
    private let container = DependencyContainer()

    deinit {
        DependencyContainer.shared.remove(registration)
    }

    func setUp() {
        mock = MockContainer(MockAnalytics())
        registration = DependencyContainer.shared.register(MockLogger(), for: LogProviding.self)
    }

    func tearDown() {
        mock = nil
    }

    func testLogging() -> Bool {
        let mockLogger = MockLogger()
        let token = DependencyContainer.shared.register(service: LogProviding.self) {
            return mockLogger
        }
        Tracker(container: container).track()
        DependencyContainer.shared.remove(token)
        return mockLogger.receivedLogMessage && mockLog.mock.receivedLogMessage && mock.mock.events.count == 1
    }

    func testCounting() -> Int {
        var callCount = 0
        container.register(service: LogProviding.self, cacheService: false) {
            callCount += 1
            return MockLogger()
        }
        container.resolve(LogProviding.self).log("a message")
        return callCount
    }
}
