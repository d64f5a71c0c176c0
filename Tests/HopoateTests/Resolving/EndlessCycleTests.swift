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

    @Test func aForkInACreatorThatHasAnotherRegistrationForItIsNoCycle() throws {
        container.register(Int.self, lifetime: .cached) {
            let fork = DependencyContainer.shared.fork()
            fork.register(1, for: Int.self)
            return try fork.resolving(Int.self) + fork.resolving(String.self).count
        }
        container.register(String.self, lifetime: .cached) { "four" }
        #expect(try container.resolving(Int.self) == 5)
    }

    // MARK: - Arguments

    /// Of one service, or of ten in turn.
    @Test(.disabled(if: isSanitized), arguments: [1, 10]) func endlessCyclesAreReportedOnASmallStack(_ count: Int) async
    {
        await #expect(processExitsWith: .success) { [count = count as Int] in
            for lifetime in [Lifetime.cached, .transient] {
                let container = DependencyContainer()
                container.register(Int.self, lifetime: lifetime) {
                    try DependencyContainer.shared.fork().resolving(Int.self)
                }
                for index in 0..<count {
                    container.register(Int.self, taking: Int.self, named: "\(index)", lifetime: lifetime) { argument in
                        let next = "\((index + 1) % count)"
                        return try DependencyContainer.shared.resolving(Int.self, with: argument + 1, named: next)
                    }
                }
                let errors = onSmallStack {
                    [
                        dependencyError { try container.resolving(Int.self) },
                        dependencyError { try container.resolving(Int.self, with: 0, named: "0") },
                    ]
                }
                for error in try #require(errors) { EndlessCycleTests.expectCycle(error) }
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
