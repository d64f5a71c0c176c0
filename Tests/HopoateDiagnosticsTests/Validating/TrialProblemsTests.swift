import Hopoate
import HopoateDiagnostics
import Testing

private final class Theme: Sendable {}
private final class Menu: Sendable {}

@Suite struct TrialProblemsTests {
    private let container = DependencyContainer()

    /// Registers as an app delegate does. A fork would create the eager service again on any actor.
    @MainActor private func registerAsWithOneDotX() {
        container.register(service: Menu.self) { Menu() }
        container.overwriteExistingRegistrations(service: Theme.self) { Theme() }
        container.register(service: Int.self, cacheService: false) { 1 }
        container.register(String.self, lifetime: .eager) { "anywhere" }
    }

    @Test func `a creator of Hopoate 1 that was written on an actor is not tried elsewhere`() async {
        await registerAsWithOneDotX()
        let problems = container.problems(runningCreators: true)
        #expect(problems.map { $0.path.last } == ["Menu", "Theme"])
        #expect(
            problems.allSatisfy { $0.description.contains("main actor, but the service was resolved off that actor.") }
        )
        #expect(await MainActor.run { container.problems(runningCreators: true).count } == 0)
    }

    // MARK: - Asynchronous services

    private final class Database: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }
    private final class Screen: Sendable { init(_ database: Database) {} }

    /// Registers a service that keeps its instance and one that uses it. Returns the counts of creations and
    /// clean-ups.
    private func registerDatabase(_ lifetime: Lifetime) -> (created: Counter, screens: Counter, cleanedUp: Counter) {
        let counters = (created: Counter(), screens: Counter(), cleanedUp: Counter())
        container.register(Database.self, lifetime: lifetime, asyncCreator: { Database(counters.created.increment()) })
            .onRemove { _ in counters.cleanedUp.increment() }
        container.register(Screen.self, lifetime: .transient) {
            counters.screens.increment()
            return Screen(try resolving(Database.self))
        }
        return counters
    }

    @Test(arguments: [.cached, .eager, .scoped(DependencyScope())] as [Lifetime])
    func `a trial uses instances that were awaited before`(_ lifetime: Lifetime) async throws {
        let counters = registerDatabase(lifetime)
        container.register(Int.self, lifetime: .transient) { resolve(Database.self).number }
        let database = try await container.asyncResolve(Database.self)
        #expect(container.problems(runningCreators: true).isEmpty)
        #expect(
            container.graph(runningCreators: true).arrows == [
                "Screen required Database seen", "Int required Database seen",
            ]
        )
        #expect(counters.created.count == 1)
        #expect(counters.screens.count == 2)
        #expect(counters.cleanedUp.count == 0)
        #expect(container.resolve(Database.self) === database)
        #expect(failure { try container.fork().resolving(Database.self) } == "needsAwait: Database")
    }

    private final class Connection: Sendable {
        let closed = Counter()
        func close() { closed.increment() }
    }
    private struct Repository: Sendable {
        let connection: Connection
        func close() { connection.close() }
    }

    /// A service that holds the instance may close it.
    @Test func `a trial cleans up only instances that it created`() async throws {
        container.register(Connection.self, asyncCreator: { Connection() }).onRemove { $0.close() }
        container.decorate(Connection.self) { $0 }.onRemove { $0.close() }
        container.register(Repository.self) { Repository(connection: resolve(Connection.self)) }.onRemove { $0.close() }
        let connection = try await container.asyncResolve(Connection.self)
        #expect(container.problems(runningCreators: true).isEmpty)
        #expect(DependencyContainer(parent: container).problems(runningCreators: true).isEmpty)
        #expect(connection.closed.count == 0)
        container.removeAll()
        #expect(connection.closed.count == 2)
    }

    @Test func `a trial elsewhere uses an instance that was awaited from its actor`() async throws {
        let runs = Counter()
        container.register(Connection.self) { @MainActor in
            runs.increment()
            return Connection()
        }
        container.register(Repository.self) { Repository(connection: resolve(Connection.self)) }
        _ = try await container.asyncResolve(Connection.self)
        #expect(container.problems(runningCreators: true).isEmpty)
        #expect(runs.count == 1)
        #expect(await MainActor.run { container.problems(runningCreators: true).count } == 0)
        #expect(runs.count == 2)
    }

    @Test func `a service that was not awaited is reported`() {
        _ = registerDatabase(.cached)
        let problems = container.problems(runningCreators: true)
        let name = "HopoateDiagnosticsTests.TrialProblemsTests.Database"
        #expect(problems.map(\.kind) == [.notAwaited(name)])
        #expect(problems[0].path == ["Screen"])
        #expect(
            problems[0].description.contains(
                "Screen requires \(name), which is created asynchronously and was not awaited."
            )
        )
        #expect(problems[0].description.contains("1. Await the service first: `waitUntilReady()` or `async"))
    }

    // MARK: - What was not run

    @Test func `the graph and the error name the creators that were not run`() throws {
        container.register(Menu.self, taking: Int.self) { _ in Menu() }
        container.register(Theme.self) { @MainActor in Theme() }
        container.register(Float.self, asyncCreator: { 1 })
        let tree = container.graph(runningCreators: true).description
        #expect(tree.contains("creator not run: it takes an argument)"))
        #expect(tree.contains("creator not run: it runs on the main actor only)"))
        #expect(tree.contains("creator not run: it is asynchronous, and was not awaited before)"))
        #expect(!container.graph().description.contains("not run"))
        #expect(container.problems(runningCreators: true).isEmpty)

        container.register(String.self) { throw SomeError() }
        let error = try #require(throws: DependencyValidationError.self) {
            try container.validate(runningCreators: true)
        }
        #expect(error.problems.count == 1)
        #expect(error.notes.count == 3)
        #expect(error.notes[0].hasSuffix(": creator not run: it takes an argument."))
        #expect(
            error.description.hasSuffix(
                "\n\nNotes:\n    " + error.notes.joined(separator: "\n    ")
            )
        )
    }

    @Test func `the error names the clean-ups that were not run`() throws {
        let shared = Menu()
        container.register(Menu.self) { shared }.onRemove { _ in }
        container.register(String.self) { throw SomeError() }
        let error = try #require(throws: DependencyValidationError.self) {
            try container.validate(runningCreators: true)
        }
        #expect(error.notes.count == 1)
        #expect(error.notes[0].hasPrefix("HopoateDiagnosticsTests.Menu, cached"))
        #expect(error.notes[0].hasSuffix(": onRemove not run: something else may hold the instance."))
    }

    @Test func `a check that runs no creators lists none`() throws {
        container.register(Float.self, asyncCreator: { 1 })
        container.autoregister(String.self) { (_: Int) in "" }
        let error = try #require(throws: DependencyValidationError.self) { try container.validate() }
        #expect(error.notes.isEmpty)
        #expect(!error.description.contains("not run"))
    }

    @Test func `the error notes a property whose list is empty`() throws {
        final class Screen { @Dependency private var menus: [Menu] }
        container.register(Screen.self) { Screen() }
        container.register(String.self) { throw SomeError() }
        let list = "Swift.Array<HopoateDiagnosticsTests.Menu>"
        let note = "its property of \(list) is an empty list, as nothing is contributed"
        #expect(container.graph(runningCreators: true).description.contains(note))
        var error = try #require(throws: DependencyValidationError.self) {
            try container.validate(runningCreators: true)
        }
        #expect(error.notes.count == 1)
        #expect(error.notes[0].hasSuffix(": \(note)."), "\(error.notes)")
        container.contribute(to: Menu.self) { Menu() }
        error = try #require(throws: DependencyValidationError.self) {
            try container.validate(runningCreators: true)
        }
        #expect(error.notes.isEmpty)
    }

    // MARK: - Lists

    /// The text about an empty list of menus once something similar is registered.
    private func textOfEmptyList(afterRegistering register: () -> Void) -> String {
        container.autoregister(Theme.self) { (_: [Menu], _: [Int]) in Theme() }
        #expect(container.problems().isEmpty)
        register()
        let problems = container.problems()
        #expect(problems.map(\.kind) == [.missing])
        container.contribute(to: Menu.self) { Menu() }
        #expect(container.problems().isEmpty)
        return problems.first?.description ?? ""
    }

    @Test func `an empty list is reported if its service is only registered`() {
        let text = textOfEmptyList { container.register(Menu.self) { Menu() } }
        #expect(text.hasPrefix("The list of HopoateDiagnosticsTests.Menu contributions is empty.\n"), "\(text)")
        #expect(text.contains("    similar: HopoateDiagnosticsTests.Menu, cached"), "\(text)")
        #expect(text.contains("1. Contribute without a name."))
    }

    @Test func `an empty list is reported if its contributions have names`() {
        let text = textOfEmptyList { container.contribute(to: Menu.self, named: "main") { Menu() } }
        #expect(text.hasPrefix("The list of HopoateDiagnosticsTests.Menu contributions is empty.\n"), "\(text)")
        let other = #"similar: contribution to HopoateDiagnosticsTests.Menu named "main", cached"#
        #expect(text.contains(other), "\(text)")
    }

    @Test func `a decorator of nothing and its user are one problem`() {
        container.decorate(Theme.self) { $0 }
        container.register(Int.self) { [try DependencyContainer.shared.resolving(Theme.self)].count }
        #expect(container.problems(runningCreators: true).map(\.kind) == [.nothingToDecorate])
    }
}
