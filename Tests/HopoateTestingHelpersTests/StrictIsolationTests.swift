import Hopoate
import HopoateTestingHelpers
import Testing

/// A service of the app, for tests that begin with a fork of it.
private struct AppService: Sendable {
    static let line = #line + 2
    static let token: AnyServiceRegistration = {
        DependencyContainer.processWide.register(AppService(), for: AppService.self)
    }()
}

/// A service with two closures, one of which is mocked.
private struct Fetcher: Sendable {
    var fetch: @Sendable () -> String = { "real" }
    var count: @Sendable () -> Int = { 1 }
}

extension DependencyKeys {
    fileprivate var fetcher: DependencyKey<Fetcher> { .init { Fetcher() } }
    fileprivate var alias: DependencyKey<Fetcher> { .init { resolve(\.fetcher) } }
}

@Suite struct StrictIsolationTests {
    init() { _ = AppService.token }

    @Test func `a fork begins with the app's registrations`() {
        withIsolatedDependencies(.forked) {
            #expect(DependencyContainer.shared.canResolve(AppService.self))
            DependencyContainer.shared.removeAll()
        }
        #expect(DependencyContainer.processWide.canResolve(AppService.self))
    }

    @Test func `each line that resolves a service of the app is reported`() async throws {
        let line = #line + 3
        let reports = try await reports {
            withIsolatedDependencies(.strict) {
                for _ in 0..<100 { _ = resolve(AppService.self) }
            }
        }
        let text = """
            HopoateTestingHelpersTests.AppService was resolved, but this test has not registered it. It was requested at \
            \(#fileID):\(line), and the real one was registered at \(#fileID):\(AppService.line). Register a mock of it, or the \
            real service if the test needs it, or isolate the test without `.strict`.
            """
        #expect(reports.map(\.text) == [text])
        #expect(reports.map(\.fileID) == [#fileID])
        #expect(reports.map(\.line) == [line])
    }

    /// A way to look up a service of the app.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let ask: @Sendable (DependencyContainer) async -> Void
    }

    private static let ways = [
        Way(testDescription: "by a property") { _ in _ = Dependency<AppService>().wrappedValue },
        Way(testDescription: "in a child") { _ = DependencyContainer(parent: $0).resolve(AppService.self) },
        Way(testDescription: "in a fork") { _ in
            withIsolatedDependencies(.forked) { _ = resolve(AppService.self) }
        },
        Way(testDescription: "in a detached task that has the container") { container in
            await Task.detached { _ = container.resolve(AppService.self) }.value
        },
        Way(testDescription: "in a detached task that carries the container") { _ in
            await Task.detached(operation: carryingDependencies { _ = resolve(AppService.self) }).value
        },
        Way(testDescription: "in an isolation that such a task makes") { _ in
            let work = carryingDependencies { withIsolatedDependencies(.forked) { _ = resolve(AppService.self) } }
            await Task.detached(operation: work).value
        },
    ]

    @Test(.expects("AppService was resolved, but this test has not registered it."), arguments: ways)
    func `a service of the app is reported on the test however it is resolved`(_ way: Way) async {
        await withIsolatedDependencies(.strict) { await way.ask(.shared) }
    }

    @Test(.expects("AppService was resolved"), arguments: [Lifetime.cached, .transient, .perContainer])
    func `a service of a parent is reported`(_ lifetime: Lifetime) {
        let app = DependencyContainer()
        app.register(AppService.self, lifetime: lifetime) { AppService() }
        DependencyContainer.withShared(DependencyContainer(parent: app)) {
            withIsolatedDependencies(.strict) { _ = DependencyContainer(parent: .shared).resolve(AppService.self) }
        }
    }

    @Test(
        .expects("the typed key \\.fetcher (Fetcher) was resolved", "the real one was declared at"),
        .isolatedDependencies(.strict)
    )
    func `the default of a key is reported`() {
        #expect(DependencyContainer.shared[\.fetcher].fetch() == "real")
    }

    @Test(.isolatedDependencies(.strict)) func `the test's own registrations are not reported`() {
        let container = DependencyContainer.shared
        container.register(AppService(), for: AppService.self)
        container.register(Int.self, lifetime: .perContainer) { 7 }
        let mock = MockContainer(Pinger(label: "mock"), for: \.pinger)
        func lookUp() {
            #expect(optionalResolve(AppService.self) != nil)
            #expect(DependencyContainer(parent: .shared).resolve(Int.self) == 7)
            #expect(resolve(\.pinger).label == mock.mock.label)
            #expect(optionalResolve(String.self) == nil)
        }
        lookUp()
        withIsolatedDependencies(.strict, operation: lookUp)
        withIsolatedDependencies(.forked, operation: lookUp)
    }

    @Test(.isolatedDependencies(.strict)) func `changing a part of a service is a partial mock`() {
        DependencyContainer.shared[\.alias].fetch = { "mock of what a real one is made from" }
        DependencyContainer.shared[\.fetcher].fetch = { "mock" }
        #expect(resolve(\.fetcher).fetch() == "mock")
        #expect(resolve(\.fetcher).count() == 1)
        #expect(DependencyContainer().resolve(\.fetcher).fetch() == "real")
    }

    @Test(.expects("AppService was resolved, but this test has not registered it."))
    func `a look-up outside of every test is reported too`() async {
        await #expect(processExitsWith: .success) {
            // The child process runs no test.
            _ = AppService.token
            withIsolatedDependencies(.strict) { _ = resolve(AppService.self) }
        }
    }
}

