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

    @Test(.isolatedDependencies) @MainActor func everythingIsWired() async {
        AppDelegate().registerServices()
        await DependencyContainer.shared.checkWiring(modules: ["MyApp"])
    }

    @Test func `excepted services may be missing`() async {
        container.register(Feed.self) { Feed() }
        container.register(Clock.self) {
            _ = try DependencyContainer.shared.resolving(Beta.self, with: true)
            return Clock()
        }
        let problems = await container.checkWiring(modules: ["MyApp"], except: [Store.self, Beta.self])
        #expect(problems.isEmpty)
    }

    @Test func `each problem is an issue at its line, once for all its users`() async throws {
        let lines = (screen: #line + 1, text: #line + 2)
        container.autoregister(Screen.self, initializer: Screen.init)
        container.register(String.self) { throw CancellationError() }
        container.register(Feed.self) { Feed() }
        container.register(Store(), for: Store.self)
        let problems = Protected<[DependencyProblem]>([])
        let call = #line + 2
        let issues = try await issues {
            let found = await container.checkWiring(modules: ["MyApp", "Nobodys"])
            problems.withLock { $0 = found }
        }
        #expect(issues.allSatisfy { $0.sourceLocation?.fileID == #fileID })
        #expect(issues.map(\.sourceLocation?.line) == [lines.screen, lines.text, lines.text + 1, call])
        let texts = issues.map { $0.comments.map(\.rawValue).joined() }
        #expect(
            texts.map { $0.prefix { !$0.isNewline } } == [
                "Nothing is registered for MyApp.Session.",
                "The creator of Swift.String threw an error: CancellationError()",
                "Nothing is registered for MyApp.Beta.",
                "No type of the module Nobodys has a property that resolves a service.",
            ]
        )
        #expect(texts == problems.withLock { $0.map(\.description) })
        // Of the object that a creator makes, and of its type.
        #expect(problems.withLock { $0[2].properties } == ["MyApp.Feed.beta"])
        #expect(problems.withLock { $0[2].nodes.map(\.service) } == ["MyApp.Feed"])
    }

    @Test(arguments: [true, false])
    func `a service that is cleaned up too early is an issue at its line`(runningCreators isCreating: Bool) async throws
    {
        let line = #line + 2
        container.autoregister(Screen.self, initializer: Screen.init)
        container.register(Session.self) { Session() }.onRemove { _ in }
        container.register(Store(), for: Store.self).onRemove { _ in }
        let issues = try await issues {
            let problems = await container.checkWiring(
                modules: ["MyApp"],
                except: [Beta.self],
                runningCreators: isCreating
            )
            #expect(problems.map(\.kind) == [.cleanedUpTooEarly, .cleanedUpTooEarly])
            #expect(problems.map(\.path) == [["Screen", "Session"], ["Screen", "Store"]])
        }
        #expect(issues.map(\.sourceLocation?.line) == [line, line + 1])
    }

    @Test func `a problem outside of the test's task is recorded once`() async throws {
        let issues = try await issues {
            await #expect(processExitsWith: .success) {
                let container = DependencyContainer()
                container.autoregister(Int.self) { (_: Clock) in 1 }
                await Task.detached {
                    _ = await container.checkWiring(modules: ["MyApp"], except: [Store.self, Beta.self])
                }.value
            }
        }
        #expect(issues.count == 1, "\(issues)")
    }

    // MARK: - Typed keys

    @Test func `each typed key is checked by itself`() async throws {
        let issues = try await issues {
            let keys: [PartialKeyPath<DependencyKeys>] = [\.broken, \.needy, \.onMain, \.required]
            let problems = await container.checkWiring(modules: ["MyApp"], keys: keys, except: [Store.self, Beta.self])
            #expect(problems.map(\.kind) == [.creatorFailed("CancellationError()"), .missing, .missing])
            #expect(problems.map(\.service) == ["MyApp.Clock", "MyApp.Session", "MyApp.Clock"])
            #expect(problems.last?.name?.hasPrefix("typed key required of ") == true)
            let notCreated = await container.checkWiring(
                modules: ["MyApp"],
                keys: keys,
                except: [Store.self, Beta.self],
                runningCreators: false
            )
            #expect(notCreated.map(\.kind) == [.missing])
        }
        #expect(issues.count == 4)
        #expect(container.registrations.isEmpty)
        container.register(Clock(), for: \.required)
        #expect(
            await container.checkWiring(modules: ["MyApp"], keys: [\.required], except: [Store.self, Beta.self]).isEmpty
        )
    }

    // MARK: - What is accepted

    @Test func `a problem is accepted for each of its users`() async throws {
        container.autoregister(Screen.self, initializer: Screen.init)
        container.autoregister(Int.self) { (_: Session, _: Clock) in 1 }
        container.autoregister(Double.self) { (_: Clock) in 1 }
        container.register(Session.self) { Session() }.onRemove { _ in }
        container.register(Store(), for: Store.self)
        let issues = try await issues {
            let problems = await container.checkWiring(modules: ["MyApp"], except: [Beta.self]) { problem in
                [["Screen", "Session"], ["Int", "Clock"], ["Double", "Clock"]].contains(problem.path)
            }
            #expect(problems.map(\.path) == [["Int", "Session"]])
            #expect(problems.map(\.nodes.count) == [2])
            #expect(problems.first?.description.hasPrefix("MyApp.Session is removed before Swift.Int, which") == true)
        }
        #expect(issues.count == 1)
        #expect(await container.checkWiring(modules: ["MyApp"], accepting: { _ in true }).isEmpty)
    }

    // MARK: - What is printed

    /// The lines that the body prints in a process of its own.
    private func lines(_ result: ExitTest.Result?) throws -> [Substring] {
        String(decoding: try #require(result).standardOutputContent, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("checkWiring ") || $0.hasPrefix("and ") }
    }

    @Test func `unchecked properties, notes, what was left out, and what matches nothing are printed`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let container = DependencyContainer()
            let file: StaticString = "MyApp/File.swift"
            container.register(Int.self, taking: Bool.self, fileID: file, line: 1) { _ in 1 }
            container.register(Store.self, fileID: file, line: 2) { @MainActor in Store() }
            container.register(Beta.self, fileID: file, line: 3, asyncCreator: { Beta() })
            container.register(Clock(), for: Clock.self, fileID: file, line: 4)
            container.register(Clock.self, fileID: file, line: 5) { fatalError("It is excepted.") }
            await container.checkWiring(
                modules: ["MyApp"],
                keys: [\.onMain, \.self],
                except: [Clock.self, Session.self, Float.self],
                accepting: { _ in true }
            )
        }
        let (start, place) = ("checkWiring notes: MyApp.", "registered at MyApp/File.swift")
        var lines = try lines(result)
        #expect(
            lines.prefix(2) == [
                "checkWiring did not check MyApp.Shelf.element: its service may depend on a generic parameter.",
                "checkWiring did not check MyApp.Shelf.stores: its wrapper is inside another type.",
            ]
        )
        lines.removeFirst(2)
        let leftOut = lines.filter { $0.contains(" left out ") }
        #expect(leftOut.first == "checkWiring left out the module HopoateDiagnosticsTests, which has properties.")
        let others = lines.filter { !$0.contains(" left out ") }
        #expect(
            others == [
                "checkWiring notes: Swift.Int taking Swift.Bool, transient, \(place):1 was not created: it takes an argument.",
                "\(start)Store, cached, main actor, \(place):2 is created on the main actor only: elsewhere only an instance that is kept can be used by MyApp.Feed.store.",
                "\(start)Beta, cached, \(place):3 is asynchronous: await it at launch, before it is used by MyApp.Feed.beta.",
                "\(start)Clock, instance, \(place):4 was not created: a newer registration is above it.",
                "\(start)Clock, cached, \(place):5 was not created: it is passed as `except:`.",
                others[5],
                "checkWiring found nothing for the typed key \\.onMain (Clock).",
                "checkWiring found nothing for MyApp.Session of `except:`.",
                "checkWiring found nothing for Swift.Float of `except:`.",
                "checkWiring found nothing for an entry of `keys:` that is no typed key.",
                "checkWiring found nothing for `accepting:`.",
            ]
        )
    }

    @Test func `at most fifty lines and fifty issues of a kind are printed`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let container = DependencyContainer()
            for index in 0..<400 { container.register(Int.self, taking: Bool.self, named: "\(index)") { _ in 1 } }
            await container.checkWiring(modules: ["MyApp"], except: [Store.self, Beta.self])
        }
        let lines = try lines(result).filter {
            !$0.contains("Shelf") && !$0.contains("left out")
        }
        #expect(lines.count == 51)
        #expect(lines[49] == "and 350 more")
        for index in 0..<400 {
            container.autoregister(Int.self, named: "\(index)") { (_: Named<Bool, Absent>) in 1 }
            container.register(Int.self, named: "failing \(index)") { throw CancellationError() }
        }
        let issues = try await issues {
            let problems = await container.checkWiring(modules: ["MyApp"], except: [Store.self, Beta.self])
            #expect(problems.count == 401)
        }
        #expect(issues.count == 52)
        #expect(issues.last?.comments.map(\.rawValue) == ["and 350 more of the kind creatorFailed"])
        let missing = issues.map { $0.comments.map(\.rawValue).joined() }.first { $0.contains("needed by") }
        #expect(missing?.split(separator: "\n").count { $0.contains("needed by") } == 50)
        #expect(missing?.contains("    and 350 more\n") == true)
    }

    private enum Absent: DependencyName { static let name = "absent" }

    @Test func `creators run only if allowed, and in a fork`() async {
        container.register(Store(), for: Store.self)
        let created = Protected(0)
        container.register(Beta.self) {
            created.withLock { $0 += 1 }
            DependencyContainer.shared.register(Session(), for: Session.self)
            return Beta()
        }
        await container.checkWiring(modules: ["MyApp"], runningCreators: false)
        #expect(created.withLock { $0 } == 0)
        await container.checkWiring(modules: ["MyApp"])
        #expect(created.withLock { $0 } == 1)
        #expect(!container.canResolve(Session.self))
    }
}
