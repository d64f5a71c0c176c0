import Hopoate
import HopoateTestingHelpers
import Testing

/// What the app has registered, for tests that begin with a fork of it.
private struct AppService: Sendable {
    static let line = UInt(#line + 2)
    static let token: AnyServiceRegistration = {
        DependencyContainer.processWide.register(AppService(), for: AppService.self)
    }()
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

    @Suite(.isolatedDependencies(.strict)) struct AsATrait {
        init() { _ = AppService.token }

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
