import Hopoate
import Testing

extension DependencyKeys {
    fileprivate var logger: DependencyKey<any Logging> { .init { Logger("default") } }
    fileprivate var spare: DependencyKey<any Logging> { .init { Logger("spare") } }
    fileprivate var session: DependencyKey<Int> { .required() }
    fileprivate var failing: DependencyKey<String> { .init { throw SomeError() } }
    fileprivate subscript(shelf shelf: String) -> DependencyKey<Float> { .required() }
    fileprivate var transaction: DependencyKey<Logger> { .init(lifetime: .graph) { Logger("transaction") } }
}

@Suite struct DependencyKeyTests {
    let container = DependencyContainer()

    @Test func aKeyWithADefaultIsAServiceOfItsOwnThatIsNeverMissing() {
        container.register(Logger("type"), for: (any Logging).self)
        #expect(container.canResolve(\.logger))
        #expect(container.registrations.count == 1)
        #expect(container.resolve(\.logger).label == "default")
        #expect(container.resolve(\.logger) === container.resolve(\.logger))
        #expect(container.optionalResolve(\.spare)?.label == "spare")
        #expect(container.resolve((any Logging).self).label == "type")
        #expect(throws: DependencyError.self) { try container.resolving(\.failing) }
    }

    @Test func whatIsRegisteredStandsAboveTheDefaultAlsoWhenItCameFirst() {
        for _ in 0..<2 {
            let created = container.register(\.logger) { Logger("registered") }
            #expect(container.resolve(\.logger).label == "registered")
            let instance = container.register(Logger("instance"), for: \.logger)
            #expect(container.resolve(\.logger).label == "instance")
            container.remove(instance)
            container.remove(created)
            #expect(container.resolve(\.logger).label == "default")
        }
        container.decorate(\.logger) { Logger("decorated \($0.label)") }
        #expect(container.resolve(\.logger).label == "decorated default")
        container.reset()
        #expect(container.resolve(\.logger).label == "default")
    }

    @Test func aRequiredKeyIsMissingUntilSomethingIsRegistered() throws {
        let error = try #require(throws: DependencyError.self) { try container.resolving(\.session) }
        guard case .missing = error.reason else { throw error }
        #expect(error.description.contains("typed key session of HopoateTests/DependencyKeyTests.swift:7"))
        #expect(container.optionalResolve(\.session) == nil)
        #expect(!container.canResolve(\.session))
        container.register(\.session) { 1 }
        #expect(container.canResolve(\.session))
        #expect(try container.resolving(\.session) == 1)
    }

    @Test func theKeyOfASubscriptIsNamedByItsLine() throws {
        let error = try #require(throws: DependencyError.self) { try container.resolving(\.[shelf: "a"]) }
        #expect(error.description.contains("typed key of HopoateTests/DependencyKeyTests.swift:"))
        #expect(error.description.contains("container.register(…, for: \\.…)"))
    }

    private final class Part: Sendable {
        let transaction = Dependency<Logger>(\.transaction)
    }

    private struct Whole: Sendable {
        let left = Part()
        let right = Part()
    }

    @Test func propertiesOfAGraphKeyShareAlsoTheFirstTimeInTheProcess() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            container.register(Whole.self, lifetime: .transient) { Whole() }
            let whole = container.resolve(Whole.self)
            try #require(whole.left.transaction() === whole.right.transaction())
        }
    }

    @Test func theDefaultIsMadeOnceFromManyThreads() {
        let (container, seen, barrier) = (container, Shared<Set<ObjectIdentifier>>([]), Barrier(16))
        onThreads(16) { _ in
            barrier.wait()
            let logger = container.resolve(\.logger)
            seen.change { _ = $0.insert(ObjectIdentifier(logger)) }
        }
        #expect(seen.value.count == 1)
        #expect(container.registrations.map(\.isDefault) == [true])
    }

    @Test func settingAgainReplacesWhatWasSetBefore() {
        let gone = Counter()
        container[\.logger] = Logger("first") { gone.increment() }
        let token = container.register(Logger("registered"), for: \.logger)
        #expect(container[\.logger].label == "registered")
        container[\.logger] = Logger("second")
        #expect(gone.count == 1)
        #expect(container[\.logger].label == "second")
        container.remove(token)
        #expect(container.registrations.count == 1)
        let fork = container.fork()
        fork[\.logger] = Logger("fork")
        #expect(fork.registrations.count == 1)
        #expect(container[\.logger].label == "second")
    }
}
