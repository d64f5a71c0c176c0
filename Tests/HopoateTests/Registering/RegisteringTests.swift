import Hopoate
import Testing

@Suite struct RegisteringTests {
    let container = DependencyContainer()

    /// The ways to register, which differ in how long an instance serves.
    private enum Form {
        case instance, atOnce, eager, cached, transient, uncached, overwriting, overwritingUncached

        func register(in container: DependencyContainer, _ make: @escaping @Sendable () -> Int) {
            switch self {
            case .instance: container.register(make(), for: Int.self)
            case .atOnce: container.register(service: Int.self) { make() }
            case .eager: container.register(Int.self, lifetime: .eager) { make() }
            case .cached: container.register(Int.self) { make() }
            case .transient: container.register(Int.self, lifetime: .transient) { make() }
            case .uncached: container.register(service: Int.self, cacheService: false) { make() }
            case .overwriting: container.overwriteExistingRegistrations(service: Int.self) { make() }
            case .overwritingUncached:
                container.overwriteExistingRegistrations(service: Int.self, cacheService: false) { make() }
            }
        }
    }

    @Test(
        arguments: [
            (.instance, 1, [1, 1]), (.atOnce, 1, [1, 1]), (.eager, 1, [1, 1]), (.overwriting, 1, [1, 1]),
            (.cached, 0, [1, 1]), (.transient, 0, [1, 2]), (.uncached, 0, [1, 2]), (.overwritingUncached, 0, [1, 2]),
        ] as [(Form, Int, [Int])]
    )
    private func `a creator runs when its lifetime says`(_ form: Form, runsAtOnce: Int, answers: [Int]) throws {
        let runs = Counter()
        form.register(in: container) { runs.increment() }
        #expect(runs.count == runsAtOnce)
        #expect([try container.resolving(Int.self), try container.resolving(Int.self)] == answers)
        #expect(container.optionalResolve(Int.self, named: "a") == nil)
    }

    @Test(arguments: [(Lifetime.eager, 1), (.cached, 2)])
    func `a creator that throws keeps nothing and runs again`(_ lifetime: Lifetime, _ failures: Int) throws {
        let runs = Counter()
        container.register(Int.self, lifetime: lifetime) {
            if runs.increment() < 3 { throw SomeError() }
            return runs.count
        }
        for _ in 0..<failures {
            #expect(throws: DependencyError.self) { try container.resolving(Int.self) }
        }
        #expect(try container.resolving(Int.self) == 3)
        #expect(try container.resolving(Int.self) == 3)
    }

    @Test func `a reset leaves a registered instance alone`() throws {
        let logger = Logger()
        container.reset(container.register(logger, for: Logger.self))
        #expect(try container.resolving(Logger.self) === logger)
    }

    @Test func `overwriting removes and releases earlier registrations`() throws {
        let released = Counter()
        let first = container.register(Logger { released.increment() }, for: (any Logging).self)
        container.register(Logger { released.increment() }, for: (any Logging).self)
        container.register(Logger("other"), for: (any Logging).self, named: "other")
        let token = container.overwriteExistingRegistrations(withService: Logger("third"), for: (any Logging).self)
        #expect(released.count == 2)
        #expect(try container.resolving((any Logging).self).label == "third")
        container.remove(first)
        container.remove(token)
        #expect(container.optionalResolve((any Logging).self) == nil)
        #expect(try container.resolving((any Logging).self, named: "other").label == "other")
    }
}
