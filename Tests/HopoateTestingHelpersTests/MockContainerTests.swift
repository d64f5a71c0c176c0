import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

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
            let mock = MockContainer<any Logging, MockLogger>(MockLogger(), container: container)
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

    @Test func aMockMayHaveAName() {
        let mock = MockContainer<any Logging, MockLogger>(MockLogger(), named: "backup", container: container)
        #expect(container.resolve((any Logging).self, named: "backup") === mock.mock)
        #expect(!container.canResolve((any Logging).self))
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
