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

struct Shelf<Element> {
    let stores = [Dependency<Store>()]
    lazy var element = Dependency<Element>()
}

final class Screen: Sendable { init(store: Store, session: Session) {} }

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
    private let container = DependencyContainer()

    /// The issues that an operation records.
    private func issues(during operation: @Sendable () async throws -> Void) async throws -> [Issue] {
        let issues = Protected<[Issue]>([])
        let taking = IssueHandlingTrait.compactMapIssues { issue in
            issues.withLock { $0.append(issue) }
            return nil
        }
        try await taking.provideScope(for: Test.current!, testCase: nil, performing: operation)
        return issues.withLock { $0 }
    }

    @Test(.isolatedDependencies) @MainActor func everythingIsWired() {
        AppDelegate().registerServices()
        DependencyContainer.shared.checkWiring(modules: ["MyApp"])
    }

    @Test func `excepted services may be missing`() {
        container.register(Feed.self) { Feed() }
        container.register(Clock.self) {
            _ = try DependencyContainer.shared.resolving(Beta.self, with: true)
            return Clock()
        }
        let problems = container.checkWiring(modules: ["MyApp"], except: [Store.self, Beta.self])
        #expect(problems.isEmpty)
    }

    @Test func `a captured container is an issue at the line that uses it`() async throws {
        let line = #line + 3
        container.register(Store(), for: Store.self)
        container.register(Feed.self) { [unowned container] in
            _ = container.resolve(Store.self)
            return Feed()
        }
        let issues = try await issues { container.checkWiring(modules: ["MyApp"], except: [Beta.self, Session.self]) }
        #expect(issues.map(\.sourceLocation?.line) == [line])
    }

    @Test func `each problem is an issue at its line`() async throws {
        let lines = (screen: #line + 1, text: #line + 2, feed: #line + 3, call: #line + 7)
        container.autoregister(Screen.self, initializer: Screen.init)
        container.register(String.self) { throw CancellationError() }
        container.register(Feed.self) { Feed() }
        container.register(Store(), for: Store.self)
        let problems = Protected<[DependencyProblem]>([])
        let issues = try await issues {
            let found = container.checkWiring(modules: ["MyApp"])
            problems.withLock { $0 = found }
        }
        #expect(issues.map(\.sourceLocation?.fileID) == Array(repeating: #fileID, count: 4))
        #expect(issues.map(\.sourceLocation?.line) == [lines.screen, lines.text, lines.feed, lines.call])
        let texts = issues.map { $0.comments.map(\.rawValue).joined() }
        #expect(
            texts.map { $0.prefix { !$0.isNewline } } == [
                "Nothing is registered for MyApp.Session.",
                "The creator of Swift.String threw an error: CancellationError()",
                "Nothing is registered for MyApp.Beta.",
                "MyApp.Feed.beta: Nothing is registered for MyApp.Beta, by any name.",
            ]
        )
        #expect(zip(texts, problems.withLock { $0 }).map { $0.hasSuffix($1.description) } == [true, true, true, true])
    }

    @Test(arguments: [true, false])
    func `a service that is cleaned up too early is an issue at its user`(runningCreators isCreating: Bool) async throws
    {
        let line = #line + 1
        container.autoregister(Screen.self, initializer: Screen.init)
        container.register(Session.self) { Session() }.onRemove { _ in }
        container.register(Store(), for: Store.self).onRemove { _ in }
        let issues = try await issues {
            let problems = container.checkWiring(modules: ["MyApp"], except: [Beta.self], runningCreators: isCreating)
            #expect(problems.map(\.kind) == [.cleanedUpTooEarly, .cleanedUpTooEarly])
            #expect(problems.map(\.path) == [["Screen", "Store"], ["Screen", "Session"]])
        }
        #expect(issues.map(\.sourceLocation?.line) == [line, line])
        let text = issues.first?.comments.first?.rawValue
        #expect(text?.hasPrefix("MyApp.Screen uses MyApp.Store, which is removed first.\n") == true)
    }

    @Test func `properties that cannot be checked are printed with the reason`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            DependencyContainer().checkWiring(modules: ["MyApp"], except: [Store.self, Beta.self])
        }
        let lines = String(decoding: try #require(result).standardOutputContent, as: UTF8.self).split(separator: "\n")
        #expect(
            lines.filter { $0.hasPrefix("checkWiring did not check ") } == [
                "checkWiring did not check MyApp.Shelf.element: its service may depend on a generic parameter.",
                "checkWiring did not check MyApp.Shelf.stores: its wrapper is inside another type.",
            ]
        )
    }

    @Test func `creators run only if allowed, and in a fork`() {
        container.register(Store(), for: Store.self)
        let created = Protected(0)
        container.register(Beta.self) {
            created.withLock { $0 += 1 }
            DependencyContainer.shared.register(Session(), for: Session.self)
            return Beta()
        }
        container.checkWiring(modules: ["MyApp"], runningCreators: false)
        #expect(created.withLock { $0 } == 0)
        container.checkWiring(modules: ["MyApp"])
        #expect(created.withLock { $0 } == 1)
        #expect(!container.canResolve(Session.self))
    }

    @Test func `a module that does not exist is reported at the call`() async throws {
        let line = #line + 1
        let issues = try await issues { container.checkWiring(modules: ["Nobodys"]) }
        #expect(issues.map(\.sourceLocation?.line) == [line])
        #expect(issues.first?.comments.first?.rawValue.hasPrefix("No type of the module Nobodys has") == true)
    }
}
