import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

struct Store {}
struct Session {}
struct Beta {}

struct Tag {}

struct Feed {
    @Dependency var store: Store
    @Dependency var tags: [Tag]
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

extension DependencyKeys {
    fileprivate var broken: DependencyKey<Clock> { .init { throw CancellationError() } }
    fileprivate var needy: DependencyKey<Int> { .init { [try resolving(Session.self)].count } }
    fileprivate var onMain: DependencyKey<Clock> { .init { @MainActor in Clock() } }
    fileprivate var required: DependencyKey<Clock> { .required() }
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

    // MARK: - Defaults

    @Test func `the default of a key is checked as a registration`() async throws {
        let lines = (broken: #line - 92, needy: #line - 91)
        let issues = try await issues {
            let keys: [PartialKeyPath<DependencyKeys>] = [\.broken, \.needy, \.onMain, \.required]
            let problems = container.checkWiring(modules: ["MyApp"], keys: keys, except: [Store.self, Beta.self])
            #expect(problems.map(\.kind) == [.creatorFailed("CancellationError()"), .missing])
            let notCreated = container.checkWiring(
                modules: ["MyApp"],
                keys: keys,
                except: [Store.self, Beta.self],
                runningCreators: false
            )
            #expect(notCreated.isEmpty)
        }
        #expect(issues.map(\.sourceLocation?.line) == [lines.broken, lines.needy])
        #expect(container.registrations.isEmpty)
    }

    // MARK: - What is accepted

    @Test func `a problem that is accepted is no issue`() async throws {
        container.autoregister(Screen.self, initializer: Screen.init)
        container.register(Session.self) { Session() }.onRemove { _ in }
        container.register(Store(), for: Store.self).onRemove { _ in }
        let issues = try await issues {
            let problems = container.checkWiring(modules: ["MyApp"], except: [Beta.self]) { problem in
                problem.kind == .cleanedUpTooEarly && problem.path == ["Screen", "Store"]
            }
            #expect(problems.map(\.path) == [["Screen", "Session"]])
        }
        #expect(issues.count == 1)
        let others = container.checkWiring(
            modules: ["MyApp"],
            accepting: { problem in
                switch problem.kind {
                case .cleanedUpTooEarly, .missingForProperty: true
                default: false
                }
            }
        )
        #expect(others.isEmpty)
    }

    // MARK: - What is printed

    /// The lines that the body prints in a process of its own.
    private func lines(_ result: ExitTest.Result?) throws -> [Substring] {
        String(decoding: try #require(result).standardOutputContent, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("checkWiring ") || $0.hasPrefix("and ") }
    }

    @Test func `properties that cannot be checked are printed with the reason`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            DependencyContainer().checkWiring(modules: ["MyApp"], except: [Store.self, Beta.self])
        }
        #expect(
            try lines(result) == [
                "checkWiring did not check MyApp.Shelf.element: its service may depend on a generic parameter.",
                "checkWiring did not check MyApp.Shelf.stores: its wrapper is inside another type.",
                "checkWiring notes: MyApp.Feed.tags is an empty list, as nothing is contributed.",
            ]
        )
    }

