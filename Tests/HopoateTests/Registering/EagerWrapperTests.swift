import Hopoate
import HopoateDiagnostics
import Testing

/// An eager creator that looks its own service up finds the one below, when it is registered and when it runs again.
@Suite struct EagerWrapperTests {
    private struct Failure: Error {}

    let container = DependencyContainer()

    @discardableResult
    private func wrap(in container: DependencyContainer) -> ServiceRegistration<Int> {
        container.register(service: Int.self) { try DependencyContainer.shared.resolving(Int.self) + 1 }
    }

    @Test func aForkWrapsTheServiceBelowToo() throws {
        container.register(1, for: Int.self)
        wrap(in: container)
        wrap(in: container)
        #expect(container.resolve(Int.self) == 3)
        #expect(try container.fork().resolving(Int.self) == 3)
    }

    @Test func aChildWrapsTheServiceOfItsParent() throws {
        container.register(1, for: Int.self)
        let child = DependencyContainer(parent: container)
        wrap(in: child)
        #expect(child.resolve(Int.self) == 2)
        #expect(try child.fork().resolving(Int.self) == 2)
    }

    @Test func itWrapsTheServiceBelowAgainWhenItIsReset() throws {
        let below = container.register(1, for: Int.self)
        let token = wrap(in: container)
        container.remove(below)
        container.register(5, for: Int.self)
        container.reset(token)
        #expect(try container.resolving(Int.self) == 5)
    }

    @Test func itIsTriedAgainWhenItHasFailed() throws {
        container.register(1, for: Int.self)
        let runs = Shared(0)
        container.register(Int.self, lifetime: .eager) {
            let below = try DependencyContainer.shared.resolving(Int.self)
            let isFirst = runs.change { runs in
                runs += 1
                return runs == 1
            }
            if isFirst { throw Failure() }
            return below + 1
        }
        #expect(try container.resolving(Int.self) == 2)
        #expect(runs.value == 2)
    }

    @Test func aDecoratedOneIsWrappedToo() throws {
        container.register(1, for: Int.self)
        wrap(in: container)
        container.decorate(Int.self) { $0 * 10 }
        #expect(container.resolve(Int.self) == 20)
        #expect(try container.fork().resolving(Int.self) == 20)
    }

    @Test func validatingFindsNoCycle() throws {
        container.register(1, for: Int.self)
        wrap(in: container)
        container.autoregister(Int.self, lifetime: .eager, initializer: { (below: Int) in below + 1 })
        #expect(container.resolve(Int.self) == 3)
        try container.validate()
        try container.validate(byCreating: true)
    }

    @Test(arguments: [true, false]) func withNothingBelowItIsACycle(_ isInChild: Bool) throws {
        let container = isInChild ? DependencyContainer(parent: container) : container
        let below = container.register(1, for: Int.self)
        let token = wrap(in: container)
        container.remove(below)
        container.reset(token)
        let error = try #require(throws: DependencyError.self) { try container.resolving(Int.self) }
        guard case .cycle = error.reason else { throw error }
        #expect(error.path.map { "\($0.service)" } == ["Int", "Int"])
    }

    @Test func otherThreadsWaitForIt() {
        container.register(1, for: Int.self)
        container.reset(wrap(in: container))
        let container = container
        let answers = Shared<[Int]>([])
        onThreads(8) { _ in
            let answer = container.resolve(Int.self)
            answers.change { $0.append(answer) }
        }
        #expect(answers.value == Array(repeating: 2, count: 8))
    }
}
