import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

@testable import HopoateTestingHelpers

/// The services of the article's app.
extension ErrorsExplained {
    protocol ArticleStore {}
    struct DiskStore: ArticleStore {}
    struct FeedLoader {}
    struct FeedViewModel {}
    struct OutOfPaper: Error {}

    final class Archive {
        let store: any ArticleStore
        init(store: any ArticleStore) { self.store = store }
    }

    final class Reader {
        let archive: Archive
        init(archive: Archive) { self.archive = archive }
    }

    final class Press {
        init(paper: Paper) {}
    }

    final class Paper {
        init(press: Press) {}
    }

    struct Storage: DependencyModule, Equatable {
        var folder = "a"
        func register(in container: DependencyContainer) { container.register(DiskStore(), for: DiskStore.self) }
    }

    struct OtherStorage: DependencyModule {
        func register(in container: DependencyContainer) { container.register(DiskStore(), for: DiskStore.self) }
    }

    struct Early: DependencyModule {
        let text: Text
        func register(in container: DependencyContainer) {
            do { _ = try container.resolving(FeedLoader.self) } catch { text.value = "\(error)" }
        }
    }

    final class Text: @unchecked Sendable { var value = "" }

    /// Looks a service up; the container makes and keeps it.
    final class Kept {
        @Dependency var store: any ArticleStore
        var container: DependencyContainer { _store.container }
    }

    static func keptBeyondItsContainer() -> Kept {
        let container = DependencyContainer()
        container.register(Kept.self) { Kept() }
        return container.resolve(Kept.self)
    }
}

/// The messages.
extension ErrorsExplained {
    /// The real message that a heading is about.
    static func message(under heading: Heading) async throws -> String {
        switch heading {
        case .missing, .cycle, .creatorFailed, .nothingToDecorate, .belongsToActor, .needsAwait, .notAnObject:
            let error = try #require(dependencyError(heading))
            #expect(Heading(error.reason) == heading)
            return error.description
        case .captive, .duplicate, .valueHeldWeakly, .missingForProperty, .unknownModule:
            return try #require(problems().first { Heading($0.kind) == heading }).description
        case .unreadable: return try #require(unreadable()).description
        case .unused, .strict, .elsewhere, .stray, .leftover: return try #require(try await issue(heading))
        case .copies: return try #require(CopiesOfHopoate.problem(ofCopiesIn: ["/App", "/Tests"]))
        default: return try await trap(heading)
        }
    }

    private static func dependencyError(_ heading: Heading) -> DependencyError? {
        let container = DependencyContainer()
        do {
            switch heading {
            case .cycle:
                container.register(FeedLoader.self) { try resolving(FeedLoader.self) }
            case .creatorFailed: container.register(FeedLoader.self) { throw OutOfPaper() }
            case .nothingToDecorate: container.decorate(FeedLoader.self) { $0 }
            case .belongsToActor: container.register(FeedLoader.self) { @MainActor in FeedLoader() }
            case .needsAwait: container.register(FeedLoader.self, asyncCreator: { FeedLoader() })
            case .notAnObject:
                container.register((any ArticleStore).self, lifetime: .weak) { DiskStore() }
                _ = try container.resolving((any ArticleStore).self)
            default: break
            }
            _ = try container.resolving(FeedLoader.self)
            return nil
        } catch {
            return error as? DependencyError
        }
    }

