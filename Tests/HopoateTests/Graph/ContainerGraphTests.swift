import Hopoate
import Testing

@Suite struct ContainerGraphTests {
    let container = DependencyContainer()

    private final class Top { init(middle: Middle, label: String?, texts: [Character]) {} }
    private final class Middle { init(bottom: Bottom) {} }
    private final class Bottom { init(top: Lazy<Top>) {} }
    private final class Session {}
    private final class Keeper { init(session: Session) {} }

    private func registerTower() {
        container.autoregister(Top.self, initializer: Top.init)
        container.autoregister(Middle.self, lifetime: .transient, initializer: Middle.init)
        container.autoregister(Bottom.self, initializer: Bottom.init)
    }

    private func problems(byCreating: Bool = false) -> [DependencyProblem] {
        do {
            try container.validate(byCreating: byCreating)
            return []
        } catch {
            return error.problems
        }
    }

    private func edges(_ graph: DependencyGraph) -> [String] {
        graph.edges.map { edge in
            let name = { (id: Int) in String(graph.nodes[id].service.split(separator: ".").last ?? "") }
            let target = edge.to.map(name) ?? "nothing"
            return "\(name(edge.from)) \(edge.kind) \(target) \(edge.origin)"
        }
    }

    @Test func whatIsWiredIsKnownWithoutCreating() {
        registerTower()
        container.contribute(to: Character.self) { fatalError("Nothing is created.") }
        let graph = container.graph()
        #expect(graph.nodes.map(\.lifetime) == ["cached", "transient", "cached", "cached"])
        #expect(graph.nodes.map(\.kind) == [.service, .service, .service, .contribution])
        #expect(graph.nodes.map(\.hasKnownDependencies) == [true, true, true, false])
        #expect(
            edges(graph) == [
                "Top required Middle wired", "Top optional nothing wired", "Top contributions Character wired",
                "Middle required Bottom wired", "Bottom lazy Top wired",
            ]
        )
        #expect(graph.nodes[0].fileID == "HopoateTests/ContainerGraphTests.swift")
        #expect(problems().isEmpty)
    }

    @Test func whatIsDeclaredIsKnownToo() {
        container.register("text", for: String.self)
        container.register(service: Int.self, lifetime: .cached, requires: String.self, Lazy<Double>.self) { 1 }
        container.register(service: Float.self, requires: Int?.self) { 1 }
        container.register(service: Double.self, lifetime: .transient) { 1 }
        #expect(
            edges(container.graph()) == [
                "Int required String declared", "Int lazy Double declared", "Float optional Int declared",
            ]
        )
    }

    @Test func decoratorsAndCoveredRegistrationsAreShown() {
        container.register("old", for: String.self)
        container.register("new", for: String.self)
        container.decorate(String.self) { $0 }
        let graph = container.graph()
        #expect(graph.nodes.map(\.answers) == [false, false, true])
        #expect(graph.nodes.map(\.kind) == [.service, .service, .decorator])
        #expect(graph.edges.map(\.to) == [1])
        #expect(graph.edges.map(\.kind) == [.decorates])
    }

    @Test func parentsComeFirstAndAnswer() {
        let child = DependencyContainer(parent: container)
        child.autoregister(Keeper.self, lifetime: .transient, initializer: Keeper.init)
        container.register(service: Session.self, lifetime: .transient) { Session() }
        child.decorate(Session.self) { $0 }
        let graph = child.graph()
        #expect(graph.nodes.map(\.id) == [0, 1, 2])
        #expect(edges(graph) == ["Keeper required Session wired", "Session decorates Session declared"])
        #expect(graph.edges.map(\.to) == [2, 0])
        #expect((try? child.validate()) != nil)
    }

    @Test func aParentsServiceDoesNotFindItsChilds() throws {
        let child = DependencyContainer(parent: container)
        container.autoregister(Keeper.self, initializer: Keeper.init)
        child.register(Session(), for: Session.self)
        let error = try #require(throws: DependencyValidationError.self) { try child.validate() }
        #expect(error.problems.map(\.kind) == [.missing])
    }

    @Test func everyProblemIsFoundAtOnce() throws {
        let scope = DependencyScope()
        container.register(service: Session.self, lifetime: .scoped(scope)) { fatalError("Nothing is created.") }
        container.autoregister(Keeper.self, initializer: Keeper.init)
        container.autoregister(Middle.self, initializer: Middle.init)
        container.register(service: Int.self, lifetime: .cached, requires: Double.self) { 1 }
        container.register(service: Double.self, lifetime: .cached, requires: Int.self) { 1 }
        container.decorate(Character.self) { $0 }
        container.install(One())
        container.install(Two())
        let error = try #require(throws: DependencyValidationError.self) { try container.validate() }
        #expect(error.problems.map(\.kind) == [.captive, .missing, .cycle, .nothingToDecorate, .duplicate])
        let text = error.description
        #expect(text.contains("Keeper (cached) holds HopoateTests.ContainerGraphTests.Session (scoped), which can end"))
        #expect(text.contains("Nothing is registered for HopoateTests.ContainerGraphTests.Bottom."))
        #expect(text.contains("path: Int → Double → Int"))
        #expect(text.contains("Swift.Character is decorated, but nothing is registered"))
        #expect(text.contains("Swift.String is registered by 2 modules"))
        #expect(text.contains("ContainerGraphTests.One at HopoateTests/ContainerGraphTests.swift:"))
    }

    private struct One: DependencyModule {
        func register(in container: DependencyContainer) { container.register("one", for: String.self) }
    }

    private struct Two: DependencyModule {
        func register(in container: DependencyContainer) { container.register("two", for: String.self) }
    }

    @Test func creatingFindsWhatPlainClosuresLookUp() {
        let created = Counter()
        container.register(service: Session.self, lifetime: .cached) {
            created.increment()
            return Session()
        }
        container.register(service: Keeper.self, lifetime: .cached) {
            Keeper(session: try DependencyContainer.shared.resolving(Session.self))
        }
        container.register(service: Int.self, lifetime: .transient) {
            _ = resolve(Keeper.self)
            return resolveAllCharacters()
        }
        container.contribute(to: Character.self) { "c" }
        let graph = container.graph(byCreating: true)
        #expect(
            edges(graph) == [
                "Keeper required Session seen", "Int required Keeper seen", "Int contributions Character seen",
            ]
        )
        #expect(!graph.nodes.map(\.hasKnownDependencies).contains(false))
        #expect(created.count == 1)
        #expect(edges(container.graph()).isEmpty)
        #expect(problems(byCreating: true).isEmpty)
    }

    @Test func creatingFindsProblemsThatPlainClosuresHide() throws {
        container.register(service: Int.self, lifetime: .cached) {
            Int(try DependencyContainer.shared.resolving(Double.self))
        }
        container.register(service: Double.self, lifetime: .cached) {
            Double(try DependencyContainer.shared.resolving(Int.self))
        }
        container.register(service: Keeper.self, lifetime: .cached) {
            Keeper(session: try DependencyContainer.shared.resolving(Session.self))
        }
        container.register(service: String.self, lifetime: .cached) { throw SomeError() }
        container.register(service: Character.self, lifetime: .cached) {
            Character(try DependencyContainer.shared.resolving(String.self))
        }
        container.register(service: (any CustomStringConvertible).self, lifetime: .weak) { 5 }
        container.register(service: Float.self, asyncCreator: { 1 })
        #expect(problems().isEmpty)
        let found = problems(byCreating: true)
        #expect(
            found.map(\.kind) == [
                .cycle, .missing, .creatorFailed("SomeError(text: \"out of paper\")"), .valueHeldWeakly,
            ]
        )
        #expect(container.registrations.count == 7)
    }

    @Test func aSynchronousCreatorThatWantsAnAsynchronousServiceIsAProblem() {
        container.register(service: Float.self, asyncCreator: { 1 })
        container.register(service: Int.self, lifetime: .cached) {
            Int(try DependencyContainer.shared.resolving(Float.self))
        }
        let found = problems(byCreating: true)
        #expect(found.count == 1)
        #expect(found.first?.path == ["Int", "Float"])
        #expect(found.first?.description.contains("is asynchronous") == true)
    }

    @Test func theSameRegistrationsGiveTheSameGraph() {
        func make() -> DependencyGraph {
            let container = DependencyContainer()
            for number in 0..<50 {
                container.register(number, for: Int.self, named: "\(number)")
                container.autoregister(String.self, named: "\(number)") { (number: Int?) in "\(number ?? 0)" }
            }
            return container.graph()
        }
        #expect(make() == make())
        #expect(make().mermaid == make().mermaid)
    }

    @Test func automaticRegistrationsAreInIt() {
        // This test process has an `AutoRegistering`, which leaves containers alone that no test has asked it about.
        #expect(container.graph().nodes.isEmpty)
        container.register(\.graphText) { "registered" }
        _ = DependencyContainer().resolve(\.graphText)
        #expect(container.graph().nodes.map(\.kind) == [.service])
        let other = DependencyContainer()
        _ = other.resolve(\.graphText)
        #expect(other.graph().nodes.map(\.kind) == [.default])
    }

    @Test func drawingWhileOthersRegisterIsSafe() {
        let container = container
        let haveEnded = onThreads(4) { index in
            for round in 0..<100 {
                if index == 0 {
                    _ = container.graph().nodes.count
                } else {
                    let token = container.register(round, for: Int.self, named: "\(index)")
                    container.decorate(Int.self, named: "\(index)") { $0 }
                    container.remove(token)
                }
            }
        }
        #expect(haveEnded)
    }
}

private func resolveAllCharacters() -> Int { DependencyContainer.shared.resolveAll(Character.self).count }

extension DependencyKeys {
    fileprivate var graphText: DependencyKey<String> { .init { "default" } }
}
