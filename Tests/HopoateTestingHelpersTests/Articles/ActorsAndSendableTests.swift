// What the article 'Actors, Sendable and main-actor apps' says. What it says of modules whose default isolation is the main
// actor stands in MainActorTests/ActorsArticleTests.swift.

import Hopoate
import HopoateTestingHelpers
import Testing

@Suite(.isolatedDependencies)
struct ActorsAndSendableTests {
    @MainActor
    final class Screen {
        let title: String
        init(title: String) { self.title = title }
    }

    struct Library: Sendable {
        static func open() async throws -> Library { Library() }
    }

    protocol Tracking {
        func track(_ event: String)
    }

    final class MockTracking: Tracking {
        private(set) var events: [String] = []
        func track(_ event: String) { events.append(event) }
    }

    protocol Catalogue: Sendable {
        var count: Int { get }
    }

    struct Books: Catalogue {
        let count = 3
    }

    final class Search: Sendable {
        private let catalogue = Dependency<any Catalogue>()

        var count: Int { catalogue().count }
    }

    actor Indexer {
        @Dependency private var catalogue: any Catalogue

        var count: Int { catalogue.count }
    }

    @globalActor actor Press {
        static let shared = Press()
    }

    let container = DependencyContainer.shared

    @Test func aCreatorOfTheMainActorRunsThereOnly() async throws {
        let container = container
        container.register(Screen.self) { @MainActor in Screen(title: "home") }
        let error = try #require(throws: DependencyError.self) { try container.resolving(Screen.self) }
        guard case .belongsToActor(let actor) = error.reason else { throw error }
        #expect(actor === MainActor.shared)

        let screen = try await container.asyncResolve(Screen.self)
        #expect(screen.title == "home")
        #expect(try container.resolving(Screen.self) === screen)  // it is kept now, and resolved from anywhere
    }

    @MainActor @Test func onTheMainActorItIsResolvedLikeAnyOther() {
        container.register(Screen.self) { @MainActor in Screen(title: "home") }
        #expect(container.resolve(Screen.self).title == "home")
    }

    @Press @Test func aCreatorOfAnotherActorIsAwaitedOnThatActorToo() async throws {
        container.register(Int.self) { @Press in 1 }
        #expect(throws: DependencyError.self) { try container.resolving(Int.self) }
        #expect(try await container.asyncResolve(Int.self) == 1)
    }

    @Test func anAsynchronousCreatorIsAwaitedOnce() async throws {
        let container = container
        container.register(Library.self) { try await Library.open() }
        let error = try #require(throws: DependencyError.self) { try container.resolving(Library.self) }
        guard case .needsAwait = error.reason else { throw error }

        _ = try await container.asyncResolve(Library.self)  // for example when the app has launched
        _ = container.resolve(Library.self)
    }

    @Test func anAsynchronousServiceWhoseScopeIsResetIsAwaitedAgain() async throws {
        let (container, session) = (container, DependencyScope())
        container.register(Library.self, lifetime: .scoped(session)) { try await Library.open() }
        for _ in 1...2 {
            let error = try #require(throws: DependencyError.self) { try container.resolving(Library.self) }
            #expect(error.description.contains("until it expires, its scope is reset or the registration is removed"))
            _ = try await container.asyncResolve(Library.self)
            _ = container.resolve(Library.self)
            session.reset()
        }
    }

    @Test func anEagerAsynchronousCreatorBeginsWhenItIsRegistered() async throws {
        let notes = Notes()
        container.register(Library.self, lifetime: .eager) {
            notes.add("began")
            return try await Library.open()
        }
        for _ in 0..<10_000 where notes.all.isEmpty { try await Task.sleep(nanoseconds: 1_000_000) }
        #expect(notes.all == ["began"])
    }

    @Test func aMockThatIsNotSendableIsRegisteredAsAnInstance() {
        let mock = MockTracking()
        container.register(mock, for: (any Tracking).self)
        container.resolve((any Tracking).self).track("opened")
        #expect(mock.events == ["opened"])
    }

    @Test func aSendableClassHoldsTheWrapperInALet() async {
        container.register(Books(), for: (any Catalogue).self)
        let search = Search()
        #expect(await Task.detached { search.count }.value == 3)
        #expect(await Indexer().count == 3)
    }

    @Test func detachedTasksLookIntoTheProcessWideContainer() async {
        container.register(Books(), for: (any Catalogue).self)
        #expect(await Task { DependencyContainer.shared }.value === container)
        #expect(await Task.detached { DependencyContainer.shared }.value !== container)
    }

    @Test func threadsThatAskAtOnceGetOneInstance() async {
        let container = container
        container.register(Search.self) { Search() }
        let searches = await withTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<100 { group.addTask { ObjectIdentifier(container.resolve(Search.self)) } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(searches.count == 1)
    }
}
