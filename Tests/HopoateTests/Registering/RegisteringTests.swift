import Hopoate
import Testing

@Suite struct RegisteringTests {
    let container = DependencyContainer()

    @Test func anInstanceIsWhatItsServiceResolvesTo() {
        let logger = Logger()
        container.register(logger, for: (any Logging).self)
        #expect(container.resolve((any Logging).self) === logger)
        #expect(container.resolve((any Logging).self) === logger)
    }

    @Test func aCreatorRunsAtOnceAndOnce() {
        let runs = Counter()
        container.register(service: Int.self) { runs.increment() }
        #expect(runs.count == 1)
        #expect(container.resolve(Int.self) == 1)
        #expect(container.resolve(Int.self) == 1)
    }

    @Test func aCreatorRunsAtEachResolutionWithoutCaching() {
        let runs = Counter()
        container.register(service: Int.self, cacheService: false) { runs.increment() }
        #expect(runs.count == 0)
        #expect(container.resolve(Int.self) == 1)
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func aCachedCreatorRunsAtTheFirstResolution() {
        let runs = Counter()
        container.register(Int.self, lifetime: .cached) { runs.increment() }
        #expect(runs.count == 0)
        #expect(container.resolve(Int.self) == 1)
        #expect(container.resolve(Int.self) == 1)
    }

    @Test(arguments: [Lifetime.eager, .cached, .transient])
    func everyLifetimeCanBeNamed(_ lifetime: Lifetime) {
        let runs = Counter()
        container.register(Int.self, named: "a", lifetime: lifetime) { runs.increment() }
        #expect(container.resolve(Int.self, named: "a") == 1)
        #expect(container.resolve(Int.self, named: "a") == (lifetime == .transient ? 2 : 1))
        #expect(container.optionalResolve(Int.self) == nil)
        #expect(container.optionalResolve(Int.self, named: "b") == nil)
    }

    @Test func lifetimesAreCalledWhatTheyAre() {
        #expect("\(Lifetime.eager) \(Lifetime.cached) \(Lifetime.transient)" == "eager cached transient")
    }

    @Test(arguments: [Lifetime.eager, .cached])
    func aCreatorThatThrowsKeepsNothingAndRunsAgain(_ lifetime: Lifetime) throws {
        let runs = Counter()
        container.register(Int.self, lifetime: lifetime) {
            if runs.increment() < 3 { throw SomeError() }
            return runs.count
        }
        let failures = lifetime == .eager ? 1 : 2
        for _ in 0..<failures {
            #expect(throws: DependencyError.self) { try container.resolving(Int.self) }
        }
        #expect(try container.resolving(Int.self) == 3)
        #expect(try container.resolving(Int.self) == 3)
    }

    @Test func anEagerCreatorMayWrapWhatWasRegisteredBefore() {
        container.register(service: String.self) { "plain" }
        container.register(service: String.self) { "wrapped " + container.resolve(String.self) }
        #expect(container.resolve(String.self) == "wrapped plain")
    }

    @Test func anEagerCreatorMayAskWhetherItIsTheFirst() {
        container.register(service: String.self) { container.optionalResolve(String.self) ?? "first" }
        #expect(container.resolve(String.self) == "first")
    }

    @Test func overwritingRemovesEverythingThatWasThere() {
        let first = container.register("first", for: String.self)
        container.register("second", for: String.self)
        container.register("other", for: String.self, named: "other")
        let token = container.overwriteExistingRegistrations(withService: "third", for: String.self)
        #expect(container.resolve(String.self) == "third")
        container.remove(first)
        container.remove(token)
        #expect(container.optionalResolve(String.self) == nil)
        #expect(container.resolve(String.self, named: "other") == "other")
    }

    @Test(arguments: [true, false])
    func overwritingTakesACreatorToo(cacheService: Bool) {
        let runs = Counter()
        container.register("first", for: String.self)
        container.overwriteExistingRegistrations(service: String.self, cacheService: cacheService) {
            "\(runs.increment())"
        }
        #expect(container.registrations.count == 1)
        #expect(container.resolve(String.self) == "1")
        #expect(container.resolve(String.self) == (cacheService ? "1" : "2"))
    }

    @Test func overwrittenInstancesAreReleased() {
        let released = Counter()
        container.register(Logger { released.increment() }, for: (any Logging).self)
        container.register(Logger { released.increment() }, for: (any Logging).self)
        container.overwriteExistingRegistrations(withService: Logger(), for: (any Logging).self)
        #expect(released.count == 2)
    }

    @Test func tokensOfDifferentServicesCanBeKeptTogether() {
        var tokens: [AnyServiceRegistration] = []
        tokens.append(container.register(1, for: Int.self))
        tokens.append(container.register("one", for: String.self))
        for token in tokens { container.remove(token) }
        #expect(container.registrations.isEmpty)
    }

    /// The example of every Hopoate README: a mock that is not Sendable, its creator, and a look at the mock.
    @Test func aNonSendableMockCanBeRegisteredAndRead() {
        final class MockLogger {
            var received: [String] = []
        }
        let mock = MockLogger()
        let token = container.register(service: MockLogger.self) { mock }
        container.resolve(MockLogger.self).received.append("hello")
        #expect(mock.received == ["hello"])
        container.remove(token)
    }
}
