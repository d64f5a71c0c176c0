import Hopoate
import Testing

/// What an asynchronous creator shares while it runs, and what becomes of its instance when its registration is gone.
@Suite struct AsyncGraphTests {
    let container = DependencyContainer()

    private struct Pair: Sendable {
        let first: Logger
        let second: Logger
    }

    /// Registers what asynchronous creators are to share, and returns how many have been made.
    private func registerLogger() -> Counter {
        let made = Counter()
        container.register(Logger.self, lifetime: .graph) { Logger("\(made.increment())") }
        return made
    }

    /// Expects each resolution of a pair to have one logger, and each to have another one. The number of loggers that were
    /// made is nil if two tasks may each make one, of which one is shared.
    private func expectOneLoggerEach(_ made: Counter?, _ lifetime: Lifetime) async throws {
        let pair = try await container.asyncResolve(Pair.self)
        #expect(pair.first === pair.second)
        if let made { #expect(made.count == 1) }
        guard lifetime == .transient else { return }
        let other = try await container.asyncResolve(Pair.self)
        #expect(other.first === other.second)
        #expect(other.first !== pair.first)
        if let made { #expect(made.count == 2) }
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func anAsynchronousCreatorSharesWhatItResolves(_ lifetime: Lifetime) async throws {
        let made = registerLogger()
        container.register(Pair.self, lifetime: lifetime) { () async throws -> Pair in
            let shared = DependencyContainer.shared
            let first = try shared.resolving(Logger.self)
            await Task.yield()
            return Pair(first: first, second: try shared.resolving(Logger.self))
        }
        try await expectOneLoggerEach(made, lifetime)
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func anAsynchronousCreatorSharesWhatItAwaits(_ lifetime: Lifetime) async throws {
        let made = registerLogger()
        container.register(Pair.self, lifetime: lifetime) { () async throws -> Pair in
            let shared = DependencyContainer.shared
            let first = try await shared.asyncResolve(Logger.self)
            return Pair(first: first, second: try await shared.asyncResolve(Logger.self))
        }
        try await expectOneLoggerEach(made, lifetime)
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func anAsynchronousCreatorsChildTasksShare(_ lifetime: Lifetime) async throws {
        _ = registerLogger()
        container.register(Pair.self, lifetime: lifetime) { () async throws -> Pair in
            let shared = DependencyContainer.shared
            async let first = shared.asyncResolve(Logger.self)
            async let second = shared.asyncResolve(Logger.self)
            return try await Pair(first: first, second: second)
        }
        try await expectOneLoggerEach(nil, lifetime)
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func whatAnAsynchronousCreatorResolvesSharesWithIt(_ lifetime: Lifetime) async throws {
        let made = registerLogger()
        container.register([Logger].self, lifetime: .transient) { [resolve(Logger.self)] }
        container.register([Logger].self, named: "asynchronous", lifetime: .transient) {
            await Task.yield()
            return [try await DependencyContainer.shared.asyncResolve(Logger.self)]
        }
        container.register(Pair.self, lifetime: lifetime) { () async throws -> Pair in
            let shared = DependencyContainer.shared
            let first = try shared.resolving([Logger].self)[0]
            return Pair(first: first, second: try await shared.asyncResolve([Logger].self, named: "asynchronous")[0])
        }
        try await expectOneLoggerEach(made, lifetime)
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func thePropertiesOfWhatAnAsynchronousCreatorMakesShareToo(_ lifetime: Lifetime) async throws {
        struct Reader {
            @Dependency var logger: Logger
        }
        let made = registerLogger()
        container.register(Pair.self, lifetime: lifetime) { () async throws -> Pair in
            let first = Reader().logger
            await Task.yield()
            return Pair(first: first, second: Reader().logger)
        }
        try await expectOneLoggerEach(made, lifetime)
    }

    @Test func twoResolutionsAtATimeDoNotShare() async throws {
        let (container, made, meeting) = (container, registerLogger(), Meeting(2))
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

    @Test func theCallersInstanceIsNotToldToBeRemoved() async throws {
        let (container, token, removed) = (container, Shared<AnyServiceRegistration?>(nil), Counter())
        weak var logger: Logger?
        token.value = container.register(
            Logger.self,
            asyncCreator: {
                if let token = token.value { DependencyContainer.shared.remove(token) }
                return Logger("late")
            }
        ).onRemove { _ in removed.increment() }
        do {
            let own = try await container.asyncResolve(Logger.self)
            logger = own
            #expect(own.label == "late")
        }
        await eventually(logger == nil)
        #expect(logger == nil)
        #expect(removed.count == 0)
    }

    @Test func resettingTheContainerIsNoDifferent() async throws {
        container.register(
            Int.self,
            asyncCreator: {
                DependencyContainer.shared.reset()
                return 1
            }
        )
        #expect(try await container.asyncResolve(Int.self) == 1)
        #expect(!container.canResolve(Int.self))
    }
}
