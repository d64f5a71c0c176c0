// The fixes that the article *Errors explained* shows work.

import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

extension ErrorsExplained {
    @Suite struct CuresTests {
        private let container = DependencyContainer()

        private final class Conductor {
            @Dependency private var orchestra: Orchestra
            func leads(_ other: Orchestra) -> Bool { orchestra === other }
        }

        private final class Orchestra {
            let conductor: Conductor
            init(conductor: Conductor) { self.conductor = conductor }
        }

        private struct Database { init(path: String) throws { throw OutOfPaper() } }

        private struct CachingStore: ArticleStore { let base: any ArticleStore }

        struct Shelf {
            @OptionalDependency var store: (any ArticleStore)?  // resolves `ArticleStore`
        }

        private final class Connection {
            private(set) var isOpen = true
            func close() { isOpen = false }
        }

        private final class Mailbox {
            let connection: Connection
            init(connection: Connection) { self.connection = connection }
        }

        private final class Results: Sendable {
            let query: Query
            init(of query: Query) { self.query = query }
        }

        nonisolated struct Query: Hashable {
            let words: String
            let page: Int
        }

        private final class Archive { let pages = ["news"] }

        final class Reader {
            @Dependency private var archive: Archive
            func read() -> [String] { archive.pages }
        }

        @Test func `a service is found under its own type alone`() throws {
            #expect(container.optionalResolve((any ArticleStore).self) == nil)
            container.register(DiskStore(), for: (any ArticleStore)?.self)
            #expect(DependencyContainer.withShared(container) { Shelf() }.store == nil)
            container.register(DiskStore(), for: (any ArticleStore).self)
            let store = container.optionalResolve((any ArticleStore).self)  // nil if missing
            #expect(store is DiskStore)
            #expect(DependencyContainer.withShared(container) { Shelf() }.store is DiskStore)
        }

        @Test func `a fork lacks what is registered later`() throws {
            let fork = container.fork()
            container.register(DiskStore(), for: (any ArticleStore).self)  // not in the fork
            let text = missing { try fork.resolving((any ArticleStore).self) }
            #expect(text.hasPrefix("Nothing is registered for ") && text.contains("\n    container: a fork\n"))
            #expect(container.fork().canResolve((any ArticleStore).self))
        }

        @Test func `a fork cannot wrap what was overwritten, but decorates`() throws {
            container.register(service: (any ArticleStore).self) { DiskStore() }
            container.overwriteExistingRegistrations(service: (any ArticleStore).self) {
                CachingStore(base: try resolving((any ArticleStore).self))
            }
            #expect(container.resolve((any ArticleStore).self) is CachingStore)
            let text = missing { try container.fork().resolving((any ArticleStore).self) }
            #expect(text.hasPrefix("Circular dependency: creating "), "\(text)")
            container.removeAll()

            container.register((any ArticleStore).self) { DiskStore() }
            container.decorate((any ArticleStore).self) { CachingStore(base: $0) }
            for container in [container, container.fork()] {
                #expect((try container.resolving((any ArticleStore).self) as? CachingStore)?.base is DiskStore)
            }
        }

        @Test func `a property breaks a cycle`() {
            container.autoregister(Orchestra.self, initializer: Orchestra.init)
            container.register(Conductor.self) { Conductor() }
            let orchestra = container.resolve(Orchestra.self)
            #expect(orchestra.conductor.leads(orchestra))
        }

        @Test func `the error of a creator can be caught`() throws {
            var shown: (any Error)?
            let show = { (error: any Error) in shown = error }
            container.register(Database.self) { try Database(path: "articles") }
            do {
                _ = try container.resolving(Database.self)
            } catch let error as DependencyError {
                show(error.underlyingError ?? error)
            }
            #expect(shown is OutOfPaper)
        }

        @Test func `an optional look-up traps if the service cannot be created`() async throws {
            typealias Archive = ErrorsExplained.Archive
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependencyContainer()
                container.register(Archive.self) {
                    Archive(store: try resolving((any ArticleStore).self))
                }
                let archive = container.optionalResolve(Archive.self)
                _ = archive
            }
            let reason = "Nothing is registered for HopoateTestingHelpersTests.ErrorsExplained.ArticleStore."
            #expect(try trapMessage(result).contains("does not return nil.\n" + reason))
            container.register(Archive.self) { throw OutOfPaper() }
            let archive = try? container.resolving(Archive.self)  // nil whatever the reason
            #expect(archive == nil)
        }

        @Test func `a kept instance is cleaned up, after the service that uses it`() {
            container.register(Connection.self, lifetime: .cached) { Connection() }
                .onRemove { $0.close() }
            let first = container.resolve(Connection.self)
            container.removeAll()
            #expect(!first.isOpen)

            container.register(Connection.self) { Connection() }.onRemove { $0.close() }
            container.autoregister(Mailbox.self, initializer: Mailbox.init)
            #expect(throws: Never.self) { try container.validate() }
        }

        @Test func `a free function looks services up in the container that creates`() async {
            container.register(Connection.self) { Connection() }
            container.register(Mailbox.self) { Mailbox(connection: resolve(Connection.self)) }
            await #expect(throws: Never.self) { try await container.validate(runningCreators: true) }
        }

        @Test func `a Hashable argument has an instance for each value`() {
            container.register(Results.self, taking: Query.self, lifetime: .cached) { query in
                Results(of: query)
            }
            let results = container.resolve(Results.self, with: Query(words: "news", page: 1))
            #expect(container.resolve(Results.self, with: Query(words: "news", page: 1)) === results)
            #expect(results.query.page == 1)
        }

        @Test func `a property follows a shorter lifetime`() async {
            container.register(Archive.self, lifetime: .scoped(DependencyScope())) { Archive() }
            container.register(Reader.self) { Reader() }
            await #expect(throws: Never.self) { try await container.validate(runningCreators: true) }
            #expect(container.resolve(Reader.self).read() == ["news"])
        }

        @Test func `a service for each request is created with the request's log`() {
            typealias RequestLog = ErrorsExplained.RequestLog
            typealias Reporter = ErrorsExplained.Reporter
            let app = DependencyContainer()
            app.register(RequestLog.self, lifetime: .perContainer) { RequestLog() }
            app.autoregister(Reporter.self, lifetime: .perContainer, initializer: Reporter.init)
            let request = DependencyContainer(parent: app)
            #expect(throws: Never.self) { try request.validate() }
            app.autoregister(Reporter.self, initializer: Reporter.init)
            #expect(throws: DependencyValidationError.self) { try request.validate() }
        }

        @Test func `a registration of the container overrides a module`() {
            struct StubStore: ArticleStore {}
            container.install(Storage())
            container.register(StubStore(), for: (any ArticleStore).self)  // overrides it
            #expect(container.resolve((any ArticleStore).self) is StubStore)
            #expect(throws: Never.self) { try container.validate() }
        }
    }
}
