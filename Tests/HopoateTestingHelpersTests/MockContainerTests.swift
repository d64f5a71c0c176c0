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
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("MockContainerTests.swift:\(line): Fatal error: A MockContainer<Logging, MockLogger>"))
        #expect(text.contains("given a OtherLogger, which is no MockLogger."))
    }
}