    /// One problem of each kind, all found by the validations.
    static func problems() -> [DependencyProblem] {
        let container = DependencyContainer()
        container.autoregister(Reader.self, initializer: Reader.init)
        container.autoregister(Archive.self, lifetime: .expiring(afterSeconds: 60), initializer: Archive.init)
        container.autoregister(Press.self, initializer: Press.init)
        container.autoregister(Paper.self, initializer: Paper.init)
        container.decorate(FeedViewModel.self) { $0 }
        container.install(Storage())
        container.install(OtherStorage())
        container.register((any ArticleStore).self, named: "weak", lifetime: .weak) { DiskStore() }
        container.register(FeedLoader.self) { throw OutOfPaper() }
        let modules = ["HopoateTestingHelpersTests", "NoSuchModule"]
        let wiring = #expect(throws: DependencyValidationError.self) { try container.validate(byCreating: true) }
        let properties = #expect(throws: DependencyValidationError.self) {
            try DependencyContainer().validateProperties(modules: modules)
        }
        return [wiring, properties].flatMap { $0?.problems ?? [] }
    }

    private static func unreadable() -> DependencyProblem? {
        do {
            _ = try DependencyContainer().validate(PropertySearch([]))
            return nil
        } catch {
            return error.problems.first
        }
    }

    /// What the helpers report as an issue of a test.
    private static func issue(_ heading: Heading) async throws -> String? {
        let container = DependencyContainer.shared
        let token = container.register(FeedLoader(), for: FeedLoader.self)
        defer { container.remove(token) }
        let outside = Dependency<FeedLoader>()
        let reports = try await reports {
            switch heading {
            case .unused:
                withIsolatedDependencies(.verifyingMocks) { _ = MockContainer<FeedLoader, FeedLoader>(FeedLoader()) }
            case .strict: withIsolatedDependencies(.strict) { _ = resolve(FeedLoader.self) }
            case .elsewhere: withIsolatedDependencies(.strict) { _ = outside() }
            case .stray:
                withIsolatedDependencies(.strict) {
                    onThread {
                        _ = resolve(FeedLoader.self, fileID: "HopoateTestingHelpersTests/ErrorsExplainedTests.swift")
                    }
                }
            default:
                var leftover: AnyServiceRegistration?
                reportingLeftoverRegistrations {
                    leftover = container.register(FeedViewModel(), for: FeedViewModel.self)
                }
                leftover.map(container.remove)
            }
        }
        return reports.map(\.text).first { isMatch(heading.rawValue, $0.prefix { $0 != "\n" }) }
    }
}

/// The messages of traps.
extension ErrorsExplained {
    private static func trap(_ heading: Heading) async throws -> String {
        let text = try trapMessage(
            heading == .containerIsGone || heading == .wrongMock || heading == .noTrait || heading == .clock
                ? await trapOfUse(heading) : await trapOfRegistering(heading)
        )
        let message = try #require(text.range(of: "Fatal error: "))
        return String(text[message.upperBound...])
    }

    private static func trapOfRegistering(_ heading: Heading) async -> ExitTest.Result? {
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [heading = heading.rawValue as String] in
            let container = DependencyContainer()
            switch Heading(rawValue: heading) {
            case .weakValue: container.register(DiskStore.self, lifetime: .weak) { DiskStore() }
            case .expiry:
                container.register(DiskStore.self, lifetime: .expiring(afterSeconds: -1)) { DiskStore() }
            case .cleanUp:
                container.register(DiskStore.self, lifetime: .transient) { DiskStore() }.onRemove { _ in }
            case .asyncGraph:
                container.register(DiskStore.self, lifetime: .graph, asyncCreator: { DiskStore() })
            case .otherValues:
                container.install(Storage(folder: "a"))
                container.install(Storage(folder: "b"))
            default: break
            }
        }
    }

    private static func trapOfUse(_ heading: Heading) async -> ExitTest.Result? {
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [heading = heading.rawValue as String] in
            switch Heading(rawValue: heading) {
            case .containerIsGone: _ = ErrorsExplained.keptBeyondItsContainer().container
            case .wrongMock: _ = MockContainer<any ArticleStore, FeedLoader>(DiskStore())
            case .noTrait: _ = mock(of: (any ArticleStore).self, as: DiskStore.self)
            case .clock: ManualClock().advance(bySeconds: -1)
            default: break
            }
        }
    }
}

