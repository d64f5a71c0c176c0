import Hopoate
import HopoateTestingHelpers
import Testing

/// What the app has registered, for tests that begin with a fork of it.
private struct AppService: Sendable {
    static let line = UInt(#line + 2)
    static let token: AnyServiceRegistration = {
        DependencyContainer.processWide.register(AppService(), for: AppService.self)
    }()

    /// A trait takes its fork before the suite is made.
    static var strict: IsolationOptions {
        _ = token
        return .strict
    }
}

/// A service of closures, a part of which is mocked.
private struct Fetcher: Sendable {
    var fetch: @Sendable () -> String = { "real" }
    var count: @Sendable () -> Int = { 1 }
}

extension DependencyKeys {
    fileprivate var fetcher: DependencyKey<Fetcher> { .init { Fetcher() } }
}

@Suite struct StrictIsolationTests {
    init() { _ = AppService.token }

    private func withStrictIsolation(_ operation: () -> Void) {
        withIsolatedDependencies(.strict, operation: operation)
    }

    @Test func aForkBeginsWithWhatTheAppHas() {
        withIsolatedDependencies(.forked) {
            #expect(DependencyContainer.shared.canResolve(AppService.self))
            DependencyContainer.shared.reset()
        }
        #expect(DependencyContainer.processWide.canResolve(AppService.self))
    }

    @Test func resolvingWhatTheTestHasNotRegisteredIsReported() {
        let line = #line + 3
        withKnownIssue {
            withStrictIsolation {
                _ = resolve(AppService.self)
            }
        } matching: { issue in
            isReport(issue, "AppService was resolved, but this test has not registered it.", line: line)
                && isReport(issue, "asked for at HopoateTestingHelpersTests/StrictIsolationTests.swift:\(line)")
                && isReport(
                    issue,
                    "registered at HopoateTestingHelpersTests/StrictIsolationTests.swift:\(AppService.line)"
                )
        }
    }

    @Test func resolvingWhatTheTestHasRegisteredIsNot() {
        withStrictIsolation {
            DependencyContainer.shared.register(AppService(), for: AppService.self)
            DependencyContainer.shared.register(Int.self, lifetime: .cached) { 1 }
            _ = resolve(AppService.self)
            #expect(resolve(Int.self) == 1)
            _ = optionalResolve(String.self)
        }
    }

    @Test func changingAPartOfAServiceIsAPartialMock() {
        withStrictIsolation {
            DependencyContainer.shared[\.fetcher].fetch = { "mock" }
            #expect(resolve(\.fetcher).fetch() == "mock")
            #expect(resolve(\.fetcher).count() == 1)
        }
        #expect(DependencyContainer().resolve(\.fetcher).fetch() == "real")
    }

    @Test(.isolatedDependencies(.strict), .dependencies { $0[\.fetcher].fetch = { "mock" } })
    func soItIsInATrait() {
        #expect(resolve(\.fetcher).fetch() == "mock")
    }

