import Hopoate
import Testing

/// Cycles on which no two resolutions are the same: each is of another container, or with another argument.
@Suite struct EndlessCycleTests {
    let container = DependencyContainer()

    /// What resolving ends with, if that is an error of this library.
    private static func expectCycle(_ error: DependencyError?) {
        guard let error, case .cycle = error.reason else {
            return #expect("\(error.map { "\($0.reason)" } ?? "none")" == "cycle")
        }
        #expect(error.path.count > 1 && error.path.allSatisfy { $0.service == Int.self })
    }

    /// A creator that is run more often than this has missed its cycle, and ends it.
    private static let limit = 50

    // MARK: - Forks

    @Test(arguments: [Lifetime.cached, .transient, .graph, .scoped(DependencyScope())])
    func aCreatorThatResolvesItsServiceInAForkIsACycle(_ lifetime: Lifetime) {
        let runs = Counter()
        container.register(Int.self, lifetime: lifetime) {
            if runs.increment() > EndlessCycleTests.limit { throw SomeError() }
            return try DependencyContainer.shared.fork().resolving(Int.self)
        }
        EndlessCycleTests.expectCycle(dependencyError { try container.resolving(Int.self) })
        // What is wrong stays so, and is told again.
        EndlessCycleTests.expectCycle(dependencyError { try container.resolving(Int.self) })
    }

    @Test func aCycleOfTwoServicesThatForkIsOneToo() throws {
        let runs = Counter()
        container.register(Int.self, lifetime: .cached) {
            if runs.increment() > EndlessCycleTests.limit { throw SomeError() }
            return Int(try DependencyContainer.shared.fork().resolving(String.self)) ?? 0
        }
        container.register(String.self, lifetime: .transient) {
            "\(try DependencyContainer.shared.fork().resolving(Int.self))"
        }
        let error = try #require(throws: DependencyError.self) { try container.resolving(Int.self) }
        guard case .cycle = error.reason else { return #expect("\(error.reason)" == "cycle") }
    }

    @Test func aDecoratorThatResolvesItsServiceInAForkIsACycle() {
        let runs = Counter()
        container.register(1, for: Int.self)
        container.decorate(Int.self) { number in
            if runs.increment() > EndlessCycleTests.limit { throw SomeError() }
            return try DependencyContainer.shared.fork().resolving(Int.self) + number
        }
        EndlessCycleTests.expectCycle(dependencyError { try container.resolving(Int.self) })
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func anAsynchronousCreatorThatResolvesItsServiceInAForkIsACycle(_ lifetime: Lifetime) async {
        let (container, runs) = (container, Counter())
        container.register(Int.self, lifetime: lifetime) { () async throws -> Int in
            if runs.increment() > EndlessCycleTests.limit { throw SomeError() }
            return try await DependencyContainer.shared.fork().asyncResolve(Int.self)
        }
        let error = await inTime { await dependencyError { try await container.asyncResolve(Int.self) } }
        EndlessCycleTests.expectCycle(error.flatMap { $0 })
    }

    @Test(.disabled(if: isSanitized)) func aCycleOfForksIsReportedOnASmallStack() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            container.register(Int.self, lifetime: .cached) {
                try DependencyContainer.shared.fork().resolving(Int.self)
            }
            let error = onSmallStack { dependencyError { try container.resolving(Int.self) } }
            EndlessCycleTests.expectCycle(error.flatMap { $0 })
        }
    }

    @Test func aForkInACreatorThatHasAnotherRegistrationForItIsNoCycle() throws {
        container.register(Int.self, lifetime: .cached) {
            let fork = DependencyContainer.shared.fork()
            fork.register(1, for: Int.self)
            return try fork.resolving(Int.self) + fork.resolving(String.self).count
        }
        container.register(String.self, lifetime: .cached) { "four" }
        #expect(try container.resolving(Int.self) == 5)
    }

    @Test func aForkOfAnotherContainerThatHasTheSameServiceIsNoCycle() throws {
        let other = DependencyContainer()
        other.register(Int.self, lifetime: .cached) { 1 }
        container.register(Int.self, lifetime: .cached) { try other.fork().resolving(Int.self) + 1 }
        #expect(try container.resolving(Int.self) == 2)
    }

    // MARK: - Arguments

    /// Resolves on a stack that is large enough for anything.
    private func expectCycleOfArguments() {
        let container = container
        let error = onStack(ofBytes: 64 << 20) {
            dependencyError { try container.resolving(Int.self, with: 0) }
        }
        EndlessCycleTests.expectCycle(error.flatMap { $0 })
    }

    @Test(arguments: [Lifetime.cached, .transient, .graph, .expiring(afterSeconds: 60)])
    func everNewArgumentsAreACycle(_ lifetime: Lifetime) {
        container.register(Int.self, taking: Int.self, lifetime: lifetime) { argument in
            if argument > 1_000 { throw SomeError() }
            return try DependencyContainer.shared.resolving(Int.self, with: argument + 1)
        }
        expectCycleOfArguments()
    }

    @Test func everNewArgumentsOverAnotherServiceAreACycle() {
        container.register(Int.self, taking: String.self, lifetime: .cached) { argument in
            if argument.count > 1_000 { throw SomeError() }
            return try DependencyContainer.shared.resolving(Int.self, with: argument.count)
        }
        container.register(Int.self, taking: Int.self, lifetime: .transient) { argument in
            try DependencyContainer.shared.resolving(Int.self, with: String(repeating: "a", count: argument + 1))
        }
        expectCycleOfArguments()
    }

    @Test(.disabled(if: isSanitized)) func everNewArgumentsAreReportedOnASmallStack() async {
        await #expect(processExitsWith: .success) {
            for lifetime in [Lifetime.cached, .transient] {
                let container = DependencyContainer()
                container.register(Int.self, taking: Int.self, lifetime: lifetime) { argument in
                    try DependencyContainer.shared.resolving(Int.self, with: argument + 1)
                }
                let error = onSmallStack { dependencyError { try container.resolving(Int.self, with: 0) } }
                EndlessCycleTests.expectCycle(error.flatMap { $0 })
            }
        }
    }

    @Test func argumentsThatComeToAnEndAreNoCycle() throws {
        container.register(Int.self, taking: Int.self, lifetime: .cached) { argument in
            argument == 0 ? 0 : try DependencyContainer.shared.resolving(Int.self, with: argument - 1) + 1
        }
        #expect(try container.resolving(Int.self, with: 20) == 20)
        #expect(try container.resolving(Int.self, with: 49) == 49)
    }
}
