import Hopoate
import Testing

/// What an asynchronous creator shares while it runs, and what becomes of its instance when its registration is gone.
@Suite struct AsyncGraphTests {
    let container = DependencyContainer()

    private struct Pair: Sendable {
        let first: Logger
        let second: Logger
    }

    /// How an asynchronous creator gets what it shares.
    enum Way: CaseIterable { case resolving, awaiting, overOtherCreators, properties, childTasks }

    private struct Reader {
        @Dependency var logger: Logger
    }

    private static func pair(_ way: Way) async throws -> Pair {
        let shared = DependencyContainer.shared
        switch way {
        case .resolving:
            let first = try shared.resolving(Logger.self)
            await Task.yield()
            return Pair(first: first, second: try shared.resolving(Logger.self))
        case .awaiting:
            let first = try await shared.asyncResolve(Logger.self)
            return Pair(first: first, second: try await shared.asyncResolve(Logger.self))
        case .overOtherCreators:
            let first = try shared.resolving([Logger].self)[0]
            return Pair(first: first, second: try await shared.asyncResolve([Logger].self, named: "asynchronous")[0])
        case .properties:
            let first = Reader().logger
            await Task.yield()
            return Pair(first: first, second: Reader().logger)
        case .childTasks:
            async let first = shared.asyncResolve(Logger.self)
            async let second = shared.asyncResolve(Logger.self)
            return try await Pair(first: first, second: second)
        }
    }

    @Test(arguments: Way.allCases, [Lifetime.cached, .transient])
    func allThatAnAsynchronousCreatorGetsIsOfOneGraph(_ way: Way, _ lifetime: Lifetime) async throws {
        let made = Counter()
        container.register(Logger.self, lifetime: .graph) { Logger("\(made.increment())") }
        container.register([Logger].self, lifetime: .transient) { [resolve(Logger.self)] }
        container.register([Logger].self, named: "asynchronous", lifetime: .transient) {
            await Task.yield()
            return [try await DependencyContainer.shared.asyncResolve(Logger.self)]
        }
        container.register(Pair.self, lifetime: lifetime) { try await AsyncGraphTests.pair(way) }
        let pair = try await container.asyncResolve(Pair.self)
        #expect(pair.first === pair.second)
        let other = try await container.asyncResolve(Pair.self)
        #expect(other.first === other.second)
        #expect((other.first === pair.first) == (lifetime == .cached))
        // Two tasks may each make one, of which one is shared.
        if way != .childTasks { #expect(made.count == (lifetime == .cached ? 1 : 2)) }
    }

    @Test func twoResolutionsAtATimeDoNotShare() async throws {
        let (container, made, meeting) = (container, Counter(), Meeting(2))
        container.register(Logger.self, lifetime: .graph) { Logger("\(made.increment())") }
        container.register(Pair.self, lifetime: .transient) { () async throws -> Pair in
            let first = try DependencyContainer.shared.resolving(Logger.self)
            await meeting.wait()
            return Pair(first: first, second: try DependencyContainer.shared.resolving(Logger.self))
        }
        async let one = container.asyncResolve(Pair.self)
        async let other = container.asyncResolve(Pair.self)
        let pairs = try await [one, other]
        for pair in pairs { #expect(pair.first === pair.second) }
        #expect(pairs[0].first !== pairs[1].first)
        #expect(made.count == 2)
    }

    @Test func whatIsSharedGoesWithTheResolution() async throws {
        let gone = Counter()
        container.register(Logger.self, lifetime: .graph) { Logger { gone.increment() } }
        container.register(Int.self) { () async throws -> Int in
            let shared = DependencyContainer.shared
            let isShared = try shared.resolving(Logger.self) === shared.resolving(Logger.self)
            #expect(gone.count == 0)
            return isShared ? 1 : 0
        }
        #expect(try await container.asyncResolve(Int.self) == 1)
        // The task of a creation may end a moment after those who await it.
        await eventually(gone.count != 0)
        #expect(gone.count == 1)
    }

    // MARK: - Removed while it is made

    @Test(arguments: [Lifetime.cached, .weak, .scoped(DependencyScope()), .expiring(afterSeconds: 60)])
    func whatIsMadeWhileItsRegistrationIsRemovedIsTheCallersAlone(_ lifetime: Lifetime) async throws {
        let (container, started, finish, made) = (container, Gate(), Gate(), Counter())
        let token = container.register(Logger.self, lifetime: lifetime) { () async -> Logger in
            started.open()
            await finish.wait()
            return Logger("\(made.increment())")
        }
        let waiting = Task { try await container.asyncResolve(Logger.self) }
        await started.wait()
        container.remove(token)
        finish.open()
        #expect(try await waiting.value.label == "1")
        #expect(!container.canResolve(Logger.self))
        #expect(made.count == 1)
    }
}
