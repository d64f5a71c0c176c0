import Hopoate
import HopoateTestingHelpers
import Testing

extension DependencyKeys {
    fileprivate var now: DependencyKey<@Sendable () -> Int> { .init { { 0 } } }
}

@Suite struct MockContainerTests {
    private let container = DependencyContainer()

    protocol Logging: AnyObject { var label: String { get } }

    /// Not Sendable, as mocks are.
    final class MockLogger: Logging {
        var label: String
        init(_ label: String = "mock") { self.label = label }
    }

    @Test func `a mock is registered until its MockContainer is released`() {
        container.register(MockLogger("real"), for: (any Logging).self)
        weak var released: MockLogger?
        do {
            let mock = MockContainer(MockLogger(), for: (any Logging).self, container: container)
            released = mock.mock
            mock.mock.label = "changed"
            #expect(container.resolve((any Logging).self).label == "changed")
        }
        #expect(container.resolve((any Logging).self).label == "real")
        #expect(released == nil)
    }

    /// By type, also named; by both types, as in Hopoate 1; and by typed key.
    @Test func `a mock is registered in the shared container by default`() {
        DependencyContainer.withShared(container) {
            let service = (any Logging).self
            do {
                let mocks = [
                    MockContainer<any Logging, MockLogger>(MockLogger("1.x")),
                    MockContainer(MockLogger("1.x, named"), named: "a"),
                    MockContainer(MockLogger("named"), for: service, named: "b"),
                ]
                let resolved = [resolve(service), resolve(service, named: "a"), resolve(service, named: "b")]
                #expect(resolved.map(\.label) == mocks.map(\.mock.label))
                let ofKeys = [
                    MockContainer(Pinger(label: "mock"), for: \.pinger),
                    MockContainer(Pinger(label: "other"), for: \.otherPinger),
                ]
                #expect([resolve(\.pinger).label, resolve(\.otherPinger).label] == ofKeys.map(\.mock.label))
                #expect(ofKeys.map(\.resolutionCount) == [1, 1])
            }
            #expect(resolve(\.pinger).label == "default")
            #expect(optionalResolve(service) == nil)
        }
    }

    @Test func `a mock counts its resolutions`() {
        let property = Dependency<any Logging>(container: container)
        let mock = MockContainer<any Logging, MockLogger>(MockLogger(), container: container)
        #expect(!mock.wasResolved)
        _ = container.resolve((any Logging).self)
        _ = container.optionalResolve((any Logging).self)
        _ = property.wrappedValue
        _ = DependencyContainer(parent: container).resolve((any Logging).self)
        _ = container.fork().resolve((any Logging).self)
        #expect(mock.wasResolved)
        #expect(mock.resolutionCount == 5)
        let newer = MockContainer<any Logging, MockLogger>(MockLogger(), container: container)
        _ = container.resolve((any Logging).self)
        #expect([mock, newer].map(\.resolutionCount) == [5, 1])
    }

    @Test func `a mock that does not conform to its service traps`() async throws {
        final class Clock {}
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MockContainer(Clock(), for: (any Logging).self)
        }
        let text = """
            MockContainerTests.swift:\(line): Fatal error: A MockContainer<Logging, Clock> was given a Clock, which is not a Logging.
            To fix this, pass a Logging, or make Clock conform to it.
            """
        #expect(try trapMessage(result).contains(text))
    }

    @Test func `a closure is a mock of its own type`() {
        let seven: @Sendable () -> Int = { 7 }
        let mocks = (
            MockContainer({ 5 }, for: (@Sendable () -> Int).self, container: container),
            MockContainer({ $0 + 1 }, for: ((Int) -> Int).self, named: "next", container: container),
            MockContainer(seven, for: \.now, container: container),
            MockContainer([1], for: [Int].self, container: container)
        )
        #expect(container.resolve((@Sendable () -> Int).self)() == 5)
        #expect(container.resolve(((Int) -> Int).self, named: "next")(1) == 2)
        #expect(container.resolve(\.now)() + mocks.2.mock() == 14)
        #expect(container.resolve([Int].self) == mocks.3.mock)
        #expect(mocks.0.resolutionCount == 1)
    }

    @Test func `a closure of another type than the service traps without asking for a conformance`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let closure: () -> Int = { 5 }
            _ = MockContainer(closure, for: (@Sendable () -> Int).self)
        }
        #expect(try trapMessage(result).contains("was given a () -> Int, which is not a @Sendable () -> Int.\n"))
        #expect(try trapMessage(result).contains("To fix this, pass a @Sendable () -> Int.\n"))
    }

    /// Not `Hashable`, so the lifetime of a registration could not keep an instance for it.
    private struct Topic { var name = "" }

    @Test func `a mock of a service that takes an argument answers every argument`() async throws {
        container.register((any Logging).self, taking: String.self) { MockLogger($0) }
        container.register((any Logging).self, taking: Topic.self, named: "topics") { MockLogger($0.name) }
        container.decorate((any Logging).self, taking: Topic.self, named: "topics") { $0 }
        let user = container.register([String].self) { [container] in
            [container.resolve((any Logging).self, with: "c").label]
        }
        do {
            let mock = MockContainer(MockLogger(), for: (any Logging).self, taking: String.self, container: container)
            let other = MockContainer(
                MockLogger("other"),
                for: (any Logging).self,
                taking: Topic.self,
                named: "topics",
                container: container
            )
            #expect(container.resolve((any Logging).self, with: "a") === mock.mock)
            #expect(try await container.asyncResolve((any Logging).self, with: "b") === mock.mock)
            #expect(container.resolve((any Logging).self, with: Topic(), named: "topics") === other.mock)
            #expect(container.resolve((any Logging).self, with: Topic(), named: "topics") === other.mock)
            #expect(container.resolve([String].self) == ["mock"])
            #expect([mock, other].map(\.resolutionCount) == [3, 2])
        }
        #expect(container.resolve((any Logging).self, with: "a").label == "a")
        #expect(container.resolve((any Logging).self, with: Topic(name: "b"), named: "topics").label == "b")
        #expect(container.resolve([String].self) == ["c"])
        withExtendedLifetime(user) {}
    }

    @Test func `a mock of another type than the second one traps`() async throws {
        struct OtherPinger: Pinging { let label = "other" }
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MockContainer<any Pinging, Pinger>(OtherPinger())
        }
        let text = """
            MockContainerTests.swift:\(line): Fatal error: A MockContainer<Pinging, Pinger> was given a OtherPinger, which is not a \
            Pinger.
            To fix this, pass a Pinger, or name OtherPinger as its second type.
            """
        #expect(try trapMessage(result).contains(text))
    }
}

#if compiler(>=6.2)
private protocol Shelf {}
private struct Oak {}
extension Oak: @MainActor Shelf {}

/// A conformance that belongs to the main actor, as in a module whose default isolation is the main actor.
@Suite struct ConformancesOfTheMainActorTests {
    private let cure =
        "\nThe conformance of Oak may be isolated to the main actor. If so, declare it as `nonisolated Shelf`, or "

    @MainActor @Test(.mock(Oak.self) { Oak() }) func `a conformance of the main actor counts there`() throws {
        let found = MockContainer(try mock(of: Oak.self, as: (any Shelf).self) as! Oak, for: (any Shelf).self)
        withExtendedLifetime(found) {}
    }

    @Test func `the trap elsewhere names the cure`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Task.detached { _ = MockContainer(Oak(), for: (any Shelf).self) }.value
        }
        let place = "create the MockContainer on the main actor, in a trait `{ @MainActor in … }`."
        #expect(try trapMessage(result).contains(cure + place))
    }
}
#endif