/// The notes on missing services.
extension ErrorsExplained {
    /// The real message with a note.
    static func description(with note: Note) async throws -> String {
        let container = DependencyContainer()
        let text = Text()
        switch note {
        case .empty: break
        case .early:
            container.install(Early(text: text))
            return text.value
        case .order:
            container.register(service: Int.self) {
                do {
                    _ = try resolving(FeedLoader.self)
                } catch {
                    text.value = "\(error)"
                }
                return 1
            }
            return text.value
        case .removed: container.remove(container.register(FeedLoader(), for: FeedLoader.self))
        case .elsewhere: return try missingHere()
        case .outsideOfTest: return await missingOutsideOfTheTest()
        case .copies:
            let problem = CopiesOfHopoate.problem(ofCopiesIn: ["/App", "/Tests"])
            let note = Isolation.note(of: ServiceKey(Int.self, named: nil), in: container, copies: problem)
            return "    note: \(note ?? "")"
        case .captive: return try missingInTheParent()
        case .otherName: container.register(FeedLoader(), for: FeedLoader.self, named: "main")
        case .argument: container.register(FeedLoader.self, taking: Int.self) { _ in FeedLoader() }
        case .noArgument:
            container.register(FeedLoader(), for: FeedLoader.self)
            let error = #expect(throws: DependencyError.self) { try container.resolving(FeedLoader.self, with: 1) }
            return try #require(error).description
        case .contributions: container.contribute(to: FeedLoader.self) { FeedLoader() }
        case .otherType: container.register(FeedLoader(), for: Any.self)
        case .gone:
            return try trapMessage(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = ErrorsExplained.keptBeyondItsContainer().store
                }
            )
        }
        let error = #expect(throws: DependencyError.self) { try container.resolving(FeedLoader.self) }
        return try #require(error).description
    }

    private static func missingHere() throws -> String {
        struct OnlyThere {}
        let token = DependencyContainer.processWide.register(OnlyThere(), for: OnlyThere.self)
        defer { DependencyContainer.processWide.remove(token) }
        let error = #expect(throws: DependencyError.self) { try DependencyContainer().resolving(OnlyThere.self) }
        return try #require(error).description
    }

    private static func missingOutsideOfTheTest() async -> String {
        struct OfTest: Sendable {}
        return await withIsolatedDependencies {
            DependencyContainer.shared.register(OfTest(), for: OfTest.self)
            return await Task.detached {
                do {
                    return "\(try resolving(OfTest.self))"
                } catch {
                    return "\(error)"
                }
            }.value
        }
    }

    private static func missingInTheParent() throws -> String {
        let parent = DependencyContainer()
        let child = DependencyContainer(parent: parent)
        parent.register(FeedViewModel.self) {
            _ = try resolving(FeedLoader.self)
            return FeedViewModel()
        }
        child.register(FeedLoader(), for: FeedLoader.self)
        let error = #expect(throws: DependencyError.self) { try child.resolving(FeedViewModel.self) }
        return try #require(error).description
    }
}

/// The article's examples, at places in the article's app.
extension ErrorsExplained {
    static func exampleError() -> DependencyError? {
        let container = DependencyContainer()
        container.register(DiskStore(), for: (any ArticleStore).self, named: "disk", fileID: delegate, line: 21)
        container.register(FeedLoader.self, fileID: delegate, line: 23) {
            _ = try resolving(
                (any ArticleStore).self,
                fileID: "Newsstand/FeedLoader.swift",
                line: 12
            )
            return FeedLoader()
        }
        container.register(FeedViewModel.self, fileID: delegate, line: 24) {
            _ = try resolving(
                FeedLoader.self,
                fileID: "Newsstand/FeedViewModel.swift",
                line: 8
            )
            return FeedViewModel()
        }
        do {
            _ = try container.resolving(FeedViewModel.self, fileID: "Newsstand/FeedScreen.swift", line: 30)
            return nil
        } catch {
            return error as? DependencyError
        }
    }

    static func exampleProblem() -> DependencyValidationError? {
        let container = DependencyContainer()
        let (lifetime, first) = (Lifetime.expiring(afterSeconds: 60), UInt(30))
        container.register(DiskStore(), for: (any ArticleStore).self, fileID: delegate, line: first)
        container.autoregister(
            Archive.self,
            lifetime: lifetime,
            fileID: delegate,
            line: first + 1,
            initializer: Archive.init
        )
        container.autoregister(Reader.self, fileID: delegate, line: first + 2, initializer: Reader.init)
        do {
            try container.validate()
            return nil
        } catch {
            return error as? DependencyValidationError
        }
    }

    private static var delegate: StaticString { "Newsstand/AppDelegate.swift" }
}
