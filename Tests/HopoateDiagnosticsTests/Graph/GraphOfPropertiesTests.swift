import Hopoate
import HopoateDiagnostics
import Testing

/// Properties of what creators make.
@Suite struct GraphOfPropertiesTests {
    private final class Screen { @Dependency var session: Session }
    private final class Session { @Dependency var screen: Screen }
    private final class Settings { @OptionalDependency var text: String? }
    private final class Child { @WeakDependency var parent: Parent? }
    private final class Parent { init(_ child: Child) {} }
    private final class Defaults { @Dependency(\.ofProperty) var value }
    private final class Eager {
        @Dependency var text: String
        var number = 0

        init() { number = text.count }
    }

    let container = DependencyContainer()

    private func problems(of container: DependencyContainer? = nil) -> [DependencyProblem] {
        (container ?? self.container).problems(byCreating: true)
    }

    private func edges(of container: DependencyContainer? = nil) -> [String] {
        let graph = (container ?? self.container).graph(byCreating: true)
        return graph.edges.map { edge in
            let name = { (id: Int) in String(graph.nodes[id].service.split(separator: ".").last ?? "") }
            return "\(name(edge.from)) \(edge.kind) \(edge.to.map(name) ?? "nothing") \(edge.origin)"
        }
    }

    @Test func propertiesAreEdgesThatCloseNoCycle() {
        container.register(Screen.self, lifetime: .transient) { Screen() }
        container.register(Session.self) { Session() }
        #expect(container.graph().edges.isEmpty)
        #expect(edges() == ["Screen property Session seen", "Session property Screen seen"])
        #expect(problems().isEmpty)
        let graph = container.graph(byCreating: true)
        #expect(graph.description.contains("└── property, seen: Session"))
        #expect(graph.mermaid.contains("-.->|property, seen|"))
        #expect(graph.dot.contains("style=dashed"))
    }

    @Test func aMissingServiceOfAPropertyIsReported() throws {
        container.register(Screen.self) { Screen() }
        let problem = try #require(problems().first)
        #expect(problems().count == 1)
        #expect(problem.kind == .missing)
        #expect(problem.path == ["Screen", "Session"])
        #expect(problem.description.hasPrefix("Nothing is registered for HopoateDiagnosticsTests."))
        try container.validate()
    }

    @Test func whatMayBeMissingIsNoProblem() {
        container.register(Settings.self) { Settings() }
        container.register(Child.self) { Child() }
        #expect(edges().isEmpty)
        #expect(problems().isEmpty)
        container.register("", for: String.self)
        container.register(Parent.self) { Parent(resolve(Child.self)) }
        #expect(
            edges() == [
                "Settings property String seen", "Child property Parent seen", "Parent required Child seen",
            ]
        )
        #expect(problems().isEmpty)
    }

    @Test func whatACreatorReadsAtOnceIsRequired() {
        container.register(Eager.self) { Eager() }
        container.register("text", for: String.self)
        #expect(edges() == ["Eager required String seen"])
    }

    @Test func theDefaultOfAPropertysKeyIsThere() {
        container.register(Defaults.self) { Defaults() }
        #expect(container.graph().nodes.count == 1)
        // The default is tried, too.
        #expect(edges() == ["Defaults property Character> seen", "Character> required nothing seen"])
        #expect(problems().map(\.path.last) == ["String"])
    }

    @Test func aPropertyLooksInItsOwnContainer() {
        let child = DependencyContainer(parent: container)
        let elsewhere = DependencyContainer()
        container.register(1, for: Int.self)
        child.register(2, for: Int.self)
        container.register(Screen.self) { Screen() }
        child.register(Session.self) { Session() }
        child.register(Bool.self) { [container] in Dependency<Int>(container: container).container === container }
        child.register(Double.self) { Dependency<Double>(container: elsewhere).wrappedValue }
        elsewhere.register(1.5, for: Double.self)
        #expect(
            edges(of: child) == [
                "Screen property nothing seen", "Session property Screen seen", "Bool property Int seen",
            ]
        )
        #expect(child.graph(byCreating: true).edges.last?.to == 0)
        #expect(problems(of: child).map(\.path) == [["Screen", "Session"]])
        #expect(problems(of: child)[0].description.contains("only a child has it: "))
    }

    @Test func propertiesOfNobodyAndOfInnerTrialsAreNoEdges() {
        container.register(Screen.self) { Screen() }
        container.register(Session.self) { Session() }
        container.register(String.self) {
            let inner = DependencyContainer()
            inner.register(Settings.self) { Settings() }
            return inner.graph(byCreating: true).description
        }
        let screen = Screen()
        #expect(edges() == ["Screen property Session seen", "Session property Screen seen"])
        withExtendedLifetime(screen) {}
    }

    @Test func eachServiceIsTriedOnceAlsoWhenCreatorsRegisterOthers() {
        let runs = Counter()
        container.register(Int.self, lifetime: .transient) {
            resolve(DependencyContainer.self).register("text", for: String.self)
            return runs.increment()
        }
        container.register(DependencyContainer.self) { .shared }
        _ = container.graph(byCreating: true)
        #expect(runs.count == 1)
    }
}

extension DependencyKeys {
    fileprivate var ofProperty: DependencyKey<[Character]> {
        .init { Array(try DependencyContainer.shared.resolving(String.self)) }
    }
}
