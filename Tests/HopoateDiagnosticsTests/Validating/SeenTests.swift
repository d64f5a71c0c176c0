import Hopoate
import HopoateDiagnostics
import Testing

/// What a check sees of creators, and how it names it.
@Suite struct SeenTests {
    private final class Session: Sendable {}
    private protocol Storing {}
    private final class DiskStore: Storing {}
    private struct Menu: Sendable { init(_ items: [String]) {} }

    private let container = DependencyContainer()

    private func problems() async -> [DependencyProblem] { await container.problems(runningCreators: true) }

    @Test func `handles and properties that creators make are seen by their names`() async {
        final class Maker {
            let makeSession = Provider<Session>(named: "made")
            let session = Lazy<Session>()
            @Dependency(named: "misspelt") var other: Session
        }
        container.register(Maker.self) { Maker() }
        container.register(Session(), for: Session.self, named: "other")
        #expect(
            await problems().map(\.path) == [
                ["Maker", #"Session "made""#], ["Maker", "Session"], ["Maker", #"Session "misspelt""#],
            ]
        )
        #expect(await problems().last?.description.contains(#"pass `named: "other"`"#) == true)
        container.register(Session(), for: Session.self, named: "made")
        container.register(Session(), for: Session.self, named: "misspelt")
        container.register(Session(), for: Session.self)
        #expect(
            await container.graph(runningCreators: true).arrows == [
                "Maker provider Session seen", "Maker lazy Session seen", "Maker property Session seen",
            ]
        )
    }

    @Test func `a problem carries the hint that a look-up gives`() async throws {
        let hint = "DiskStore is registered, and its instance is a "
        container.register(DiskStore.self) { DiskStore() }
        container.autoregister(Int.self) { (_: any Storing) in 1 }
        let problem = try #require(await problems().first)
        #expect(problem.description.contains(hint), "\(problem)")
        #expect(problem.description.contains("register it `for: (any SeenTests.Storing).self`."))
        #expect(!container.problems()[0].description.contains(hint))
        container.register(DiskStore(), for: DiskStore.self)
        #expect(container.problems()[0].description.contains(hint))
    }

    @Test func `a missing service is one problem with all its users`() async throws {
        final class Screen { @Dependency var session: Session }
        container.register(Screen.self) { Screen() }
        container.autoregister(Int.self) { (_: Session) in 1 }
        container.register(Double.self) { [try resolving(Session.self)].isEmpty ? 0 : 1 }
        let problem = try #require(await problems().first)
        #expect(await problems().count == 1)
        #expect(problem.nodes.map(\.id) == [0, 1, 2])
        #expect(problem.path == ["Screen", "Session"])
    }

    @Test func `a creator that fails is one problem with all its users`() async throws {
        container.register(String.self) { throw SomeError() }
        let line = UInt(#line - 1)
        container.decorate(String.self) { $0 + "!" }
        container.register(Int.self) { try resolving(String.self).count }
        container.register(Double.self) { Double(try resolving(String.self)) ?? 0 }
        let problem = try #require(await problems().first)
        #expect(await problems().count == 1)
        #expect(problem.nodes.map(\.line) == [line + 4, line, line + 3])
        #expect(problem.description.contains("The creator of Swift.String threw an error: SomeError"))
    }

    @Test func `a decorator that throws is called one`() async {
        container.register("", for: String.self)
        container.decorate(String.self) { _ in throw SomeError() }
        let text = await problems().first?.description
        #expect(text?.hasPrefix("The decorator of Swift.String threw an error: SomeError") == true)
    }

    @Test func `a decorator of nothing and its user are one problem`() async {
        container.decorate(Session.self) { $0 }
        container.register(Int.self) { [try resolving(Session.self)].count }
        #expect(await problems().map(\.kind) == [.nothingToDecorate])
    }

    @Test func `a cycle of properties that are read in an init is a cycle`() async {
        final class Reader {
            @OptionalDependency var number: Double?
            init() throws {
                // The property would trap.
                _ = try resolving(Double.self)
            }
        }
        container.register(Int.self) { try [Reader()].count }
        container.register(Double.self) { Double(try resolving(Int.self)) }
        let found = await problems()
        #expect(found.map(\.path) == [["Double", "Int", "Double"]], "\(found)")
    }

    @Test func `a contribution that fails is blamed`() async {
        container.contribute(to: String.self) { throw SomeError() }
        let line = UInt(#line - 1)
        container.contribute(to: String.self) { "fine" }
        container.autoregister(Menu.self, initializer: Menu.init)
        #expect(await problems().map { $0.nodes.last?.line } == [line])
        let child = DependencyContainer(parent: DependencyContainer())
        child.contribute(to: Int.self, lifetime: .perContainer) { throw SomeError() }
        #expect(await child.problems(runningCreators: true).count == 1)
    }

    @Test func `a creator is blamed for a service that another container lacks`() async {
        let other = DependencyContainer()
        container.register(Int.self) { 1 }
        container.register(String.self) { "\(try other.resolving(Int.self))" }
        let problems = await problems()
        #expect(problems.map(\.service) == ["Swift.String"])
        #expect(problems[0].description.contains("Nothing is registered for Swift.Int."))
    }

    @Test func `the name of a type in a generic type keeps its dot`() {
        #expect(DependencyGraph.shortName(of: "M.G<Swift.Int>.Inner<Swift.String>") == "G<Int>.Inner<String>")
        #expect(DependencyGraph.shortName(of: "M.G<Swift.Int>.Type") == "G<Int>.Type")
    }
}
