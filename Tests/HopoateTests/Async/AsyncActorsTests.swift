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

    enum Base: CaseIterable { case ofNoActor, ofMainActor, asynchronous }

    private func register(_ base: Base, _ lifetime: Lifetime, _ runs: Counter, _ gone: Counter) {
        switch base {
        case .ofNoActor:
            container.register(Logger.self, lifetime: lifetime) {
                Logger("\(runs.increment())") { gone.increment() }
            }
        case .ofMainActor:
            container.register(Logger.self, lifetime: lifetime) { @MainActor in
                MainActor.assertIsolated()
                return Logger("\(runs.increment())") { gone.increment() }
            }
        case .asynchronous:
            container.register(Logger.self, lifetime: lifetime) { () async -> Logger in
                await Task.yield()
                return Logger("\(runs.increment())") { gone.increment() }
            }
        }
    }

    @Test(
        arguments: [.transient, .weak, .expiring(afterSeconds: 60), .expiring(afterSeconds: 0)] as [Lifetime],
        Base.allCases
    )
    func whatNobodyKeepsIsMadeOnceBelowADecoratorOfNoActorAndOneOfAnActor(_ lifetime: Lifetime, _ base: Base)
        async throws
    {
        let (clock, runs, gone, decorations) = (TestClock(), Counter(), Counter(), Counter())
        container.register(clock, for: (any ExpirationClock).self)
        register(base, lifetime, runs, gone)
        container.decorate(Logger.self) { logger in
            decorations.increment()
            return logger
        }
        container.decorate(Logger.self) { @Press logger in
            Press.assertIsolated()
            return Logger("\(logger.label), decorated")
        }
        for run in 1...2 {
            #expect(try await container.asyncResolve(Logger.self).label == "\(run), decorated")
            #expect(runs.count == run)
            #expect(decorations.count == run)
            clock.advance(60)
            // The task of a creation may end a moment after those who await it, and holds the instance until then.
            await eventually(lifetime != .weak || gone.count == run)
        }
    }

    @Test(arguments: [Lifetime.cached, .transient, .graph])
    func manyDecoratorsEachOfAnotherActorThanTheOneBelow(_ lifetime: Lifetime) async throws {
        let (runs, count) = (Counter(), 30)
        container.register([Int].self, lifetime: lifetime) { @MainActor in
            runs.increment()
            return []
        }
        for number in 1...count { decorate(with: number) }
        #expect(try await container.asyncResolve([Int].self) == Array(1...count))
        #expect(runs.count == 1)
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
