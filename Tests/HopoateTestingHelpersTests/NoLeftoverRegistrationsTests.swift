import Hopoate
import HopoateTestingHelpers
import Testing

/// A service that nobody else registers, so that parallel tests are not concerned.
private struct Leftover: Sendable {}

/// One after the other, so that an escaped registration is that of the one test of this file which runs.
@Suite(.serialized) struct NoLeftoverRegistrationsTests {
    private let processWide = DependencyContainer.processWide

    @Test func aForgottenTokenIsReportedAtTheLineThatRegistered() async throws {
        let line = #line + 4
        let trait = NoLeftoverRegistrationsTrait.noLeftoverRegistrations
        let reports = try await reports {
            try await trait.provideScope(for: Test.current!, testCase: nil) {
                processWide.register(Leftover(), for: Leftover.self)
            }
        }
        let text = """
            HopoateTestingHelpersTests.Leftover is still registered in the process-wide container after the test. Remove its \
            token, register it with a MockContainer, or isolate the test.
            """
        #expect(reports.map(\.text) == [text])
        #expect(reports.map(\.fileID) == [#fileID])
        #expect(reports.map(\.line) == [line])
    }

    @Test(.noLeftoverRegistrations) func whatIsRemovedOrElsewhereIsNotReported() {
        processWide.remove(processWide.register(Leftover(), for: Leftover.self))
        let mock = MockContainer(Leftover(), for: Leftover.self, container: processWide)
        withExtendedLifetime(mock) {}
        DependencyContainer().register(Leftover(), for: Leftover.self)
    }

    @Test(
        .expects(
            "Leftover named \"escaped\" is still registered",
            "It was registered outside of every test, while workThatEscapesIsReportedToo() ran."
        ),
        .noLeftoverRegistrations
    )
    func workThatEscapesIsReportedToo() async {
        let escape: @Sendable () async -> Void = {
            DependencyContainer.shared.register(Leftover(), for: Leftover.self, named: "escaped")
        }
        await Task.detached(operation: escape).value
    }

    /// The trait may come from the suite and from the test.
    @Test(
        .expects("Leftover named \"carried\" is still registered", "after the test. Remove its token"),
        .noLeftoverRegistrations,
        .noLeftoverRegistrations
    )
    func workThatCarriesTheTestAlongIsReportedOnce() async {
        let work: @Sendable () async -> Void = carryingDependencies {
            await Task.yield()
            DependencyContainer.shared.register(Leftover(), for: Leftover.self, named: "carried")
        }
        await Task.detached(operation: work).value
    }

    /// In a process of its own, as whatever is registered meanwhile counts.
    @Test(.expects("Leftover named \"function\" is still registered")) func theFunctionReportsForXCTest() async {
        await #expect(processExitsWith: .success) {
            reportingLeftoverRegistrations {
                _ = DependencyContainer.shared.register(Leftover(), for: Leftover.self, named: "function")
            }
        }
    }
}