    @Test func readingThePartIsNone() {
        withKnownIssue {
            withStrictIsolation { #expect(DependencyContainer.shared[\.fetcher].fetch() == "real") }
        } matching: { issue in
            isReport(issue, "the typed key \\.fetcher (Fetcher) was resolved, but this test has not registered it.")
                && isReport(issue, "Register a mock for it, or the real one if the test is about that")
        }
    }

    @Test func theDefaultOfAKeyCountsAsReal() {
        withKnownIssue {
            withStrictIsolation {
                #expect(DependencyContainer.shared.resolve(\.pinger).label == "default")
            }
        } matching: { issue in
            isReport(issue, "typed key") && isReport(issue, "declared at HopoateTestingHelpersTests/Fixtures.swift")
        }
        withStrictIsolation {
            let mock = MockContainer<any Pinging, Pinger>(\.pinger, Pinger(label: "mock"))
            #expect(DependencyContainer.shared.resolve(\.pinger).label == mock.mock.label)
        }
    }

    @Test func whatADetachedTaskResolvesIsReportedOnTheTestToo() async {
        let line = #line + 4
        await withKnownIssue {
            await withIsolatedDependencies(.strict) {
                let container = DependencyContainer.shared
                await Task.detached { _ = container.resolve(AppService.self) }.value
            }
        } matching: { issue in
            isReport(issue, "AppService was resolved", line: line)
        }
    }

    @Test func whatACarriedTaskResolvesIsReportedOnTheTestToo() async {
        let line = #line + 5
        await withKnownIssue {
            await withIsolatedDependencies(.strict) {
                await Task.detached(
                    operation: carryingDependencies {
                        _ = resolve(AppService.self)
                    }
                ).value
            }
        } matching: { issue in
            isReport(issue, "AppService was resolved", line: line)
        }
    }

    @Test func whatACarriedTaskResolvesInAnIsolationOfItsOwnIsReportedOnTheTestToo() async {
        await withKnownIssue {
            await withIsolatedDependencies(.strict) {
                await Task.detached(
                    operation: carryingDependencies {
                        withIsolatedDependencies(.forked) { _ = resolve(AppService.self) }
                    }
                ).value
            }
        } matching: { issue in
            isReport(issue, "AppService was resolved")
        }
    }

    @Test func eachLineIsReportedOnce() {
        let issues = Issues()
        withKnownIssue {
            withStrictIsolation {
                for _ in 0..<100 { _ = resolve(AppService.self) }
            }
        } matching: { issue in
            issues.add(issue)
        }
        #expect(issues.count == 1)
    }

    /// What the test itself has registered is its own in the isolations inside, and strictness is not lost there.
    @Test func strictIsolationsNest() {
        let issues = Issues()
        withKnownIssue {
            withStrictIsolation {
                DependencyContainer.shared.register(7, for: Int.self)
                withStrictIsolation { #expect(resolve(Int.self) == 7) }
                withIsolatedDependencies(.forked) {
                    #expect(resolve(Int.self) == 7)
                    _ = resolve(AppService.self)
                }
            }
        } matching: { issue in
            isReport(issue, "AppService was resolved") && issues.add(issue)
        }
        #expect(issues.count == 1)
    }

    @Suite(.isolatedDependencies(AppService.strict)) struct AsATrait {
        @Test func resolvingIsReportedAndGoesOnWithTheRealOne() {
            withKnownIssue {
                #expect(optionalResolve(AppService.self) != nil)
            } matching: { issue in
                isReport(issue, "AppService was resolved")
            }
        }
    }
}

@Suite struct VerifiedMockTests {
    @Test func aMockThatWasNeverResolvedIsReportedAtItsLine() {
        let line = #line + 3
        withKnownIssue {
            withIsolatedDependencies(.verifyingMocks) {
                _ = MockContainer<any Pinging, Pinger>(Pinger(label: "unused"))
                let used = MockContainer<any Pinging, Pinger>(Pinger(label: "used"))
                #expect(Caller().label == "used")
                #expect(used.wasResolved)
            }
        } matching: { issue in
            isReport(issue, "The mock Pinger of Pinging was never resolved.", line: line)
        }
    }

    @Test func keptServicesThatWereMadeBeforeTheMockAreNamed() {
        final class Panel: Sendable { init(pinger: any Pinging) {} }
        final class LazyPanel: Sendable { init(pinger: Lazy<any Pinging>) {} }
        let line = #line + 7
        withKnownIssue {
            withIsolatedDependencies(.verifyingMocks) {
                let container = DependencyContainer.shared
                container.register(Pinger(label: "real"), for: (any Pinging).self)
                container.autoregister(LazyPanel.self, initializer: LazyPanel.init)
                container.autoregister(Panel.self, lifetime: .transient, initializer: Panel.init)
                container.autoregister(Panel.self, named: "before", initializer: Panel.init)
                container.autoregister(Panel.self, named: "later", initializer: Panel.init)
                _ = (container.resolve(LazyPanel.self), container.resolve(Panel.self, named: "before"))
                let mock = MockContainer(Pinger(label: "mock"), for: (any Pinging).self)
                _ = container.resolve(Panel.self, named: "before")
                withExtendedLifetime(mock) {}
            }
        } matching: { issue in
            isReport(
                issue,
                """
                was never resolved. HopoateTestingHelpersTests.VerifiedMockTests.Panel named "before", cached, registered at \
                HopoateTestingHelpersTests/StrictIsolationTests.swift:\(line) takes it, and was made before: it holds the real \
                one. Register the mock first, or give each test a container of its own.
                """
            )
        }
    }

    @Test(.isolatedDependencies([.forked, .verifyingMocks]), .mock((any Pinging).self) { Pinger(label: "used") })
    func aMockThatWasResolvedIsNot() {
        #expect(Caller().label == "used")
    }

    @Test func aMockThatADetachedTaskMakesIsVerifiedToo() async {
        await withKnownIssue {
            await withIsolatedDependencies(.verifyingMocks) {
                let container = DependencyContainer.shared
                await Task.detached {
                    _ = MockContainer<any Pinging, Pinger>(Pinger(label: "unused"), container: container)
                }.value
            }
        } matching: { issue in
            isReport(issue, "The mock Pinger of Pinging was never resolved.")
        }
    }

    @Test func aTestThatThrowsNeedNotHaveUsedItsMocks() {
        #expect(throws: CancellationError.self) {
            try withIsolatedDependencies(.verifyingMocks) {
                _ = MockContainer<any Pinging, Pinger>(Pinger(label: "unused"))
                throw CancellationError()
            }
        }
    }

    @Test func mocksAreNotVerifiedUnlessAskedFor() {
        withIsolatedDependencies {
            _ = MockContainer<any Pinging, Pinger>(Pinger(label: "unused"))
        }
    }
}

private protocol Storing: Sendable {}
private struct RealStore: Storing {}
private final class RequestLog: Sendable {}

/// What is real, wherever it stands.
@Suite struct StrictRelationsTests {
    private func reports(_ body: () -> Void) -> Int {
        let issues = Issues()
        withKnownIssue(isIntermittent: true, body, matching: { issues.add($0) })
        return issues.count
    }

