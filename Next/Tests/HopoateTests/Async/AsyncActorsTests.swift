import Hopoate
import Testing

/// `asyncResolve` of services whose creators and decorators belong to different actors.
@Suite struct AsyncActorsTests {
    private typealias Press = ActorIsolationTests.Press

    let container = DependencyContainer()

    @globalActor private actor Bindery {
        static let shared = Bindery()
    }

    /// Puts a decorator on top that belongs to another actor than the one below.
    private func decorate(with number: Int) {
        switch number % 3 {
        case 0:
            container.decorate([Int].self) { @Press numbers in
                Press.assertIsolated()
                return numbers + [number]
            }
        case 1:
            container.decorate([Int].self) { @Bindery numbers in
                Bindery.assertIsolated()
                return numbers + [number]
            }
        default:
            container.decorate([Int].self) { @MainActor numbers in
                MainActor.assertIsolated()
                return numbers + [number]
            }
        }
    }

    private static let unkept: [Lifetime] = [
        .transient, .weak, .graph, .expiring(afterSeconds: 60), .expiring(afterSeconds: 0),
    ]

    /// Resolves twice, when what was made before is over, and expects each to run the creator once.
    private func expectOneRunEach(
        _ runs: Counter,
        after isOver: @autoclosure () -> Bool = true
    ) async throws {
        let clock = TestClock()
        container.register(clock, for: (any ExpirationClock).self)
        for run in 1...2 {
            #expect(try await container.asyncResolve(Logger.self).label == "\(run), decorated")
            #expect(runs.count == run)
            clock.seconds.value += 60
            await eventually(isOver())
        }
    }

    @Test(arguments: unkept)
    func aDecoratorOfAnotherActorThanAnUnkeptServices(_ lifetime: Lifetime) async throws {
        let runs = Counter()
        container.register(Logger.self, lifetime: lifetime) { @MainActor in
            MainActor.assertIsolated()
            return Logger("\(runs.increment())")
        }
        container.decorate(Logger.self) { @Press logger in
            Press.assertIsolated()
            return Logger("\(logger.label), decorated")
        }
        try await expectOneRunEach(runs)
    }

    @Test(arguments: unkept)
    func anUnkeptServicesCreatorRunsOnceBelowADecoratorOfAnActor(_ lifetime: Lifetime) async throws {
        let runs = Counter()
        container.register(Logger.self, lifetime: lifetime) { Logger("\(runs.increment())") }
        container.decorate(Logger.self) { @Press logger in
            Press.assertIsolated()
            return Logger("\(logger.label), decorated")
        }
        try await expectOneRunEach(runs)
    }

    @Test(arguments: unkept)
    func anUnkeptServicesCreatorRunsOnceBelowADecoratorOfNoActorAndOneOfAnActor(_ lifetime: Lifetime) async throws {
        let (runs, decorations) = (Counter(), Counter())
        container.register(Logger.self, lifetime: lifetime) { @MainActor in Logger("\(runs.increment())") }
        container.decorate(Logger.self) { logger in
            decorations.increment()
            return logger
        }
        container.decorate(Logger.self) { @Press logger in Logger("\(logger.label), decorated") }
        try await expectOneRunEach(runs)
        #expect(decorations.count == 2)
    }

    @Test(arguments: [Lifetime.transient, .weak, .expiring(afterSeconds: 60), .expiring(afterSeconds: 0)])
    func anUnkeptAsynchronousCreatorRunsOnceBelowADecoratorOfAnActor(_ lifetime: Lifetime) async throws {
        let (runs, gone) = (Counter(), Counter())
        container.register(Logger.self, lifetime: lifetime) { () async -> Logger in
            await Task.yield()
            return Logger("\(runs.increment())") { gone.increment() }
        }
        container.decorate(Logger.self) { @Press logger in
            Press.assertIsolated()
            return Logger("\(logger.label), decorated")
        }
        // The task of a creation may end a moment after those who await it, and holds the instance until then.
        try await expectOneRunEach(runs, after: lifetime != .weak || gone.count == runs.count)
    }

    @Test(arguments: [Lifetime.cached, .transient], [9, 30])
    func manyDecoratorsEachOfAnotherActorThanTheOneBelow(_ lifetime: Lifetime, _ count: Int) async throws {
        let runs = Counter()
        container.register([Int].self, lifetime: lifetime) { @MainActor in
            runs.increment()
            return []
        }
        for number in 1...count { decorate(with: number) }
        #expect(try await container.asyncResolve([Int].self) == Array(1...count))
        #expect(runs.count == 1)
    }

    // MARK: - A parent and its child

    @Test(arguments: [Lifetime.weak, .expiring(afterSeconds: 0), .cached], [true, false])
    func whatAParentMakesForADecoratorOfAnActorIsMadeOnce(_ lifetime: Lifetime, _ takesArgument: Bool) async throws {
        let (parent, made) = (DependencyContainer(), Counter())
        let child = DependencyContainer(parent: parent)
        if takesArgument {
            parent.register(Logger.self, taking: Int.self, lifetime: lifetime) { Logger("\($0) \(made.increment())") }
            child.decorate(Logger.self, taking: Int.self) { @MainActor in $0 }
            _ = try await child.asyncResolve(Logger.self, with: 7)
        } else {
            parent.register(Logger.self, lifetime: lifetime) { Logger("\(made.increment())") }
            child.decorate(Logger.self) { @MainActor in $0 }
            _ = try await child.asyncResolve(Logger.self)
        }
        #expect(made.count == 1)
    }

    @Test(arguments: [Lifetime.weak, .expiring(afterSeconds: 0), .cached], [true, false])
    func twoActorsMakeAServiceOfAParentAndAChild(_ lifetime: Lifetime, _ isInChild: Bool) async throws {
        let (parent, made) = (DependencyContainer(), Counter())
        let child = isInChild ? DependencyContainer(parent: parent) : parent
        parent.register(Logger.self, taking: Int.self, lifetime: lifetime) { @Press in
            Logger("\($0) \(made.increment())")
        }
        child.decorate(Logger.self, taking: Int.self) { @Bindery in $0 }
        let result = await Task { try await child.asyncResolve(Logger.self, with: 7) }.result
        #expect((try? result.get())?.label == "7 1", "\(result)")
        #expect(made.count == 1)
    }
}
