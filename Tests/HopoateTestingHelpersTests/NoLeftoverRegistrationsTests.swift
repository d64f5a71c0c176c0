import Hopoate
import HopoateTestingHelpers
import Testing

/// Services that nobody else registers, so that parallel tests are not concerned.
private struct Forgotten {}
private struct Kept {}

/// Not within `#expect`, which has lines of its own.
private enum Forgetting {
    static let line = #line + 4

    static func run() {
        reportingLeftoverRegistrations {
            _ = DependencyContainer.shared.register(Forgotten(), for: Forgotten.self, named: "function")
        }
    }
}

/// One after the other, so that an escaped registration is that of the one test of this file which runs.
@Suite(.serialized) struct NoLeftoverRegistrationsTests {
    private let processWide = DependencyContainer.processWide

    @Test func aForgottenTokenIsReportedAtTheLineThatRegistered() async throws {
        let line = #line + 3
        try await withKnownIssue {
            try await scope {
                processWide.register(Forgotten(), for: Forgotten.self)
            }
        } matching: { issue in
            isReport(issue, "Forgotten is still registered in the process-wide container", line: line)
        }
    }

    @Test func aRemovedTokenIsNot() async throws {
        try await scope {
            processWide.remove(processWide.register(Kept(), for: Kept.self))
            let mock = MockContainer<Kept, Kept>(Kept(), container: processWide)
            withExtendedLifetime(mock) {}
            DependencyContainer().register(Kept(), for: Kept.self)
        }
    }

    @Test func workThatEscapesIsReportedToo() async throws {
        let line = #line + 4
        try await withKnownIssue {
            try await scope {
                let escape: @Sendable () async -> Void = {
                    DependencyContainer.shared.register(Forgotten(), for: Forgotten.self, named: "escaped")
                }
                await Task.detached(operation: escape).value
            }
        } matching: { issue in
            isReport(issue, "Forgotten named \"escaped\" is still registered", line: line)
                && isReport(issue, "It was registered outside of every test, while")
        }
    }

    @Test func workThatCarriesTheTestAlongIsTheTests() async throws {
        try await withKnownIssue {
            try await scope {
                let work: @Sendable () async -> Void = carryingDependencies {
                    await Task.yield()
                    DependencyContainer.shared.register(Forgotten(), for: Forgotten.self, named: "carried")
                }
                await Task.detached(operation: work).value
            }
        } matching: { issue in
            isReport(issue, "Forgotten named \"carried\" is still registered")
                && !isReport(issue, "outside of every test")
        }
    }

    /// The trait may come from the suite and from the test.
    @Test func aLeftoverIsReportedOnce() async throws {
        let issues = Issues()
        try await withKnownIssue {
            try await scope {
                try await scope {
                    processWide.register(Forgotten(), for: Forgotten.self, named: "once")
                }
            }
        } matching: { issue in
            isReport(issue, "Forgotten named \"once\"") && issues.add(issue)
        }
        #expect(issues.count == 1)
    }

    @Test func whatOtherTestsRegisterIsNotReportedHere() async throws {
        try await scope {
            let token = processWide.register(Kept(), for: Kept.self, named: "own")
            processWide.remove(token)
        }
    }

    /// In a process of its own, as whatever is registered meanwhile counts.
    @Test func theFunctionReportsForXCTest() async {
        await withKnownIssue {
            await #expect(processExitsWith: .success) { Forgetting.run() }
        } matching: { issue in
            isReport(issue, "Forgotten named \"function\" is still registered", line: Forgetting.line)
        }
    }

    /// Runs something as the trait runs a test, so that a known issue can stand around it.
    private func scope(_ function: @Sendable () async throws -> Void) async throws {
        let trait = NoLeftoverRegistrationsTrait.noLeftoverRegistrations
        try await trait.provideScope(for: Test.current!, testCase: nil, performing: function)
    }
}
