import Hopoate
import HopoateDiagnostics
import Testing

/// Properties of the objects that creators return.
@Suite struct GraphOfPropertiesTests {
    private final class Screen { @Dependency var session: Session }
    private final class Session { @Dependency var screen: Screen }
    private final class Settings { @OptionalDependency var text: String? }
    private final class Child { @WeakDependency var parent: Parent? }
    private final class Parent { init(_ child: Child) {} }
    private final class Toolbar { @Dependency var items: [Settings] }
    private final class Defaults { @Dependency(\.ofProperty) var value }

    let container = DependencyContainer()

    private func problems(of container: DependencyContainer? = nil) async -> [DependencyProblem] {
        await (container ?? self.container).problems(runningCreators: true)
    }

    private func arrows(of container: DependencyContainer? = nil) async -> [String] {
        await (container ?? self.container).graph(runningCreators: true).arrows
    }

    @Test func `properties are edges that close no cycle`() async {
        container.register(Screen.self, lifetime: .transient) { Screen() }
        container.register(Session.self) { Session() }
        #expect(container.graph().edges.isEmpty)
        #expect(await arrows() == ["Screen property Session seen", "Session property Screen seen"])
        #expect(await problems().isEmpty)
        let graph = await container.graph(runningCreators: true)
        #expect(graph.description.contains("└── property, seen: Session"))
        #expect(graph.mermaid.contains("-.->|property, seen|"))
        #expect(graph.dot.contains("style=dashed"))
    }

    @Test func `a missing service of an optional property is no problem`() async {
        container.register(Settings.self) { Settings() }
        container.register(Child.self) { Child() }
        #expect(await arrows().isEmpty)
        #expect(await problems().isEmpty)
        container.register("", for: String.self)
        container.register(Parent.self) { Parent(resolve(Child.self)) }
        #expect(
            await arrows() == [
                "Settings property String seen", "Child property Parent seen", "Parent required Child seen",
            ]
        )
        #expect(await problems().isEmpty)
    }

    @Test func `a property with a list uses contributions, or the registered list`() async {
        container.register(Toolbar.self) { Toolbar() }
        #expect(await problems().isEmpty)
        let list = container.register([Settings()], for: [Settings].self)
        #expect(await arrows() == ["Toolbar property Settings> seen"])
        container.remove(list)
        container.contribute(to: Settings.self) { Settings() }
        #expect(await arrows() == ["Toolbar property Settings seen"])
        #expect(await problems().isEmpty)
    }

    @Test func `the default of a property's key is in the graph`() async {
        container.register(Defaults.self) { Defaults() }
        #expect(container.graph().nodes.count == 1)
        // The default is tried, too.
        #expect(await arrows() == ["Defaults property Character> seen", "Character> required nothing seen"])
        #expect(await problems().map(\.path.last) == ["String"])
    }

    @Test func `a property looks up its service in its own container`() async {
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
            await arrows(of: child) == [
                "Screen property nothing seen", "Session property Screen seen", "Bool property Int seen",
            ]
        )
        #expect(await child.graph(runningCreators: true).edges.last?.to == 0)
        #expect(await problems(of: child).map(\.path) == [["Screen", "Session"]])
        #expect(await problems(of: child)[0].description.contains("registered only in a child: "))
    }
}

extension DependencyKeys {
    fileprivate var ofProperty: DependencyKey<[Character]> {
        .init { Array(try DependencyContainer.shared.resolving(String.self)) }
    }
}