    @Test func whatAParentAnswersIsReported() {
        let app = DependencyContainer()
        app.register(RealStore(), for: (any Storing).self)
        let count = reports {
            DependencyContainer.withShared(DependencyContainer(parent: app)) {
                withIsolatedDependencies(.strict) { _ = resolve((any Storing).self) }
            }
        }
        #expect(count == 1)
    }

    @Test(arguments: [Lifetime.cached, .transient, .perContainer])
    func whatARequestAsksForIsReported(_ lifetime: Lifetime) {
        let app = DependencyContainer()
        app.register(RequestLog.self, lifetime: lifetime) { RequestLog() }
        let count = reports {
            DependencyContainer.withShared(app) {
                withIsolatedDependencies(.strict) { _ = DependencyContainer(parent: .shared).resolve(RequestLog.self) }
            }
        }
        #expect(count == 1)
    }

    @Test func whatTheTestRegistersForEachContainerIsItsOwn() {
        withIsolatedDependencies(.strict) {
            DependencyContainer.shared.register(RequestLog.self, lifetime: .perContainer) { RequestLog() }
            let request = DependencyContainer(parent: .shared)
            DependencyContainer.withShared(request) {
                withIsolatedDependencies(.forked) { _ = resolve(RequestLog.self) }
            }
        }
    }

    @Test func anotherAppsServicesAreReportedWithinAnIsolation() {
        let app = DependencyContainer()
        app.register(RealStore(), for: (any Storing).self)
        let count = reports {
            withIsolatedDependencies {
                DependencyContainer.withShared(app) {
                    withIsolatedDependencies(.strict) { _ = resolve((any Storing).self) }
                }
            }
        }
        #expect(count == 1)
    }

    @Test func whatIsFoundOutsideOfEveryTestIsAnIssue() async {
        let issues = Issues()
        await withKnownIssue(isIntermittent: true) {
            await #expect(processExitsWith: .success) {
                // The child process runs no test.
                let app = DependencyContainer()
                app.register(RealStore(), for: (any Storing).self)
                DependencyContainer.withShared(app) {
                    withIsolatedDependencies(.strict) { _ = resolve((any Storing).self) }
                }
            }
        } matching: { issue in
            isReport(issue, "Storing was resolved, but this test has not registered it.") && issues.add(issue)
        }
        #expect(issues.count == 1)
    }
}

/// Several run at once, and each has mocks of the others in its fork.
@Suite struct StrictMockOfASuiteTests {
    private let mock = MockContainer<any Pinging, Pinger>(Pinger(label: "mock"))

    @Test(arguments: 0..<8) func aMockOfTheTestsSuiteIsNotReal(_ number: Int) {
        withIsolatedDependencies(.strict) { #expect(Caller().label == "mock") }
        #expect(mock.mock.label == "mock")
    }

    @Test func aMockThatIsGoneIsNotRealInAForkThatHasIt() {
        DependencyContainer.withShared(DependencyContainer()) {
            var mock: MockContainer<any Pinging, Pinger>? = MockContainer(Pinger(label: "gone"))
            #expect(mock?.wasResolved == false)
            withIsolatedDependencies(.strict) {
                mock = nil
                #expect(Caller().label == "gone")
            }
        }
    }

    @Test func aMockIsNotRealWhileItIsBeingRegistered() {
        struct Own: Sendable {}
        let processWide = DependencyContainer.processWide
        let lookUps = Counter()
        // Holds the thread that registers, while another one resolves, which belongs to no test.
        let observation = processWide.observe { event in
            guard event.kind == .registered, event.registration.service == Own.self else { return }
            onThread { if processWide.optionalResolve(Own.self) != nil { lookUps.increment() } }
        }
        withIsolatedDependencies(.strict) {
            let mock = MockContainer<Own, Own>(Own(), container: processWide)
            withExtendedLifetime(mock) {}
        }
        observation.cancel()
        #expect(lookUps.count == 1)
    }
}
