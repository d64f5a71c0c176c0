import Hopoate
import HopoateDiagnostics
import Testing

@testable import HopoateTestingHelpers

extension DependencyKeys {
    fileprivate var loader: DependencyKey<ErrorsExplained.FeedLoader> { .required() }
}

/// The article's app, and mistakes in it.
enum ErrorsExplained {
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

    final class Press { init(paper: Paper) {} }

    final class Paper { init(press: Press) {} }

    final class Desk { init(lamp: Lamp) {} }

    final class Lamp {}

    final class RequestLog: Sendable {}

    final class Reporter: Sendable { init(log: RequestLog) {} }

    struct Storage: DependencyModule {
        func register(in container: DependencyContainer) { container.register(DiskStore(), for: DiskStore.self) }
    }

    /// Looks up a service. Its container creates and keeps it.
    final class OwnedObject {
        @Dependency var store: any ArticleStore
        var container: DependencyContainer { _store.container }

        static func beyondItsContainer() -> OwnedObject {
            let container = DependencyContainer()
            container.register(OwnedObject.self) { OwnedObject() }
            return container.resolve(OwnedObject.self)
        }
    }

    /// The message of a failing look-up.
    static func missing<Service>(_ lookUp: () throws -> Service) -> String {
        do {
            return "found \(try lookUp())"
        } catch {
            return "\(error)"
        }
    }

    /// One problem of each kind.
    static func problems() async -> [DependencyProblem] {
        let container = DependencyContainer()
        container.autoregister(Reader.self, initializer: Reader.init)
        container.autoregister(Archive.self, lifetime: .scoped(DependencyScope()), initializer: Archive.init)
        container.autoregister(Press.self, initializer: Press.init)
        container.autoregister(Paper.self, initializer: Paper.init)
        container.decorate(FeedViewModel.self) { $0 }
        container.register((any ArticleStore).self, named: "weak", lifetime: .weak) { DiskStore() }
        container.register(FeedLoader.self) { throw OutOfPaper() }
        container.autoregister(Desk.self, initializer: Desk.init)
        container.register(Lamp.self) { Lamp() }.onRemove { _ in }
        let app = DependencyContainer()
        app.register(RequestLog.self, lifetime: .perContainer) { RequestLog() }
        app.autoregister(Reporter.self, initializer: Reporter.init)
        let child = #expect(throws: DependencyValidationError.self) { try DependencyContainer(parent: app).validate() }
        let modules = ["HopoateTestingHelpersTests", "NoSuchModule"]
        let wiring = await #expect(throws: DependencyValidationError.self) {
            try await container.validate(runningCreators: true)
        }
        let properties = #expect(throws: DependencyValidationError.self) {
            try DependencyContainer().validateProperties(modules: modules)
        }
        let unread = #expect(throws: DependencyValidationError.self) {
            try DependencyContainer().validate(PropertySearch([]))
        }
        return [wiring, child, properties, unread].flatMap { $0?.problems ?? [] }
    }
}

/// Headings and notes of the article, with `…` for varying parts, and code that causes each.
extension ErrorsExplained {
    typealias LookUp = @Sendable (DependencyContainer) throws -> Void

    /// Errors of a look-up of the feed loader.
    static let errors: [String: LookUp] = [
        "Nothing is registered for ….": { _ in },
        "Circular dependency: creating … requires … itself.": {
            $0.register(FeedLoader.self) { try resolving(FeedLoader.self) }
        },
        "The creator of … threw an error: …": { $0.register(FeedLoader.self) { throw OutOfPaper() } },
        "… has a decorator, but there is no registration that it can decorate.": {
            $0.decorate(FeedLoader.self) { $0 }
        },
        "The creator or decorator of … is isolated to the …, but the service was resolved off that actor.": {
            $0.register(FeedLoader.self) { @MainActor in FeedLoader() }
        },
        "The creator of … is asynchronous, but the service was resolved without `await`.": {
            $0.register(FeedLoader.self, asyncCreator: { FeedLoader() })
        },
        "… is registered with the lifetime `weak`, but its creator returned a value: … is not a class.": {
            $0.register((any ArticleStore).self, lifetime: .weak) { DiskStore() }
            _ = try $0.resolving((any ArticleStore).self)
        },
    ]

    /// The error of `mock(of:)`.
    static let missingMock = "No mock of … that is a … is registered in this test, which has …."

    /// Validation problems with headings of their own.
    static let problemHeadings = [
        "… (…) holds … (…), whose lifetime can end first.",
        "… (…) holds … (…), of which each child has its own.",
        "… is removed before …, which uses it.",
        "Nothing is registered for …, by any name.",
        "No type of the module … has a property that resolves a service.",
        "The types of this program cannot be read, so its properties are unknown.",
    ]

    static let traps: [String: @Sendable () -> Void] = [
        "The container of this property was released, but this object, which it had kept, is still in use.": {
            _ = OwnedObject.beyondItsContainer().container
        },
        "… is registered but cannot be resolved, so resolving it optionally does not return nil.": {
            let container = DependencyContainer()
            container.register(FeedLoader.self) { throw OutOfPaper() }
            _ = container.optionalResolve(FeedLoader.self)
        },
        "… is a value type and cannot be registered with the lifetime `weak`: …": {
            DependencyContainer().register(DiskStore.self, lifetime: .weak) { DiskStore() }
        },
        "… is registered with the lifetime `…`, so the registration keeps no instance to clean up, …": {
            DependencyContainer().register(DiskStore.self, lifetime: .transient) { DiskStore() }.onRemove { _ in }
        },
        "… is registered with the lifetime `…`, but … is not `Hashable` here, …": {
            DependencyContainer().register(DiskStore.self, taking: (Int, Int).self, lifetime: .cached) { _ in
                DiskStore()
            }
        },
        "… cannot be registered with an asynchronous creator and the lifetime `graph`, …": {
            DependencyContainer().register(DiskStore.self, lifetime: .graph, asyncCreator: { DiskStore() })
        },
        "A MockContainer<…, …> was given a …, which is not a ….": {
            _ = MockContainer<any ArticleStore, FeedLoader>(DiskStore())
        },
    ]

