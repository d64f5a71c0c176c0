import Hopoate
import Testing

@testable import HopoateTestingHelpers

/// A service of these tests alone, so parallel tests do not interfere.
private struct Leftover: Sendable {}

@Suite struct NoLeftoverRegistrationsTests {
    private let processWide = DependencyContainer.processWide

    @Test func `a leftover registration is reported at its line`() async throws {
        let line = #line + 4
        let trait = NoLeftoverRegistrationsTrait.noLeftoverRegistrations
        let reports = try await reports {
            try await trait.provideScope(for: Test.current!, testCase: nil) {
                processWide.register(Leftover(), for: Leftover.self)
            }
        }
        let text = """
            HopoateTestingHelpersTests.Leftover is still registered in the process-wide container after the test. Remove it by \
            its token, register it with a MockContainer, or isolate the test.
            """
        #expect(reports.map(\.text) == [text])
        #expect(reports.map(\.fileID) == [#fileID])
        #expect(reports.map(\.line) == [line])
    }

    /// In a process of its own, as mocks of other tests would count.
    @Test(.expects("Leftover named \"mock\" is still registered", "test. Release its MockContainer, or isolate"))
    func `a leftover MockContainer is not told to use a MockContainer`() async {
        await #expect(processExitsWith: .success) {
            var leftover: MockContainer<Leftover, Leftover>?
            reportingLeftoverRegistrations {
                leftover = MockContainer(Leftover(), for: Leftover.self, named: "mock")
            }
            withExtendedLifetime(leftover) {}
        }
    }

    @Test(.noLeftoverRegistrations) func `removed registrations and other containers are not reported`() {
        processWide.remove(processWide.register(Leftover(), for: Leftover.self))
        let mock = MockContainer(Leftover(), for: Leftover.self, container: processWide)
        withExtendedLifetime(mock) {}
        DependencyContainer().register(Leftover(), for: Leftover.self)
    }

    /// In a process of its own, as any other test with the trait would report it.
    @Test(
        .expects(
            "Leftover named \"escaped\" is still registered",
            "It was registered outside any test, while loading() ran."
        )
    )
    func `a registration by escaping work is reported too`() async {
        await #expect(processExitsWith: .success) {
            let watch = LeftoverWatch("loading()")
            DependencyContainer.shared.register(Leftover(), for: Leftover.self, named: "escaped")
            watch.end()
        }
    }

    /// The trait may come from the suite and from the test.
    @Test(
        .expects("Leftover named \"carried\" is still registered", "after the test. Remove it by its token"),
        .noLeftoverRegistrations,
        .noLeftoverRegistrations
    )
    func `a registration by carried work is reported once`() async {
        let work: @Sendable () async -> Void = carryingDependencies {
            await Task.yield()
            DependencyContainer.shared.register(Leftover(), for: Leftover.self, named: "carried")
        }
        await Task.detached(operation: work).value
    }

    @Test(.expects("the typed key \\.pinger (Pinging) is still registered"))
    func `a typed key is named as in code`() async {
        await #expect(processExitsWith: .success) {
            reportingLeftoverRegistrations { DependencyContainer.shared[\.pinger] = Pinger(label: "left over") }
        }
    }

    /// In a process of its own, as registrations of other tests would count.
    @Test(.expects("Leftover named \"function\" is still registered"))
    func `the function for XCTest reports too`() async {
        await #expect(processExitsWith: .success) {
            reportingLeftoverRegistrations {
                _ = DependencyContainer.shared.register(Leftover(), for: Leftover.self, named: "function")
            }
        }
    }
}
