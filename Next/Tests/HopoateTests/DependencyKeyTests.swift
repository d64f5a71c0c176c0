import Hopoate
import Testing

extension DependencyKeys {
    fileprivate var logger: DependencyKey<any Logging> { .init { Logger("default") } }
    fileprivate var spare: DependencyKey<any Logging> { .init { Logger("spare") } }
    fileprivate var session: DependencyKey<Int> { .required() }
    fileprivate var fresh: DependencyKey<any Logging> { .init(lifetime: .transient) { Logger("fresh") } }
    fileprivate var failing: DependencyKey<String> { .init { throw SomeError() } }
    fileprivate subscript(shelf shelf: String) -> DependencyKey<Float> { .required() }
}

@Suite struct DependencyKeyTests {
    let container = DependencyContainer()

    struct Reader {
        @Dependency(\.logger) var logger
        @Dependency(\.fresh) var fresh
        @OptionalDependency(\.session) var session
    }

    @Test func aKeyWithADefaultIsNeverMissing() {
        #expect(container.resolve(\.logger).label == "default")
        #expect(container.resolve(\.logger) === container.resolve(\.logger))
        container.reset()
        #expect(container.resolve(\.logger).label == "default")
        #expect(container.optionalResolve(\.spare)?.label == "spare")
    }

    @Test func whatIsRegisteredStandsAboveTheDefaultAlsoWhenItCameFirst() {
        let token = container.register(\.logger) { Logger("registered") }
        #expect(container.resolve(\.logger).label == "registered")
        container.remove(token)
        #expect(container.resolve(\.logger).label == "default")
        let second = container.register(Logger("instance"), for: \.logger)
        #expect(container.resolve(\.logger).label == "instance")
        container.remove(second)
        #expect(container.resolve(\.logger).label == "default")
    }

    @Test func keysOfOneTypeAreSeveralServicesAndNotTheTypes() {
        container.register(Logger("type"), for: (any Logging).self)
        #expect(container.resolve(\.logger).label == "default")
        #expect(container.resolve(\.spare).label == "spare")
        #expect(container.resolve((any Logging).self).label == "type")
    }

    @Test func aRequiredKeyIsMissingUntilSomethingIsRegistered() throws {
        let error = try #require(throws: DependencyError.self) { try container.resolving(\.session) }
        guard case .missing = error.reason else { return #expect("\(error.reason)" == "missing") }
        #expect(error.description.contains("typed key session of HopoateTests/DependencyKeyTests.swift:7"))
        #expect(container.optionalResolve(\.session) == nil)
        container.register(\.session) { 1 }
        #expect(try container.resolving(\.session) == 1)
    }

    @Test func theKeyOfASubscriptIsNamedByItsLine() throws {
        let error = try #require(throws: DependencyError.self) { try container.resolving(\.[shelf: "a"]) }
        #expect(error.description.contains("typed key of HopoateTests/DependencyKeyTests.swift:"))
        #expect(error.description.contains("container.register(…, for: \\.…)"))
    }

    @Test func aKeysLifetimeHoldsForItsDefaultAndForWhatIsRegistered() {
        #expect(container.resolve(\.fresh) !== container.resolve(\.fresh))
        container.register(\.fresh) { Logger() }
        #expect(container.resolve(\.fresh) !== container.resolve(\.fresh))
        container.register(\.fresh, lifetime: .cached) { Logger() }
        #expect(container.resolve(\.fresh) === container.resolve(\.fresh))
    }

    @Test func propertiesFollowTheKey() {
        let reader = DependencyContainer.withShared(container) { Reader() }
        #expect(reader.logger.label == "default")
        let token = container.register(Logger("mock"), for: \.logger)
        #expect(reader.logger.label == "mock")
        container.remove(token)
        #expect(reader.logger.label == "default")
        container.reset()
        #expect(reader.logger.label == "default")
        #expect(reader.fresh === reader.fresh)
        #expect(reader.session == nil)
    }

    @Test func aDefaultThatThrowsIsAnError() {
        #expect(throws: DependencyError.self) { try container.resolving(\.failing) }
    }

    @Test func theDefaultIsMadeOnceFromManyThreads() {
        let container = container
        let seen = Shared<Set<ObjectIdentifier>>([])
        let barrier = Barrier(16)
        onThreads(16) { _ in
            barrier.wait()
            let logger = container.resolve(\.logger)
            seen.change { _ = $0.insert(ObjectIdentifier(logger)) }
        }
        #expect(seen.value.count == 1)
        #expect(container.registrations.map(\.isDefault) == [true])
    }

    @Test func aKeyIsReadAndSetByTheContainersSubscript() {
        #expect(container[\.logger].label == "default")
        container[\.logger] = Logger("set")
        #expect(container[\.logger].label == "set")
        #expect(Reader.made(in: container).logger.label == "set")
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
        container.reset()
        #expect(container[\.logger].label == "default")
    }

    @Test func aForkKnowsWhatWasSet() {
        container[\.logger] = Logger("set")
        let fork = container.fork()
        #expect(fork[\.logger].label == "set")
        fork[\.logger] = Logger("fork")
        #expect(fork.registrations.count == 1)
        #expect(container[\.logger].label == "set")
    }

    @Test func aKeyCanBeResolvedIfItHasADefaultOrARegistration() {
        #expect(container.canResolve(\.logger))
        #expect(!container.canResolve(\.session))
        #expect(container.registrations.isEmpty)
        container.register(1, for: \.session)
        #expect(container.canResolve(\.session))
    }

    @Test func aKeysDefaultIsDecorated() {
        container.decorate(\.fresh) { Logger("decorated \($0.label)") }
        #expect(container.resolve(\.fresh).label == "decorated fresh")
        container.register(\.fresh, lifetime: .cached) { Logger("new") }
        #expect(container.resolve(\.fresh).label == "new")
    }
}

extension DependencyKeyTests.Reader {
    fileprivate static func made(in container: DependencyContainer) -> Self {
        DependencyContainer.withShared(container) { Self() }
    }
}