@Suite struct VerifiedMockTests {
    @Test func `a mock that was never resolved is reported at its line`() async throws {
        let line = #line + 3
        let reports = try await reports {
            withIsolatedDependencies(.verifyingMocks) {
                _ = MockContainer<any Pinging, Pinger>(Pinger(label: "unused"))
                let used = MockContainer<any Pinging, Pinger>(Pinger(label: "used"))
                #expect(Caller().label == "used")
                withExtendedLifetime(used) {}
            }
        }
        #expect(reports.map(\.text) == ["The mock Pinger of Pinging was never resolved."])
        #expect(reports.map(\.line) == [line])
    }

    @Test(.expects("The mock Pinger of Pinging was never resolved."), .isolatedDependencies(.verifyingMocks))
    func `a mock that a detached task creates is verified too`() async {
        let container = DependencyContainer.shared
        await Task.detached {
            _ = MockContainer<any Pinging, Pinger>(Pinger(label: "unused"), container: container)
        }.value
    }

    @Test(
        .expects("The mock Pinger of Pinging was never resolved."),
        .isolatedDependencies(.verifyingMocks),
        .mock((any Pinging).self) { Pinger(label: "unused") }
    )
    func `a trait's mock is verified too`() {}

    @Test(
        .expects("The mock Fetcher of Fetcher was never resolved."),
        .isolatedDependencies(.verifyingMocks),
        .mock(\.fetcher) { Fetcher() }
    )
    func `a mock that is only changed is reported`() { DependencyContainer.shared[\.fetcher].fetch = { "mock" } }

    @Test(.isolatedDependencies(.verifyingMocks)) func `uses of a changed mock count as the mock's`() {
        let container = DependencyContainer.shared
        do {
            let mock = MockContainer(Fetcher(), for: \.fetcher)
            for _ in 0..<2 { container[\.fetcher].fetch = { "mock" } }
            container[\.fetcher].count = { 2 }
            #expect(mock.resolutionCount == 0)
            #expect(resolve(\.fetcher).fetch() == "mock" && resolve(\.fetcher).count() == 2)
            #expect(mock.resolutionCount == 2)
        }
        #expect(resolve(\.fetcher).fetch() == "real")
    }

    @Test(.isolatedDependencies(.verifyingMocks), .mock((any Pinging).self) { Pinger(label: "mock") })
    func `creating a service to change it uses mocks`() {
        DependencyContainer.shared.register(\.fetcher) {
            let label = resolve((any Pinging).self).label
            return Fetcher { label }
        }
        DependencyContainer.shared[\.fetcher].count = { 2 }
        #expect(resolve(\.fetcher).fetch() == "mock")
    }

    @Test func `a test that throws need not use its mocks`() {
        #expect(throws: CancellationError.self) {
            try withIsolatedDependencies(.verifyingMocks) {
                _ = MockContainer<any Pinging, Pinger>(Pinger(label: "unused"))
                throw CancellationError()
            }
        }
    }
}

/// Several cases run at once, and each fork has the mocks of the others.
@Suite struct StrictMockOfASuiteTests {
    private let mock = MockContainer<any Pinging, Pinger>(Pinger(label: "mock"))

    @Test(arguments: 0..<8) func `a mock of the test's suite is not a real service`(_ number: Int) {
        withIsolatedDependencies(.strict) { #expect(Caller().label == "mock") }
    }
}
