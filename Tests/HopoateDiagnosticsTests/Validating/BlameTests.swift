import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

/// Whom `validate(byCreating: true)` blames for what a creator throws.
@Suite struct BlameTests {
    private struct Menu: Sendable {
        init(_ items: [String]) {}
    }

    private let container = DependencyContainer()

    private func problems(_ container: DependencyContainer) throws -> [DependencyProblem] {
        try #require(throws: DependencyValidationError.self) { try container.validate(byCreating: true) }.problems
    }

    private func blamed(_ container: DependencyContainer) throws -> [UInt?] {
        try problems(container).map { $0.nodes.last?.line }
    }

    @Test func theContributionThatFails() throws {
        container.contribute(to: String.self) { throw SomeError() }
        let line = UInt(#line - 1)
        container.contribute(to: String.self) { "fine" }
        container.autoregister(Menu.self, initializer: Menu.init)
        #expect(try blamed(container) == [line])
    }

    @Test func theContributionThatMissesSomething() throws {
        container.contribute(to: String.self) { "\(try DependencyContainer.shared.resolving(Int.self))" }
        let line = UInt(#line - 1)
        container.contribute(to: String.self) { "fine" }
        container.autoregister(Menu.self, initializer: Menu.init)
        #expect(try problems(container).flatMap { $0.nodes.map(\.line) } == [line])
    }

    @Test func bothContributionsThatFail() throws {
        container.contribute(to: String.self) { throw SomeError(text: "one") }
        container.contribute(to: String.self) { throw SomeError(text: "two") }
        container.register(Int.self) { try DependencyContainer.shared.resolvingAll(String.self).count }
        let text = try "\(problems(container))"
        #expect(text.contains("one") && text.contains("two"))
    }

    @Test func theContributionForEachContainerThatFails() throws {
        container.contribute(to: String.self, lifetime: .perContainer) { "fine" }
        container.contribute(to: String.self, lifetime: .perContainer) { throw SomeError() }
        let line = UInt(#line - 1)
        container.contribute(to: String.self, lifetime: .perContainer) { "fine" }
        #expect(try blamed(DependencyContainer(parent: container)) == [line])
    }

    @Test func whatIsDecoratedAndFails() throws {
        container.register(String.self) { throw SomeError() }
        let line = UInt(#line - 1)
        container.decorate(String.self) { $0 + "!" }
        #expect(try blamed(container) == [line])
    }

    @Test func whatIsDecoratedAndMissesSomething() throws {
        container.register(String.self) { "\(try DependencyContainer.shared.resolving(Int.self))" }
        let line = UInt(#line - 1)
        container.decorate(String.self) { $0 + "!" }
        #expect(try problems(container).flatMap { $0.nodes.map(\.line) } == [line])
    }

    @Test func whatAChildDecoratesAndTheParentFailsToMake() throws {
        container.register(String.self) { throw SomeError() }
        let line = UInt(#line - 1)
        let child = DependencyContainer(parent: container)
        child.decorate(String.self) { $0 + "!" }
        #expect(try blamed(child) == [line])
    }

    @Test func theValueThatIsHeldWeaklyBelowADecorator() throws {
        container.register((any Sendable).self, lifetime: .weak) { 1 }
        let line = UInt(#line - 1)
        container.decorate((any Sendable).self) { $0 }
        #expect(try blamed(container) == [line])
    }

    @Test func aChildsServiceThatFailsAndNotTheParents() throws {
        container.register(Int.self) { 1 }
        let line = UInt(#line - 1)
        container.register(String.self, lifetime: .transient) {
            "\(try DependencyContainer.shared.resolving(Int.self))"
        }
        let child = DependencyContainer(parent: container)
        child.register(Int.self) { throw SomeError() }
        #expect(try !blamed(child).contains(line))
    }

    @Test func aChildsServiceThatMissesSomethingAndNotTheParents() throws {
        container.register(Int.self) { 1 }
        let line = UInt(#line - 1)
        container.register(String.self, lifetime: .transient) {
            "\(try DependencyContainer.shared.resolving(Int.self))"
        }
        let child = DependencyContainer(parent: container)
        child.register(Int.self) { Int(try DependencyContainer.shared.resolving(Double.self)) }
        #expect(try !problems(child).contains { $0.nodes.contains { $0.line == line } })
    }

    // MARK: - What the graph does not show

    @Test func whatIsMissingInAnotherContainer() throws {
        let other = DependencyContainer()
        container.register(Int.self) { 1 }
        container.register(String.self) { "\(try other.resolving(Int.self))" }
        let line = UInt(#line - 1)
        #expect(try blamed(container) == [line])
        #expect(try problems(container)[0].description.contains("Nothing is registered for Swift.Int."))
    }

    @Test func whatIsMissingInAParent() throws {
        let parent = container
        let child = DependencyContainer(parent: parent)
        child.register(Int.self) { 1 }
        child.register(String.self) { "\(try parent.resolving(Int.self))" }
        let line = UInt(#line - 1)
        #expect(try blamed(child) == [line])
    }

    @Test func aCycleOfAnotherContainersServices() throws {
        let other = DependencyContainer()
        other.register(Int.self) { Int(try DependencyContainer.shared.resolving(Double.self)) }
        other.register(Double.self) { Double(try DependencyContainer.shared.resolving(Int.self)) }
        container.register(String.self) { "\(try other.resolving(Int.self))" }
        let line = UInt(#line - 1)
        #expect(try blamed(container) == [line])
    }
}

/// Graphs of unusual registrations.
@Suite struct UnusualGraphTests {
    private enum MenuBar {
        struct Item: Sendable {}
    }
    private enum Shop {
        struct Item: Sendable {}
    }

    private let container = DependencyContainer()

    @Test func whatNeverExpiresIsWrittenAsJSON() throws {
        container.register(Int.self, lifetime: .expiring(afterSeconds: .infinity)) { 1 }
        let data = try JSONEncoder().encode(container.graph())
        #expect(try JSONDecoder().decode(DependencyGraph.self, from: data) == container.graph())
    }

    @Test func aMetatypeHasTheNameOfItsType() {
        container.register(Logger.self, for: Logger.Type.self)
        #expect(container.graph().description.hasPrefix("Logger.Type ("))
    }

    @Test func contributionsOfOneShortNameAreToldApart() {
        container.contribute(to: MenuBar.Item.self) { MenuBar.Item() }
        container.contribute(to: Shop.Item.self) { Shop.Item() }
        #expect(container.graph().description.contains("MenuBar.Item ("))
        #expect(container.graph().description.contains("Shop.Item ("))
    }

    @Test func aNameOfTwoLinesStandsInOne() {
        container.register(1, for: Int.self, named: "a\nb")
        #expect(container.graph().description.hasPrefix("Int \"a b\" ("))
    }

    @Test func defaultsOfTheProcessWideContainerAreInTheOrderOfTheirDecorators() {
        let tokens = (0..<12).map { number in DependencyContainer.shared.decorate(\.[graphed: number]) { $0 + 1 } }
        let mine = DependencyContainer.shared.graph().nodes.filter { $0.fileID == #fileID }
        for token in tokens { DependencyContainer.shared.remove(token) }
        #expect(mine.filter { $0.kind == .decorator }.map(\.name) == mine.filter { $0.kind == .default }.map(\.name))
    }
}

extension DependencyKeys {
    fileprivate subscript(graphed number: Int) -> DependencyKey<Int> { .init { number } }
}
