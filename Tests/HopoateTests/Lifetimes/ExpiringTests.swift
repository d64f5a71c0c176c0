import Hopoate
import Testing

@Suite struct ExpiringTests {
    let container = DependencyContainer()
    let clock = TestClock()
    let made = Counter()

    private func register(afterSeconds seconds: Double) {
        container.register(clock, for: (any ExpirationClock).self)
        container.register(Int.self, lifetime: .expiring(afterSeconds: seconds)) { [made] in made.increment() }
    }

    @Test func anInstanceServesUntilItExpires() {
        register(afterSeconds: 60)
        let number = Dependency<Int>(container: container)
        for run in 1...2 {
            #expect(container.resolve(Int.self) == run)
            clock.advance(59.9)
            #expect(container.resolve(Int.self) == run)
            #expect(number() == run)
            clock.advance(0.2)
        }
        #expect(number() == 3)
    }

    @Test(arguments: [(0, 2), (Double.infinity, 1)])
    func anInstanceMayExpireAtOnceOrNever(afterSeconds seconds: Double, _ second: Int) {
        register(afterSeconds: seconds)
        #expect(container.resolve(Int.self) == 1)
        clock.advance(seconds == 0 ? 0 : 1e12)
        #expect(container.resolve(Int.self) == second)
    }

    @Test func theAgeIsCountedFromTheEndOfTheCreation() {
        container.register(clock, for: (any ExpirationClock).self)
        container.register(Int.self, lifetime: .expiring(afterSeconds: 10)) { [clock, made] in
            clock.advance(100)
            return made.increment()
        }
        #expect(container.resolve(Int.self) == 1)
        clock.advance(9)
        #expect(container.resolve(Int.self) == 1)
    }

    @Test func aClockThatIsRegisteredLaterCountsAtOnce() {
        container.register(Int.self, lifetime: .expiring(afterSeconds: 3600)) { [made] in made.increment() }
        #expect(container.resolve(Int.self) == 1)
        let token = container.register(clock, for: (any ExpirationClock).self)
        clock.seconds.value = .infinity
        #expect(container.resolve(Int.self) == 2)
        container.remove(token)
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func theSystemsClockRunsForward() {
        container.register(Int.self, lifetime: .expiring(afterSeconds: 0.000_001)) { [made] in made.increment() }
        let first = container.resolve(Int.self)
        while container.resolve(Int.self) == first {}
        container.register(String.self, lifetime: .expiring(afterSeconds: 1e9)) { [made] in
            "\(made.increment())"
        }
        #expect(container.resolve(String.self) == container.resolve(String.self))
    }

    @Test func theExpiredInstanceIsReleasedBeforeTheNextIsMade() {
        let alive = Counter()
        let gone = Counter()
        container.register(clock, for: (any ExpirationClock).self)
        container.register(Logger.self, lifetime: .expiring(afterSeconds: 1)) {
            #expect(alive.count == gone.count)
            alive.increment()
            return Logger { gone.increment() }
        }
        _ = container.resolve(Logger.self)
        clock.advance(2)
        #expect(gone.count == 0)
        _ = container.resolve(Logger.self)
        #expect(gone.count == 1)
        clock.advance(2)
        container.reset()
        #expect(gone.count == 2)
    }

    @Test func aClockThatCannotBeMadeIsAnError() {
        container.register((any ExpirationClock).self, lifetime: .cached) { throw SomeError() }
        container.register(Int.self, lifetime: .expiring(afterSeconds: 10)) { 1 }
        #expect(throws: DependencyError.self) { try container.resolving(Int.self) }
    }

    @Test func threadsGetOneNewInstance() {
        register(afterSeconds: 10)
        _ = container.resolve(Int.self)
        clock.advance(10)
        let container = container
        let barrier = Barrier(8)
        let haveEnded = onThreads(8) { _ in
            barrier.wait()
            #expect(container.resolve(Int.self) == 2)
        }
        #expect(haveEnded)
    }

    @Test func aClockThatAsksForWhatExpiresByItIsACycle() throws {
        final class ServerClock: ExpirationClock {
            let container: DependencyContainer
            let error = Shared<DependencyError?>(nil)
            init(_ container: DependencyContainer) { self.container = container }
            func secondsNow() -> Double {
                let found = dependencyError { try container.resolving(Double.self) }
                error.change { $0 = $0 ?? found }
                return 0
            }
        }
        let clock = ServerClock(container)
        container.register(clock, for: (any ExpirationClock).self)
        container.register(Double.self, lifetime: .expiring(afterSeconds: 10)) { 7 }
        #expect(try container.resolving(Double.self) == 7)
        let error = try #require(clock.error.value)
        guard case .cycle = error.reason else { throw error }
        #expect(error.path.count == 3, "\(error)")
        // Another container has another clock.
        let (other, outer) = (DependencyContainer(), DependencyContainer())
        other.register(Double.self, lifetime: .expiring(afterSeconds: 10)) { 8 }
        outer.register(ServerClock(other), for: (any ExpirationClock).self)
        outer.register(Double.self, lifetime: .expiring(afterSeconds: 10)) { 9 }
        #expect(try outer.resolving(Double.self) == 9)
        container.reset()
    }
}
