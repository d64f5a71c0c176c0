import Foundation
import HopoateTestingHelpers
import Testing

@testable import Hopoate

@Suite struct MockContainerTests {
    let container = DependencyContainer()

    protocol Logging: AnyObject {
        var label: String { get }
    }

    /// Not Sendable, as mocks are.
    final class MockLogger: Logging {
        var label: String
        init(_ label: String = "mock") { self.label = label }
    }

    @Test func aMockIsRegisteredUntilItsContainerIsReleased() {
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

    @Test func aMockIsRegisteredInTheSharedContainerByDefault() {
        DependencyContainer.withShared(container) {
            let mock = MockContainer<any Logging, MockLogger>(MockLogger())
            #expect(container.resolve((any Logging).self) === mock.mock)
        }
        #expect(!container.canResolve((any Logging).self))
    }

    @Test func aMockIsHandedBackByItsOwnType() {
        let logger = MockLogger()
        let mock = MockContainer(logger, for: (any Logging).self, container: container)
        let handedBack: MockLogger = mock.mock
        #expect(handedBack === logger)
        #expect(container.resolve((any Logging).self) === logger)
    }

    /// 1.x's form.
    @Test func aMockMayBeRegisteredByTwoTypesThatAreNamed() {
        let mock = MockContainer<any Logging, MockLogger>(MockLogger(), container: container)
        mock.mock.label = "changed"
        #expect(container.resolve((any Logging).self).label == "changed")
    }

    @Test func aMockMayHaveAName() {
        let old = MockContainer<any Logging, MockLogger>(MockLogger(), named: "backup", container: container)
        #expect(container.resolve((any Logging).self, named: "backup") === old.mock)
        let new = MockContainer(MockLogger(), for: (any Logging).self, named: "backup", container: container)
        #expect(container.resolve((any Logging).self, named: "backup") === new.mock)
        #expect(!container.canResolve((any Logging).self))
        withExtendedLifetime(old) {}
    }

    @Test func mocksMayGoInAnyOrder() {
        var first: MockContainer? = MockContainer<any Logging, MockLogger>(MockLogger("1"), container: container)
        var second: MockContainer? = MockContainer<any Logging, MockLogger>(MockLogger("2"), container: container)
        var third: MockContainer? = MockContainer<any Logging, MockLogger>(MockLogger("3"), container: container)
        second = nil
        #expect(container.resolve((any Logging).self).label == "3")
        third = nil
        #expect(container.resolve((any Logging).self).label == "1")
        first = nil
        #expect(!container.canResolve((any Logging).self))
        withExtendedLifetime((first, second, third)) {}
    }

    @Test func aMockCountsItsResolutions() {
        let property = Dependency<any Logging>(container: container)
        let mock = MockContainer<any Logging, MockLogger>(MockLogger(), container: container)
        #expect(!mock.wasResolved)
        _ = container.resolve((any Logging).self)
        _ = container.optionalResolve((any Logging).self)
        _ = property.wrappedValue
        #expect(mock.wasResolved)
        #expect(mock.resolutionCount == 3)
        let newer = MockContainer<any Logging, MockLogger>(MockLogger(), container: container)
        _ = container.resolve((any Logging).self)
        #expect(mock.resolutionCount == 3)
        #expect(newer.resolutionCount == 1)
    }

    @Test func whatAChildResolvesCountsAndWhatAForkResolvesDoesNot() {
        let mock = MockContainer(MockLogger(), for: (any Logging).self, container: container)
        let (child, fork) = (DependencyContainer(parent: container), container.fork())
        #expect(child.resolve((any Logging).self) === fork.resolve((any Logging).self))
        #expect(mock.resolutionCount == 1)
    }

    @Test func aMockCountsWhetherOrNotItsContainerIsObserved() {
        let events = Counter()
        container.register(Pinger(label: "kept"), for: (any Pinging).self)
        let mock = MockContainer(MockLogger(), for: (any Logging).self, container: container)
        let observation = container.observe { _ in events.increment() }
        _ = container.resolve((any Pinging).self)
        #expect(mock.resolutionCount == 0)
        _ = container.resolve((any Logging).self)
        observation.cancel()
        _ = container.resolve((any Logging).self)
        #expect(mock.resolutionCount == 2)
        #expect(events.count == 2)
    }

    /// A hit is what makes resolving cheap. Only the mock's own registration gives it up, to be counted.
    @Test func aMockTakesNoHitFromOthers() {
        func isHit<Service>(_ service: Service.Type) -> Bool {
            container.table.tryHit(ServiceKey(service, named: nil)) { _ in } == .hit
        }
        container.register(Pinger(label: "kept"), for: (any Pinging).self)
        container.register(MockLogger("real"), for: (any Logging).self)
        do {
            let mock = MockContainer(MockLogger(), for: (any Logging).self, container: container)
            _ = container.resolve((any Logging).self)
            #expect(!isHit((any Logging).self))
            #expect(isHit((any Pinging).self))
            withExtendedLifetime(mock) {}
        }
        #expect(isHit((any Logging).self))
    }

    @Test func aMockOfATypedKeyCounts() {
        let mock = MockContainer(Pinger(label: "mock"), for: \.pinger, container: container)
        #expect(container.resolve(\.pinger).label == mock.mock.label)
        #expect(mock.resolutionCount == 1)
    }

    @Test func aMockMayBeOfATypedKey() {
        #expect(container.resolve(\.pinger).label == "default")
        do {
            let mock = MockContainer<any Pinging, Pinger>(\.pinger, Pinger(label: "mock"), container: container)
            #expect(container.resolve(\.pinger).label == mock.mock.label)
        }
        #expect(container.resolve(\.pinger).label == "default")
    }

    @Test func aMockMayGoOnAnyThread() {
        final class Holder: @unchecked Sendable {
            var mock: MockContainer<any Logging, MockLogger>?
            init(_ mock: MockContainer<any Logging, MockLogger>) { self.mock = mock }
        }
        let container = container
        container.register(MockLogger("real"), for: (any Logging).self)
        for _ in 0..<50 {
            let holder = Holder(MockContainer(MockLogger(), container: container))
            onThread { holder.mock = nil }
        }
        #expect(container.resolve((any Logging).self).label == "real")
        #expect(container.registrations.count == 1)
    }

    @Test func aValueMayBeAMock() {
        struct Settings { var text = "mock" }
        let mock = MockContainer<Settings, Settings>(Settings(), container: container)
        #expect(container.resolve(Settings.self).text == mock.mock.text)
    }

    @Test func aMockOfAnotherTypeIsToldSo() async throws {
        final class OtherLogger: Logging { let label = "other" }
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MockContainer<any Logging, MockLogger>(OtherLogger())
        }
        let text = try trapMessage(result)
        #expect(text.contains("MockContainerTests.swift:\(line): Fatal error: A MockContainer<Logging, MockLogger>"))
        #expect(text.contains("given a OtherLogger, which is no MockLogger."))
    }

