import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

struct Store {}
struct Session {}
struct Beta {}

struct Feed {
    @Dependency var store: Store
    @Dependency var beta: Beta
}

final class Screen: Sendable {
    init(store: Store, session: Session) {}
}

final class Clock: Sendable {}

@MainActor struct AppDelegate {
    func registerServices() {
        let container = DependencyContainer.shared
        container.register(Store(), for: Store.self)
        container.register(Session.self) { Session() }
        container.register(Clock.self) { @MainActor in Clock() }
        container.register(Beta(), for: Beta.self)
        container.register(Feed.self, lifetime: .transient) { Feed() }
        container.autoregister(Screen.self, initializer: Screen.init)
    }
}

/// `checkWiring` in a module that has no properties but those above.
@Suite struct CheckWiringTests {
    private struct Report {
        let text: String
        let fileID: String?
        let line: Int?
    }

    private let container = DependencyContainer()
    private let fileID = "MyApp/CheckWiringTests.swift"

    private func reports(_ check: () -> Void) -> [Report] {
        nonisolated(unsafe) var reports: [Report] = []
        withKnownIssue {
            check()
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            let location = issue.sourceLocation
            reports.append(Report(text: text, fileID: location?.fileID, line: location?.line))
            return true
        }
        return reports
    }

    @Test(.isolatedDependencies) @MainActor func everythingIsWired() {
        AppDelegate().registerServices()
        DependencyContainer.shared.checkWiring(modules: ["MyApp"])
    }

    @Test func servicesMayBeMissing() {
        container.register(Store(), for: Store.self)
        container.register(Feed.self) { Feed() }
        let problems = container.checkWiring(modules: ["MyApp"], except: [Beta.self])
        #expect(problems.isEmpty)
    }

    @Test func eachProblemIsAnIssueWhereItIs() {
        let lines = (screen: #line + 1, text: #line + 2, feed: #line + 3, call: #line + 7)
        container.autoregister(Screen.self, initializer: Screen.init)
        container.register(String.self) { throw CancellationError() }
        container.register(Feed.self) { Feed() }
        container.register(Store(), for: Store.self)
        var problems: [DependencyProblem] = []
        let reports = reports {
            problems = container.checkWiring(modules: ["MyApp"])
        }
        #expect(reports.allSatisfy { $0.fileID == fileID })
        #expect(reports.map(\.line) == [lines.screen, lines.text, lines.feed, lines.call])
        let headlines = reports.map { $0.text.prefix { !$0.isNewline } }
        #expect(
            headlines == [
                "Nothing is registered for MyApp.Session.",
                "The creator of Swift.String threw an error: CancellationError()",
                "Nothing is registered for MyApp.Beta.",
                "MyApp.Feed.beta: Nothing is registered for MyApp.Beta, by any name.",
            ]
        )
        #expect(problems.count == 4)
        #expect(zip(reports, problems).allSatisfy { $0.text.hasSuffix($1.description) })
    }

    @Test func creatorsNeedNotRun() {
        let problem = DependencyProblem.Kind.creatorFailed("CancellationError()")
        container.register(Store(), for: Store.self)
        container.register(Beta.self) { throw CancellationError() }
        let problems = container.checkWiring(modules: ["MyApp"], byCreating: false)
        #expect(problems.isEmpty)
        let reports = reports { #expect(container.checkWiring(modules: ["MyApp"]).map(\.kind) == [problem]) }
        #expect(reports.count == 1)
    }

    @Test func theContainerStaysAsItIs() {
        container.register(Beta.self) {
            DependencyContainer.shared.register(Session(), for: Session.self)
            return Beta()
        }
        container.register(Store(), for: Store.self)
        let before = container.registrations.map(\.number)
        container.checkWiring(modules: ["MyApp"])
        #expect(container.registrations.map(\.number) == before)
        #expect(!container.canResolve(Session.self))
    }

    @Test func aModuleThatIsNotThereIsReportedAtTheCall() {
        let line = #line + 1
        let reports = reports { container.checkWiring(modules: ["Nobodys"]) }
        #expect(reports.map(\.line) == [line])
        #expect(reports[0].text.hasPrefix("No type of a module Nobodys has a property that looks a service up."))
    }
}
