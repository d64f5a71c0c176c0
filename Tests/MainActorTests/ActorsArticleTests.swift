// What the article 'Actors, Sendable and main-actor apps' says of modules whose default isolation is the main actor.

import Hopoate
import Testing

protocol Bookshelf {
    var title: String { get }
}

final class OakBookshelf: Bookshelf {
    let title = "oak"
}

nonisolated struct PineBookshelf: Bookshelf {
    let title = "pine"
}

extension DependencyKeys {
    nonisolated var bookshelf: DependencyKey<any Bookshelf> {
        .init { @MainActor in OakBookshelf() }
    }
}

nonisolated struct BookshelfModule: DependencyModule {
    func register(in container: DependencyContainer) {
        container.register((any Bookshelf).self) { @MainActor in OakBookshelf() }
    }
}

final class Study {
    let bookshelf: any Bookshelf
    init(_ bookshelf: any Bookshelf) { self.bookshelf = bookshelf }
}

final class Librarian {
    private let container = DependencyContainer()
    private(set) var removed: [String] = []

    func registerServices() -> DependencyContainer {
        container.register((any Bookshelf).self) { @MainActor in OakBookshelf() }
        container.register((any Bookshelf).self, named: "anywhere") { PineBookshelf() }
        container.register("book", for: String.self).onRemove { @MainActor in self.note($0) }
        return container
    }

    private func note(_ title: String) { removed.append(title) }
}

struct ActorsArticleTests {
    @Test func `creators declare that they need the main actor`() async throws {
        let container = Librarian().registerServices()
        try await Self.useElsewhere(container)
        #expect(container.resolve((any Bookshelf).self).title == "oak")
    }

    @concurrent private static func useElsewhere(_ container: DependencyContainer) async throws {
        #expect(throws: DependencyError.self) { _ = try container.resolving((any Bookshelf).self) }
        _ = try container.resolving((any Bookshelf).self, named: "anywhere")
        _ = try await container.asyncResolve((any Bookshelf).self)
        _ = try await container.asyncResolve(\.bookshelf)
    }

    @Test func `onRemove runs on the main actor and is awaited`() async {
        let librarian = Librarian()
        await Self.end(librarian.registerServices())
        #expect(librarian.removed == ["book"])
    }

    @concurrent private static func end(_ container: DependencyContainer) async { await container.asyncRemoveAll() }

    @Test func `nonisolated modules and keys are used from anywhere`() async throws {
        let container = DependencyContainer()
        await Self.install(in: container)
        #expect(container.resolve((any Bookshelf).self).title == "oak")
        #expect(container.resolve(\.bookshelf).title == "oak")
    }

    @concurrent private static func install(in container: DependencyContainer) async {
        container.install(BookshelfModule())
    }

    @Test func `plain closures name no actor`() {
        let container = DependencyContainer()
        container.register(service: (any Bookshelf).self, cacheService: false) { OakBookshelf() }
        container.autoregister(Study.self, initializer: { Study($0) })
        container.autoregister(Study.self, initializer: Study.init)
        container.register((any Bookshelf).self) { @MainActor in OakBookshelf() }
        #expect(container.registrations.map { $0.actor === MainActor.shared } == [false, false, true, true])
    }
}
