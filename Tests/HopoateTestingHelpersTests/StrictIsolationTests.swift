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

extension DependencyKeys {
    fileprivate var alias: DependencyKey<Fetcher> { .init { resolve(\.fetcher) } }
}

@Suite struct StrictIsolationTests {
    init() { _ = AppService.token }

    @Test func `each line that resolves a service of the app is reported once`() async throws {
        let line = #line + 3
        let reports = try await reports {
            withIsolatedDependencies(.strict) {
                func lookUp() { _ = resolve(AppService.self) }
                for _ in 0..<100 { lookUp() }
                withIsolatedDependencies(.strict, operation: lookUp)
                withIsolatedDependencies(.forked, operation: lookUp)
                _ = optionalResolve(AppService.self)
            }
        }
        let text = """
            HopoateTestingHelpersTests.AppService was resolved, but this test has not registered it. It was requested at \
            \(#fileID):\(line), and the real one was registered at \(#fileID):\(AppService.line). Register a mock of it, or the \
            real service if the test needs it, or isolate the test without `.strict`.
            """
        #expect(reports.first?.text == text)
        #expect(reports.map(\.fileID) == [#fileID, #fileID])
        #expect(reports.map(\.line) == [line, line + 4])
    }

    /// A way to look up a service of the app.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let ask: @Sendable (DependencyContainer) async -> Void
    }

    private static let ways = [
        Way(testDescription: "by a property") { _ in _ = Dependency<AppService>().wrappedValue },
        Way(testDescription: "by a creator of the test") { container in
            container.register([AppService].self) { [resolve(AppService.self)] }
            _ = resolve([AppService].self)
        },
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
    func `a service of a parent is reported once with what its creator resolves`(_ lifetime: Lifetime) {
        let app = DependencyContainer()
        app.register("real", for: String.self)
        app.register(Int.self, lifetime: .transient) { resolve(String.self).count }
        app.register(AppService.self, lifetime: lifetime) {
            _ = resolve(Int.self)
            return AppService()
        }
        DependencyContainer.withShared(DependencyContainer(parent: app)) {
            withIsolatedDependencies(.strict) { _ = DependencyContainer(parent: .shared).resolve(AppService.self) }
        }
    }

    @Test(.expects("AppService was resolved")) func `a decorated service is reported once`() {
        let app = DependencyContainer()
        app.register(AppService.self, lifetime: .transient) { AppService() }
        for _ in 0..<2 { app.decorate(AppService.self) { $0 } }
        DependencyContainer.withShared(app) {
            withIsolatedDependencies(.strict) {
                DependencyContainer.shared.decorate(AppService.self) { $0 }
                for _ in 0..<2 { _ = resolve(AppService.self) }
            }
        }
    }

    @Test(.expects("contribution to Swift.Int was resolved")) func `contributions are reported once`() {
        let app = DependencyContainer()
        for number in 1...3 { app.contribute(to: Int.self) { number } }
        DependencyContainer.withShared(app) {
            withIsolatedDependencies(.strict) { #expect(resolveAll(Int.self) == [1, 2, 3]) }
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

    @Test func `look-ups in other containers are not reported`() async {
        let outside = Dependency<AppService>()
        await withIsolatedDependencies(.strict) {
            _ = outside()
            _ = await Task.detached { resolve(AppService.self) }.value
        }
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