    /// Issues that the helpers record if the shared container has a feed loader.
    static let issues: [String: @Sendable () -> Void] = [
        "The mock … of … was never resolved.": {
            withIsolatedDependencies(.verifyingMocks) { _ = MockContainer(DiskStore(), for: (any ArticleStore).self) }
        },
        "… was resolved, but this test has not registered it. …": {
            withIsolatedDependencies(.strict) { _ = resolve(FeedLoader.self) }
        },
    ]

    static let copies = "Hopoate is loaded … times, so mocks do not reach the app: …"

    /// Notes on a missing feed loader.
    static let notes: [String: LookUp] = [
        "the container is empty: …": { _ in },
        "it was registered at …, but that registration was removed …": {
            $0.remove($0.register(FeedLoader(), for: FeedLoader.self))
        },
        "it was registered at …, but that registration was removed with its MockContainer. …": {
            _ = MockContainer(FeedLoader(), for: FeedLoader.self, container: $0)
        },
        "it is registered under another name: …": {
            $0.register(FeedLoader(), for: FeedLoader.self, named: "main")
        },
        "its creator takes an argument: pass a … as …": {
            $0.register(FeedLoader.self, taking: Int.self) { _ in FeedLoader() }
        },
        "it is registered without an argument: …": {
            $0.register(FeedLoader(), for: FeedLoader.self)
            _ = try $0.resolving(FeedLoader.self, with: 1)
        },
        "this container ended when …": { container in
            _ = try { container.withChild { $0 } }().resolving(FeedLoader.self)
        },
        "it is registered for its type: …": {
            $0.register(FeedLoader(), for: FeedLoader.self)
            _ = try $0.resolving(\.loader)
        },
        "it has contributions: …": { $0.contribute(to: FeedLoader.self) { FeedLoader() } },
        "… is registered, and its instance is a …: …": { $0.register(FeedLoader(), for: Any.self) },
        "… is registered: leave out …": {
            $0.register(FeedLoader(), for: FeedLoader.self)
            _ = try $0.resolving(FeedLoader?.self)
        },
        "a child has …, but a parent keeps …": { parent in
            parent.register(Archive.self) {
                _ = try resolving(FeedLoader.self)
                return Archive(store: DiskStore())
            }
            let child = DependencyContainer(parent: parent)
            child.register(FeedLoader(), for: FeedLoader.self)
            _ = try child.resolving(Archive.self)
        },
    ]

    /// Messages with notes that a plain look-up does not have.
    static let otherNotes: [String: @Sendable () async throws -> String] = [
        "… has it (…), but was not searched. This object was created …": {
            let container = DependencyContainer()
            return {
                container.withChild { child in
                    child.register(FeedLoader(), for: FeedLoader.self)
                    return missing { try container.resolving(FeedLoader.self) }
                }
            }()
        },
        "… has it (…), but was not searched. A detached task, … by a method of an object of that child: …": {
            struct OnlyThere: Sendable {}
            let container = DependencyContainer()
            container.register(OnlyThere(), for: OnlyThere.self)
            return await Task.detached {
                withExtendedLifetime(container) { missing { try resolving(OnlyThere.self) } }
            }.value
        },
        "… has it (…), but was not searched. An isolated test, …": {
            struct OnlyThere {}
            let token = DependencyContainer.processWide.register(OnlyThere(), for: OnlyThere.self)
            defer { DependencyContainer.processWide.remove(token) }
            return missing { try DependencyContainer().resolving(OnlyThere.self) }
        },
        "this test has no container of its own: …": {
            struct OfOthers {}
            let other = DependencyContainer()
            other.register(OfOthers(), for: OfOthers.self)
            return withExtendedLifetime(other) {
                missing { try DependencyContainer.processWide.resolving(OfOthers.self) }
            }
        },
        "the container of this object was released, …": {
            try trapMessage(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = OwnedObject.beyondItsContainer().store
                }
            )
        },
    ]
}

/// The article's examples, at places in the article's app.
extension ErrorsExplained {
    private static var delegate: StaticString { "Newsstand/AppDelegate.swift" }

    static func exampleOfAnError() -> String {
        let container = DependencyContainer()
        container.register(DiskStore(), for: (any ArticleStore).self, named: "disk", fileID: delegate, line: 21)
        container.register(FeedLoader.self, fileID: delegate, line: 23) {
            _ = try resolving((any ArticleStore).self, fileID: "Newsstand/FeedLoader.swift", line: 12)
            return FeedLoader()
        }
        container.register(FeedViewModel.self, fileID: delegate, line: 24) {
            _ = try resolving(FeedLoader.self, fileID: "Newsstand/FeedViewModel.swift", line: 8)
            return FeedViewModel()
        }
        return missing { try container.resolving(FeedViewModel.self, fileID: "Newsstand/FeedScreen.swift", line: 30) }
    }

    static func exampleOfAProblem() -> String {
        let container = DependencyContainer()
        let edition = Lifetime.scoped(DependencyScope())
        container.register(DiskStore(), for: (any ArticleStore).self, fileID: delegate, line: 30)
        container.autoregister(Archive.self, lifetime: edition, fileID: delegate, line: 31, initializer: Archive.init)
        container.autoregister(Reader.self, fileID: delegate, line: 32, initializer: Reader.init)
        return missing { try container.validate() }
    }
}
