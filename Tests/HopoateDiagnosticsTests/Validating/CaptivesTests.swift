import Hopoate
import HopoateDiagnostics
import Testing

private final class Session: Sendable {}
private final class Visit: Sendable { init(_ session: Session) {} }
private final class Screen: Sendable {}

/// A service that holds one which can end first, or which belongs to another container.
@Suite struct CaptivesTests {
    private let container = DependencyContainer()
    private let scope = DependencyScope()

    /// The paths of the problems, all of which are captives.
    private func captives(_ container: DependencyContainer, runningCreators isCreating: Bool = false) async
        -> [[String]]
    {
        let problems = await container.problems(runningCreators: isCreating)
        #expect(problems.allSatisfy { $0.kind == .captive })
        return problems.map(\.path)
    }

    @Test func `a provider holds nothing`() async {
        container.register(Session.self, lifetime: .scoped(scope)) { Session() }
        container.autoregister(Screen.self) { (_: Provider<Session>) in Screen() }
        container.autoregister(Screen.self, named: "lazy") { (_: Lazy<Provider<Session>>) in Screen() }
        container.autoregister(Screen.self, named: "of lazy") { (_: Provider<Lazy<Session>>) in Screen() }
        container.autoregister(Screen.self, named: "optional") { (_: Provider<Session>?) in Screen() }
        #expect(container.problems().isEmpty)
        #expect(container.graph().arrows == Array(repeating: "Screen provider Session wired", count: 4))
        container.autoregister(Screen.self, named: "held") { (_: Lazy<Session>) in Screen() }
        #expect(await captives(container) == [["Screen \"held\"", "Session"]])
    }

    @Test func `a provider of a missing service is reported, and closes no cycle`() {
        container.autoregister(Screen.self) { (_: Provider<Session>, _: Provider<Screen>) in Screen() }
        #expect(container.problems().map(\.path) == [["Screen", "Session"]])
        #expect(container.problems().map(\.kind) == [.missing])
        let graph = container.graph()
        #expect(graph.description.contains("provider: Session (not registered)"))
        #expect(graph.mermaid.contains("-.->|provider|"))
    }

    @Test(arguments: [true, false])
    func `the cause below a decorator is on the path`(runningCreators isCreating: Bool) async {
        let line = UInt(#line + 1)
        container.register(Session.self, lifetime: .scoped(scope)) { Session() }
        container.decorate(Session.self) { $0 }
        container.decorate(Session.self) { $0 }
        container.autoregister(Visit.self, initializer: Visit.init)
        let problems = await container.problems(runningCreators: isCreating)
        #expect(problems.map(\.path) == [["Visit", "Session", "Session", "Session"]])
        #expect(problems.first?.nodes.last?.line == line)
        let text = problems.first?.description ?? ""
        #expect(text.contains("Visit (cached) holds HopoateDiagnosticsTests.Session (scoped), whose"), "\(text)")
    }

    @Test(arguments: [Lifetime.cached, .eager, .scoped(DependencyScope())])
    func `a parent's service that holds an instance per container is reported for a child`(lifetime: Lifetime) async {
        container.register(Session.self, lifetime: .perContainer) { Session() }
        container.autoregister(Visit.self, lifetime: lifetime, initializer: Visit.init)
        container.register(Screen.self, lifetime: lifetime) {
            _ = resolve(Session.self)
            return Screen()
        }
        let child = DependencyContainer(parent: container)
        #expect(await container.problems(runningCreators: true).isEmpty)
        #expect(await captives(child) == [["Visit", "Session"]])
        #expect(await captives(child, runningCreators: true) == [["Visit", "Session"], ["Screen", "Session"]])
        let text = child.problems().first?.description ?? ""
        let module = "HopoateDiagnosticsTests"
        #expect(
            text.hasPrefix(
                "\(module).Visit (\(lifetime)) holds \(module).Session (perContainer), of which each child has its own.\n"
            )
        )
        #expect(text.contains("1. Give the holder the lifetime `perContainer` too."))
    }

    @Test func `a service of the child, or one for each container, may hold an instance per container`() async {
        container.register(Session.self, lifetime: .perContainer) { Session() }
        container.autoregister(Visit.self, lifetime: .perContainer, initializer: Visit.init)
        container.autoregister(Screen.self) { (_: Provider<Session>) in Screen() }
        let child = DependencyContainer(parent: container)
        child.autoregister(Int.self) { (_: Visit, _: Session) in 1 }
        #expect(await child.problems(runningCreators: true).isEmpty)
    }

    @Test func `an optional parameter needs a registered optional if there is no service`() {
        container.register(Session(), for: Session?.self)
        container.autoregister(Screen.self) { (_: Session?) in Screen() }
        #expect(container.graph().edges.map(\.to) == [0])
        #expect(container.graph().edges.map(\.kind) == [.optional])
        container.register(Session(), for: Session.self)
        #expect(container.graph().edges.map(\.to) == [2])
    }
}
