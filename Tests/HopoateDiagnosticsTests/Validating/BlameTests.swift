import Hopoate
import HopoateDiagnostics
import Testing

/// Which registration `validate(runningCreators: true)` blames for an error of a creator.
@Suite struct BlameTests {
    private struct Menu: Sendable { init(_ items: [String]) {} }

    private let container = DependencyContainer()

    private func problems(_ container: DependencyContainer) throws -> [DependencyProblem] {
        try #require(throws: DependencyValidationError.self) { try container.validate(runningCreators: true) }.problems
    }

    private func blamed(_ container: DependencyContainer) throws -> [UInt?] {
        try problems(container).map { $0.nodes.last?.line }
    }

    @Test func `a contribution that fails is blamed`() throws {
        container.contribute(to: String.self) { throw SomeError() }
        let line = UInt(#line - 1)
        container.contribute(to: String.self) { "fine" }
        container.autoregister(Menu.self, initializer: Menu.init)
        #expect(try blamed(container) == [line])
    }

    @Test func `a contribution per container that fails is blamed`() throws {
        container.contribute(to: String.self, lifetime: .perContainer) { "fine" }
        container.contribute(to: String.self, lifetime: .perContainer) { throw SomeError() }
        let line = UInt(#line - 1)
        #expect(try blamed(DependencyContainer(parent: container)) == [line])
    }

    @Test func `a creator that fails is blamed, not its decorator`() throws {
        container.register(String.self) { throw SomeError() }
        let line = UInt(#line - 1)
        container.decorate(String.self) { $0 + "!" }
        #expect(try blamed(container) == [line])
    }

    @Test func `a creator is blamed for a service that another container lacks`() throws {
        let other = DependencyContainer()
        container.register(Int.self) { 1 }
        container.register(String.self) { "\(try other.resolving(Int.self))" }
        let line = UInt(#line - 1)
        #expect(try blamed(container) == [line])
        #expect(try problems(container)[0].description.contains("Nothing is registered for Swift.Int."))
    }
}
