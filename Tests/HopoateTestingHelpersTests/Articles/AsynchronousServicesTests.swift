// What the article 'Asynchronous services' says.

import Hopoate
import HopoateTestingHelpers
import Testing

@Suite(.isolatedDependencies)
struct AsynchronousServicesTests {
    final class Library: Sendable {
        static func open() async throws -> Library {
            await Task.yield()
            return Library()
        }
    }

    final class Catalogue: Sendable {
        let library: Library
        init(library: Library) { self.library = library }
    }

    final class Rates: Sendable {
        static func load() async throws -> Rates { Rates() }
    }

    final class Converter {
        private let container: DependencyContainer
        init(in container: DependencyContainer = .shared) { self.container = container }

        func rates() async throws -> Rates {
            try await container.asyncResolve(Rates.self)
        }
    }

    let container = DependencyContainer.shared

    @Test func `a service that was awaited resolves like any other`() async throws {
        let container = container
        container.register(Library.self) { try await Library.open() }
        #expect(throws: DependencyError.self) { try container.resolving(Library.self) }
        let library = try await container.asyncResolve(Library.self)
        #expect(container.resolve(Library.self) === library)
    }

    @Test func `waitUntilReady awaits eager services`() async throws {
        let container = container
        container.register(Library.self, lifetime: .eager) { try await Library.open() }
        try await container.waitUntilReady()
        _ = container.resolve(Library.self)
    }

    @Test func `a creator may await other services`() async throws {
        let container = container
        container.register(Library.self) { try await Library.open() }
        container.register(Catalogue.self) {
            Catalogue(
                library: try await DependencyContainer.shared.asyncResolve(Library.self)
            )
        }
        let catalogue = try await container.asyncResolve(Catalogue.self)
        #expect(catalogue.library === container.resolve(Library.self))

        container.autoregister(Catalogue.self, named: "synchronous", initializer: Catalogue.init)
        let other = DependencyContainer()
        other.register(Library.self) { try await Library.open() }
        other.autoregister(Catalogue.self, initializer: Catalogue.init)
        await #expect(throws: DependencyError.self) { try await other.asyncResolve(Catalogue.self) }
    }

    @Test func `a service that is reset is awaited at each use`() async throws {
        let container = container
        let token = container.register(Rates.self) { try await Rates.load() }
        let converter = Converter()
        let rates = try await converter.rates()
        #expect(container.resolve(Rates.self) === rates)
        container.reset(token)
        let error = #expect(throws: DependencyError.self) { try container.resolving(Rates.self) }
        let remark = "until its scope is reset or the registration is removed"
        #expect(error?.description.contains(remark) == true)
        #expect(try await converter.rates() !== rates)
    }

    @Test func `a test registers an instance, which needs no await`() {
        container.register(Library.self) { try await Library.open() }
        let mock = Library()
        container.register(mock, for: Library.self)
        #expect(container.resolve(Library.self) === mock)
    }
}