    @Test func aMockThatIsNoSuchServiceIsToldSo() async throws {
        final class Clock {}
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MockContainer(Clock(), for: (any Logging).self)
        }
        let text = try trapMessage(result)
        #expect(text.contains("MockContainerTests.swift:\(line): Fatal error: A MockContainer<Logging, Clock>"))
        #expect(text.contains("was given a Clock, which is no Logging."))
        #expect(text.contains("To fix this, hand it a Logging, or make Clock conform to it."))
    }

    @Test func aMockThatIsNoSuchServiceOfATypedKeyIsToldSo() async throws {
        struct Clock {}
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MockContainer(Clock(), for: \.pinger)
        }
        let text = try trapMessage(result)
        #expect(text.contains("MockContainerTests.swift:\(line): Fatal error: A MockContainer<Pinging, Clock>"))
        #expect(text.contains("was given a Clock, which is no Pinging."))
    }

    @Test func aMockOfAnotherTypeForATypedKeyIsToldSo() async throws {
        struct OtherPinger: Pinging { let label = "other" }
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MockContainer<any Pinging, Pinger>(\.pinger, OtherPinger())
        }
        let text = try trapMessage(result)
        #expect(
            text.contains("MockContainerTests.swift:\(line): Fatal error: A MockContainer<Pinging, Pinger> was given a")
        )
        #expect(text.contains("To fix this, hand it a Pinger, or name OtherPinger as its second type."))
    }
}