    /// An asynchronous service that was awaited, and one that another creator creates from an argument, are checked.
    @Test func `creators that were not run are printed with the reason`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let container = DependencyContainer()
            for file in ["MyApp/File.swift" as StaticString] {
                container.register(Int.self, taking: Bool.self, fileID: file, line: 1) { _ in 1 }
                container.register(Clock.self, fileID: file, line: 2) { @MainActor in Clock() }
                container.register(Session.self, fileID: file, line: 3, asyncCreator: { Session() })
                container.register(String.self, taking: Bool.self, fileID: file, line: 4) { _ in "" }
                container.register(Double.self, fileID: file, line: 5, asyncCreator: { 1 })
                container.register(Float.self, fileID: file, line: 6) {
                    _ = DependencyContainer.shared.resolve(String.self, with: true)
                    return 1
                }
                container.register(Clock.self, named: "covered", fileID: file, line: 7) { @MainActor in Clock() }
                container.register(Clock(), for: Clock.self, named: "covered", fileID: file, line: 8)
            }
            _ = try await container.asyncResolve(Double.self)
            container.checkWiring(modules: ["Nobodys"], accepting: { _ in true })
        }
        let ofFile = "registered at MyApp/File.swift"
        let (start, notRun) = ("checkWiring notes:", "creator not run")
        #expect(
            try lines(result) == [
                "\(start) Swift.Int taking Swift.Bool, transient, \(ofFile):1: \(notRun): it takes an argument.",
                "\(start) MyApp.Clock, cached, main actor, \(ofFile):2: \(notRun): it runs on the main actor only.",
                "\(start) MyApp.Session, cached, \(ofFile):3: \(notRun): it is asynchronous, and was not awaited before.",
                "checkWiring accepted: No type of the module Nobodys has a property that resolves a service.",
            ]
        )
    }

    @Test func `a service without an actor that needs one of an actor is noted`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            await MainActor.run {
                let container = DependencyContainer()
                let file: StaticString = "MyApp/File.swift"
                container.register(Clock.self, fileID: file, line: 1) { @MainActor in Clock() }
                container.autoregister(Int.self, fileID: file, line: 2) { (_: Clock) in 1 }
                container.register(Float.self, fileID: file, line: 3) { Float(resolve(Int.self)) }
                container.register(Double.self, fileID: file, line: 4) { @MainActor in
                    [resolve(Clock.self)].count > 0 ? 1 : 0
                }
                container.autoregister(String.self, fileID: file, line: 5) { (_: Lazy<Clock>, _: Provider<Clock>) in ""
                }
                container.register(Bool.self, fileID: file, line: 6) { [resolve(Clock.self)].isEmpty }
                let found = container.checkWiring(modules: ["MyApp"], except: [Store.self, Beta.self])
                precondition(found.isEmpty)
            }
        }
        let clock = "MyApp.Clock, cached, main actor, registered at MyApp/File.swift:1"
        let cause = "Off the main actor, it fails unless MyApp.Clock was created before."
        #expect(
            try lines(result).filter { $0.contains("notes") } == [
                "checkWiring notes: Swift.Int, cached, registered at MyApp/File.swift:2, runs on any thread, and needs \(clock). \(cause)",
                "checkWiring notes: Swift.Bool, cached, registered at MyApp/File.swift:6, runs on any thread, and needs \(clock). \(cause)",
                "checkWiring notes: MyApp.Feed.tags is an empty list, as nothing is contributed.",
            ]
        )
    }

    @Test func `at most fifty lines and fifty issues of a kind are printed`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let container = DependencyContainer()
            for index in 0..<400 { container.register(Int.self, taking: Bool.self, named: "\(index)") { _ in 1 } }
            container.checkWiring(modules: ["MyApp"], except: [Store.self, Beta.self])
        }
        let lines = try lines(result).filter { !$0.contains("Shelf") && !$0.contains("empty list") }
        #expect(lines.count == 51)
        #expect(lines[49] == "and 350 more")
        for index in 0..<400 {
            container.autoregister(Int.self, named: "\(index)") { (_: Named<Bool, Absent>) in 1 }
            container.register(Int.self, named: "failing \(index)") { throw CancellationError() }
        }
        let issues = try await issues {
            let problems = container.checkWiring(modules: ["MyApp"], except: [Store.self, Beta.self])
            #expect(problems.count == 401)
        }
        #expect(issues.count == 52)
        #expect(issues.last?.comments.map(\.rawValue) == ["and 350 more of the kind creatorFailed"])
        let missing = issues.map { $0.comments.map(\.rawValue).joined() }.first { $0.contains("needed by") }
        #expect(missing?.split(separator: "\n").count { $0.contains("needed by") } == 50)
        #expect(missing?.contains("    and 350 more\n") == true)
    }

    private enum Absent: DependencyName { static let name = "absent" }

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
