// What the article 'Actors, Sendable and main-actor apps' says. What it says of modules whose default isolation is the main
// actor stands in MainActorTests/ActorsArticleTests.swift.

import Hopoate
import HopoateTestingHelpers
import Testing

@Suite(.isolatedDependencies) struct ActorsAndSendableTests {
    @MainActor
    final class Screen {
        let title: String
        init(title: String) { self.title = title }
    }

    protocol Tracking { func track(_ event: String) }

    final class MockTracking: Tracking {
        private(set) var events: [String] = []
        func track(_ event: String) { events.append(event) }
    }

    protocol Catalogue: Sendable { var count: Int { get } }

    struct Books: Catalogue { let count = 3 }

    final class Search: Sendable {
        private let catalogue = Dependency<any Catalogue>()

        var count: Int { catalogue().count }
    }

    actor Indexer {
        @Dependency private var catalogue: any Catalogue

        var count: Int { catalogue.count }
    }

    actor Projector {
        @Dependency private var screen: Screen

        func show() async throws -> String {
            // Creates the screen on the main actor, unless it is cached.
            let screen = try await _screen.container.asyncResolve(Screen.self)
            return screen.title
        }
    }

    actor Usher {
        private let screen: Screen
        @MainActor init() { screen = resolve(Screen.self) }
    }

    let container = DependencyContainer.shared

    @Test func `a service of the main actor is awaited once`() async throws {
        let container = container
        container.register(Screen.self) { @MainActor in Screen(title: "home") }
        #expect(throws: DependencyError.self) { try container.resolving(Screen.self) }
        let screen = try await container.asyncResolve(Screen.self)
        #expect(try container.resolving(Screen.self) === screen)
        #expect(screen.title == "home")
    }

    @Test func `a mock that is not Sendable is registered as an instance`() {
        let mock = MockTracking()
        container.register(mock, for: (any Tracking).self)
        container.resolve((any Tracking).self).track("opened")
        #expect(mock.events == ["opened"])
    }

    @Test func `a Sendable class holds the wrapper in a let`() async {
        container.register(Books(), for: (any Catalogue).self)
        let search = Search()
        #expect(await Task.detached { search.count }.value == 3)
        #expect(await Indexer().count == 3)
    }

    @Test func `an actor awaits a service of the main actor, or gets it in its initializer`() async throws {
        container.register(Screen.self) { @MainActor in Screen(title: "home") }
        container.register(Usher.self) { @MainActor in Usher() }
        let projector = Projector()
        #expect(try await projector.show() == "home")
        #expect(await projector.showAgain() == "home")
        #expect(try await container.asyncResolve(Usher.self).title == "home")
    }

    @Test func `an actor's property of a service that the main actor has not created traps`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer.shared.register(Screen.self) { @MainActor in Screen(title: "home") }
            _ = await Projector().showAgain()
        }
        #expect(try trapMessage(result).contains("main actor"))
    }
}

extension ActorsAndSendableTests.Projector {
    fileprivate func showAgain() -> String { screen.title }
}

extension ActorsAndSendableTests.Usher {
    fileprivate var title: String { screen.title }
}
