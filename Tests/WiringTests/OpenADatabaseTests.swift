// What the article 'Open a database at launch' says. It stands in a module of its own, as it checks the module's wiring.

import Hopoate
import HopoateTestingHelpers
import Observation
import Testing

protocol Database: Sendable {
    func titles() async throws -> [String]
    func close() async
}

/// Stands for a file. Each test has a path of its own.
actor FileDatabase: Database {
    struct Locked: Error {}
    static let locked = Protected<Set<String>>([])
    /// The files whose opening takes long.
    static let slow = Protected<Set<String>>([])
    private(set) var isClosed = false

    static func open(at path: String) async throws -> FileDatabase {
        repeat { await Task.yield() } while slow.withLock { $0.contains(path) }
        if locked.withLock({ $0.contains(path) }) { throw Locked() }
        return FileDatabase()
    }

    func titles() -> [String] { ["Filed"] }
    func close() { isClosed = true }
}

struct ArticleStore: Sendable {
    let database: any Database

    func headline() async throws -> String {
        try await database.titles().first ?? "Nothing new"
    }
}

func registerDatabase(at path: String, in container: DependencyContainer) {
    container.register((any Database).self, lifetime: .eager) {
        try await FileDatabase.open(at: path)
    }
    .onRemove { await $0.close() }
}

func registerArticles(in container: DependencyContainer) {
    container.autoregister(ArticleStore.self, initializer: ArticleStore.init)
}

struct Reader {
    static func main() async throws {
        let container = DependencyContainer.shared
        registerDatabase(at: "articles.db", in: container)
        registerArticles(in: container)
        try await container.waitUntilReady()
        print(try await container.resolve(ArticleStore.self).headline())
        await container.asyncRemoveAll()
    }
}

@MainActor @Observable
final class LaunchModel {
    private(set) var isReady = false
    private(set) var error: (any Error)?

    func open() async {
        do {
            try await DependencyContainer.shared.waitUntilReady()
            isReady = true
        } catch {
            self.error = error
        }
    }
}

struct MemoryDatabase: Database {
    func titles() -> [String] { ["Mock"] }
    func close() {}
}

/// The properties of the module's other tests need these.
@Suite(
    .dependencies { container in
        container.register(Store(), for: Store.self)
        container.register(Beta(), for: Beta.self)
    }
)
struct OpenADatabaseTests {
    private let container = DependencyContainer.shared

    @Suite(.isolatedDependencies)
    struct ArticleStoreTests {
        let container = DependencyContainer.shared

        init() {
            container.register(MemoryDatabase(), for: (any Database).self)
            registerArticles(in: container)
        }

        @Test func theHeadlineIsTheFirstTitle() async throws {
            #expect(try await container.resolve(ArticleStore.self).headline() == "Mock")
        }

        @Test func everythingIsWired() async {
            await container.checkWiring(modules: ["MyApp"])
        }
    }

    @Test func `the program waits, reads and closes`() async throws {
        try await Reader.main()
        #expect(container.registrations.isEmpty)
    }

    @Test func `an eager database is open after waitUntilReady, and closed at the end`() async throws {
        FileDatabase.slow.withLock { _ = $0.insert("order") }
        registerDatabase(at: "order", in: container)
        registerArticles(in: container)
        let error = #expect(throws: DependencyError.self) { try container.resolving(ArticleStore.self) }
        #expect(error.map { "\($0.reason)" } == "needsAwait")
        FileDatabase.slow.withLock { _ = $0.remove("order") }
        try await container.waitUntilReady()
        #expect(try await container.resolve(ArticleStore.self).headline() == "Filed")
        let database = try #require(container.resolve((any Database).self) as? FileDatabase)
        await container.asyncRemoveAll()
        #expect(await database.isClosed)
    }

    @MainActor @Test func `a failure is thrown, and the next call tries again`() async throws {
        FileDatabase.locked.withLock { _ = $0.insert("locked") }
        registerDatabase(at: "locked", in: container)
        let launch = LaunchModel()
        await launch.open()
        #expect(!launch.isReady)
        #expect((launch.error as? DependencyError)?.underlyingError is FileDatabase.Locked)
        FileDatabase.locked.withLock { _ = $0.remove("locked") }
        await launch.open()
        #expect(launch.isReady)
    }

    @Test func `asyncResolve waits for a database that is being opened`() async throws {
        registerDatabase(at: "meanwhile", in: container)
        #expect(try await container.asyncResolve((any Database).self).titles() == ["Filed"])
    }
}
