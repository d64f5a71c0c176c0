import Hopoate
import HopoateDiagnostics
import Testing

/// An eager creator that resolves its own service finds the registration below, at each run.
@Suite struct EagerWrapperTests {
    let container = DependencyContainer()

    @discardableResult private func wrap(in container: DependencyContainer) -> ServiceRegistration<Int> {
        container.register(service: Int.self) { try DependencyContainer.shared.resolving(Int.self) + 1 }
    }

    @Test(arguments: [(false, 5, 50), (true, 3, 30)])
    func `an eager creator wraps the service below`(_ isInChild: Bool, _ afterReset: Int, _ decorated: Int) async throws
    {
        let below = container.register(1, for: Int.self)
        let container = isInChild ? DependencyContainer(parent: container) : container
        wrap(in: container)
        let token = container.autoregister(Int.self, lifetime: .eager, initializer: { (below: Int) in below + 1 })
        #expect(try container.resolving(Int.self) == 3)
        #expect(try container.fork().resolving(Int.self) == 3)
        try container.validate()
        try await container.validate(runningCreators: true)
        self.container.register(5, for: Int.self)
        self.container.remove(below)
        container.reset(token)
        #expect(try container.resolving(Int.self) == afterReset)
        container.decorate(Int.self) { $0 * 10 }
        #expect(try container.resolving(Int.self) == decorated)
    }

    @Test func `an eager creator may check whether it is the first`() {
        container.register(service: String.self) { container.optionalResolve(String.self) ?? "first" }
        #expect(container.resolve(String.self) == "first")
    }

    @Test(arguments: [true, false]) func `an eager creator with nothing below is a cycle`(_ isInChild: Bool) {
        let container = isInChild ? DependencyContainer(parent: container) : container
        let below = container.register(1, for: Int.self)
        let token = wrap(in: container)
        container.remove(below)
        container.reset(token)
        #expect(failure { try container.resolving(Int.self) } == "cycle: Int → Int")
    }
}
