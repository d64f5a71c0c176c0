import Hopoate
import HopoateDiagnostics
import Testing

@Suite struct ContainerGraphTests {
    let container = DependencyContainer()

    private final class Top { init(middle: Middle, label: String?, texts: [Character]) {} }
    private final class Middle { init(bottom: Bottom) {} }
    private final class Bottom { init(top: Lazy<Top>) {} }
    private final class Session {}
    private final class Screen { init(session: Session) {} }

    @Test func `a graph knows the parameters of initializers without creating anything`() {
        container.autoregister(Top.self, initializer: Top.init)
        container.autoregister(Middle.self, lifetime: .transient, initializer: Middle.init)
        container.autoregister(Bottom.self, initializer: Bottom.init)
        container.contribute(to: Character.self) { fatalError("Nothing is created.") }
        let graph = container.graph()
        #expect(graph.nodes.map(\.lifetime) == ["cached", "transient", "cached", "cached"])
        #expect(graph.nodes.map(\.kind) == [.service, .service, .service, .contribution])
        #expect(graph.nodes.map(\.hasKnownDependencies) == [true, true, true, false])
        #expect(
            graph.arrows == [
                "Top required Middle wired", "Top optional nothing wired", "Top contributions Character wired",
                "Middle required Bottom wired", "Bottom lazy Top wired",
            ]
        )
        #expect(container.problems().isEmpty)
    }

    @Test func `the registrations of parents come first and answer`() {
        let child = DependencyContainer(parent: container)
        child.autoregister(Screen.self, lifetime: .transient, initializer: Screen.init)
        container.register(Session.self, lifetime: .transient) { Session() }
        child.decorate(Session.self) { $0 }
        let graph = child.graph()
        #expect(graph.arrows == ["Screen required Session wired", "Session decorates Session declared"])
        #expect(graph.edges.map(\.to) == [2, 0])
        #expect((try? child.validate()) != nil)
    }

    @Test func `a provider is connected with what takes an argument`() {
        container.autoregister(Int.self) { (_: Provider<Session>, _: Provider<Screen>?) in 1 }
        #expect(container.problems().map(\.path) == [["Int", "Session"]])
        container.register(Session.self, taking: Int.self) { _ in Session() }
        container.register(Session.self, taking: String.self) { _ in Session() }
        container.register(Session.self, taking: String.self, named: "other") { _ in Session() }
        container.register(Screen.self, taking: Int.self) { _ in Screen(session: Session()) }
        // The arrows name the last part of 'Session taking Int'.
        #expect(
            container.graph().arrows == [
                "Int provider Int wired", "Int provider String wired", "Int provider Int wired",
            ]
        )
        #expect(container.problems().isEmpty)
        container.register(Session(), for: Session.self)
        #expect(container.graph().arrows == ["Int provider Session wired", "Int provider Int wired"])
    }

    @Test func `creating finds what closures look up`() async {
        let created = Counter()
        container.register(Session.self, lifetime: .cached) {
            created.increment()
            return Session()
        }
        container.register(Screen.self, lifetime: .cached) {
            Screen(session: try DependencyContainer.shared.resolving(Session.self))
        }
        container.register(Int.self, lifetime: .transient) {
            _ = resolve(Screen.self)
            return resolveAllCharacters()
        }
        container.contribute(to: Character.self) { "c" }
        let graph = await container.graph(runningCreators: true)
        #expect(
            graph.arrows == [
                "Screen required Session seen", "Int required Screen seen", "Int contributions Character seen",
            ]
        )
        #expect(!graph.nodes.map(\.hasKnownDependencies).contains(false))
        #expect(created.count == 1)
        #expect(container.graph().edges.isEmpty)
        #expect(await container.problems(runningCreators: true).isEmpty)
    }

    @Test func `a creator that fails is reported with its path`() async throws {
        container.register(String.self, lifetime: .cached) { throw SomeError() }
        let line = #line - 1
        container.register(Character.self, lifetime: .cached) {
            Character(try DependencyContainer.shared.resolving(String.self))
        }
        let place = "registered at HopoateDiagnosticsTests/ContainerGraphTests.swift:"
        let error = try await #require(throws: DependencyValidationError.self) {
            try await container.validate(runningCreators: true)
        }
        #expect(error.problems.map(\.service) == ["Swift.String"])
        #expect(
            error.description == """
                Problem 1 of 1: The creator of Swift.String threw an error: SomeError(text: "out of paper")
                    path: Character → String
                          Swift.Character, cached, \(place)\(line + 2)
                          Swift.String, cached, \(place)\(line)
                To fix this, one of:
                    1. Fix the cause of the error.
                    2. If it cannot run in a test, register a stub of the service in the checked container, before the check.
                """
        )
    }

    @Test func `a graph shows a default once it was resolved`() {
        // The `AutoRegistering` of this process registers only in containers that a test has named.
        #expect(container.graph().nodes.isEmpty)
        container.register(\.graphText) { "registered" }
        _ = DependencyContainer().resolve(\.graphText)
        #expect(container.graph().nodes.map(\.kind) == [.service])
        let other = DependencyContainer()
        _ = other.resolve(\.graphText)
        #expect(other.graph().nodes.map(\.kind) == [.default])
    }
}

private func resolveAllCharacters() -> Int { DependencyContainer.shared.resolveAll(Character.self).count }

extension DependencyKeys {
    fileprivate var graphText: DependencyKey<String> { .init { "default" } }
}
