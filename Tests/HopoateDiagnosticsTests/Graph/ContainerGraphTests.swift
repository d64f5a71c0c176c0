import Foundation
import Hopoate
import HopoateDiagnostics
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
        container.problems(byCreating: byCreating)
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
        #expect(graph.nodes[0].fileID == "HopoateDiagnosticsTests/ContainerGraphTests.swift")
        #expect(problems().isEmpty)
    }

    private final class Attic { init(makeTop: Provider<House>, makeMissing: Provider<Character>?) {} }
    private final class House { init(attic: Attic) {} }

    @Test func aProviderIsALazyEdgeAndNoPartOfACycle() {
        container.autoregister(House.self, lifetime: .transient, initializer: House.init)
        container.autoregister(Attic.self, initializer: Attic.init)
        #expect(
            edges(container.graph()) == [
                "House required Attic wired", "Attic lazy House wired", "Attic optional nothing wired",
            ]
        )
        #expect(problems().isEmpty)
        #expect(problems(byCreating: true).isEmpty)
    }

    @Test func aProviderOfNothingIsAProblem() {
        container.autoregister(Attic.self, initializer: Attic.init)
        #expect(problems().map(\.kind) == [.missing])
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
        container.register(Session.self, lifetime: .transient) { Session() }
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
        container.register(Session.self, lifetime: .scoped(scope)) { fatalError("Nothing is created.") }
        container.autoregister(Keeper.self, initializer: Keeper.init)
        container.autoregister(Middle.self, initializer: Middle.init)
        container.autoregister(Int.self) { (number: Double) in Int(number) }
        container.autoregister(Double.self) { (number: Int) in Double(number) }
        container.decorate(Character.self) { $0 }
        container.install(One())
        container.install(Two())
        let error = try #require(throws: DependencyValidationError.self) { try container.validate() }
        #expect(error.problems.map(\.kind) == [.captive, .missing, .cycle, .nothingToDecorate, .duplicate])
        let text = error.description
        #expect(text.contains("Keeper (cached) holds HopoateDiagnosticsTests.ContainerGraphTests.Session (scoped)"))
        #expect(text.contains("Nothing is registered for HopoateDiagnosticsTests.ContainerGraphTests.Bottom."))
        #expect(text.contains("path: Int → Double → Int"))
        #expect(text.contains("Swift.Character is decorated, but nothing is registered"))
        #expect(text.contains("Swift.String is registered by 2 modules"))
        #expect(text.contains("ContainerGraphTests.One at HopoateDiagnosticsTests/ContainerGraphTests.swift:"))
    }

    private struct One: DependencyModule {
        func register(in container: DependencyContainer) { container.register("one", for: String.self) }
    }

    private struct Two: DependencyModule {
        func register(in container: DependencyContainer) { container.register("two", for: String.self) }
    }

    @Test func creatingFindsWhatPlainClosuresLookUp() {
        let created = Counter()
        container.register(Session.self, lifetime: .cached) {
            created.increment()
            return Session()
        }
        container.register(Keeper.self, lifetime: .cached) {
            Keeper(session: try DependencyContainer.shared.resolving(Session.self))
        }
        container.register(Int.self, lifetime: .transient) {
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
        container.register(Int.self, lifetime: .cached) {
            Int(try DependencyContainer.shared.resolving(Double.self))
        }
        container.register(Double.self, lifetime: .cached) {
            Double(try DependencyContainer.shared.resolving(Int.self))
        }
        container.register(Keeper.self, lifetime: .cached) {
            Keeper(session: try DependencyContainer.shared.resolving(Session.self))
        }
        container.register(String.self, lifetime: .cached) { throw SomeError() }
        container.register(Character.self, lifetime: .cached) {
            Character(try DependencyContainer.shared.resolving(String.self))
        }
        container.register((any CustomStringConvertible).self, lifetime: .weak) { 5 }
        container.register(Float.self, asyncCreator: { 1 })
        #expect(problems().isEmpty)
        let found = problems(byCreating: true)
        #expect(
            found.map(\.kind) == [
                .cycle, .missing, .creatorFailed("SomeError(text: \"out of paper\")"), .valueHeldWeakly,
            ]
        )
        #expect(container.registrations.count == 7)
    }

    @Test func creatingLeavesOutWhatTakesAnArgument() {
        container.register(String.self, taking: Int.self) { _ in throw SomeError() }
        #expect(problems(byCreating: true).isEmpty)
    }

    @Test func aCreatorThatFailedIsReportedWithItsPath() throws {
        container.register(String.self, lifetime: .cached) { throw SomeError() }
        let line = #line - 1
        container.register(Character.self, lifetime: .cached) {
            Character(try DependencyContainer.shared.resolving(String.self))
        }
        let place = "registered at HopoateDiagnosticsTests/ContainerGraphTests.swift:"
        let error = try #require(throws: DependencyValidationError.self) { try container.validate(byCreating: true) }
        #expect(error.problems.map(\.service) == ["Swift.String"])
        #expect(
            error.description == """
                Problem 1 of 1: The creator of Swift.String threw an error: SomeError(text: "out of paper")
                    path: Character → String
                          Swift.Character, cached, \(place)\(line + 2)
                          Swift.String, cached, \(place)\(line)
                To fix this, one of:
                    1. Mend what the creator complains about.
                    2. If it cannot run in a test, register a mock of the service before validating.
                """
        )
    }

    @Test func aValueThatIsHeldWeaklyIsAProblem() throws {
        container.register((any CustomStringConvertible).self, lifetime: .weak) { 5 }
        let line = #line - 1
        // The first attempt reaches the weak service through this one, which does not mind.
        container.register(Int.self, lifetime: .cached) {
            (try? DependencyContainer.shared.resolving((any CustomStringConvertible).self)) == nil ? 0 : 1
        }
        let found = problems(byCreating: true)
        #expect(found.map(\.kind) == [.valueHeldWeakly])
        #expect(
            found.first?.description == """
                Swift.CustomStringConvertible is registered with the lifetime `weak`, but it is a value, which nobody can \
                hold for others.
                    registration: Swift.CustomStringConvertible, weak, \
                registered at HopoateDiagnosticsTests/ContainerGraphTests.swift:\(line)
                To fix this, one of:
                    1. Make it a class.
                    2. Register it with another lifetime, `cached` for example.
                """
        )
    }

    @Test(arguments: [true, false])
    func creatingRunsEachCreatorOfAChainOnce(neededFirst: Bool) throws {
        let created = Counter()
        let count = 1000
        for index in neededFirst ? Array(0..<count) : (0..<count).reversed() {
            container.register(Int.self, named: "\(index)", lifetime: .transient) {
                created.increment()
                return index == 0 ? 0 : resolve(Int.self, named: "\(index - 1)")
            }
        }
        let result = onDeepStack { [container] in container.graph(byCreating: true) }
        let graph = try #require(result)
        // Against the order of needs, the first attempt creates the service that needs nothing, the second one all.
        #expect(created.count == (neededFirst ? count : count + 1))
        #expect(graph.edges.count == count - 1)
        #expect(!graph.nodes.map(\.hasKnownDependencies).contains(false))
    }

    @Test func creatingRunsEachCreatorOfAChainThatFailsOnce() {
        let created = Counter()
        for index in 0..<100 {
            container.register(Int.self, named: "\(index)", lifetime: .transient) {
                created.increment()
                return try DependencyContainer.shared.resolving(Int.self, named: "\(index - 1)")
            }
        }
        #expect(problems(byCreating: true).map(\.kind) == [.missing])
        #expect(created.count == 100)
    }

    @Test func whatIsScopedOrExpiresIsACaptiveOfWhatIsKept() {
        let lifetimes: [Lifetime] = [.eager, .cached, .transient, .weak, .graph, .expiring(afterSeconds: 2)]
        for lifetime in lifetimes + [.scoped(DependencyScope()), .scoped(DependencyScope())] {
            let container = DependencyContainer()
            container.autoregister(Keeper.self, initializer: Keeper.init)
            container.register(Session.self, lifetime: lifetime) { Session() }
            let isCaptive = "\(lifetime)" == "scoped" || "\(lifetime)".hasPrefix("expiring")
            #expect(((try? container.validate()) == nil) == isCaptive)
        }
    }

    @Test func scopesAreToldApart() {
        let scopes = [DependencyScope(), DependencyScope()]
        container.autoregister(Keeper.self, lifetime: .scoped(scopes[0]), initializer: Keeper.init)
        let session = container.register(Session.self, lifetime: .scoped(scopes[1])) { Session() }
        #expect(problems().map(\.kind) == [.captive])
        container.remove(session)
        container.register(Session.self, lifetime: .scoped(scopes[0])) { Session() }
        #expect(problems().isEmpty)
    }

    @Test func aSynchronousCreatorThatWantsAnAsynchronousServiceIsAProblem() {
        container.register(Float.self, asyncCreator: { 1 })
        container.register(Int.self, lifetime: .cached) {
            Int(try DependencyContainer.shared.resolving(Float.self))
        }
        let found = problems(byCreating: true)
        #expect(found.count == 1)
        #expect(found.first?.path == ["Int"])
        #expect(
            found.first?.description.hasPrefix("The creator of Swift.Int threw an error: The creator of Swift.Float")
                == true
        )
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

/// Runs an operation on a thread with room for a thousand creators within one another, in a sanitizer's build too.
private func onDeepStack<Result: Sendable>(_ operation: @escaping @Sendable () -> Result) -> Result? {
    let result = Shared<Result?>(nil)
    let hasEnded = DispatchSemaphore(value: 0)
    let thread = Thread {
        result.value = operation()
        hasEnded.signal()
    }
    thread.stackSize = 1 << 28
    thread.start()
    hasEnded.wait()
    return result.value
}

private func resolveAllCharacters() -> Int { DependencyContainer.shared.resolveAll(Character.self).count }

extension DependencyKeys {
    fileprivate var graphText: DependencyKey<String> { .init { "default" } }
}
