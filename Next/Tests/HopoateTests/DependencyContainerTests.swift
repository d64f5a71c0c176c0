import Hopoate
import Testing

@Suite struct DependencyContainerTests {
    @Test func containersShareNothing() {
        let one = DependencyContainer()
        let other = DependencyContainer()
        one.register(Logger("one"), for: (any Logging).self)
        #expect(one.canResolve((any Logging).self))
        #expect(!other.canResolve((any Logging).self))
        #expect(other.registrations.isEmpty)
    }

    @Test func theSharedContainerIsAlwaysTheSameOne() {
        #expect(DependencyContainer.shared === DependencyContainer.shared)
    }

    @Test func resetTakesOutEverythingAndMakesTokensInert() {
        let container = DependencyContainer()
        let token = container.register(Logger(), for: (any Logging).self)
        container.register(1, for: Int.self)
        container.register(2, for: Int.self, named: "two")
        container.reset()
        #expect(container.registrations.isEmpty)
        #expect(container.optionalResolve(Int.self, named: "two") == nil)

        container.register(Logger("new"), for: (any Logging).self)
        container.remove(token)
        #expect(container.resolve((any Logging).self).label == "new")
    }

    @Test func resetReleasesWhatIsKeptNewestFirst() {
        let released = Shared<[String]>([])
        let container = DependencyContainer()
        for label in ["a", "b", "c"] {
            let logger = Logger(label) { released.change { $0.append(label) } }
            container.register(logger, for: (any Logging).self, named: label)
        }
        container.reset()
        #expect(released.value == ["c", "b", "a"])
    }

    /// Newer services may use older ones until the end.
    @Test(arguments: [true, false]) func aDeinitStillFindsOlderServices(byReset: Bool) {
        final class Store: Sendable {
            private let logging = Dependency<any Logging>()
            private let seen: Shared<String?>
            init(_ seen: Shared<String?>) { self.seen = seen }
            deinit { seen.value = logging.wrappedValue.label }
        }
        let seen = Shared<String?>(nil)
        do {
            let container = DependencyContainer()
            container.register(Logger("older"), for: (any Logging).self)
            container.register(service: Store.self) { Store(seen) }
            if byReset { container.reset() }
        }
        #expect(seen.value == "older")
    }

    @Test func theInventoryIsInOrderOfRegistrationAlsoWhenACreatorRegisters() {
        let container = DependencyContainer()
        container.register(service: Int.self) {
            DependencyContainer.shared.register(1, for: Int.self)
            return 2
        }
        #expect(container.registrations.map(\.depth) == [1, 0])
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func aReleasedContainerReleasesWhatItKeeps() {
        weak var logger: Logger?
        do {
            let container = DependencyContainer()
            let kept = Logger()
            logger = kept
            container.register(kept, for: (any Logging).self)
            container.register(Logger.self, lifetime: .cached) { kept }
            _ = container.resolve(Logger.self)
        }
        #expect(logger == nil)
    }

    @Test func theInventoryListsEveryRegistrationOldestFirst() throws {
        let container = DependencyContainer()
        container.register(1, for: Int.self)
        container.register(String.self, named: "greeting", lifetime: .cached) { "hello" }
        container.register(service: Int.self, cacheService: false) { 2 }
        let line = UInt(#line - 1)

        let inventory = container.registrations
        #expect(inventory.map { "\($0.service)" } == ["Int", "String", "Int"])
        #expect(inventory.map(\.name) == [nil, "greeting", nil])
        #expect(inventory.map(\.lifetime) == [.eager, .cached, .transient])
        #expect(inventory.map(\.depth) == [1, 0, 0])
        #expect(inventory.map(\.line) == [line - 2, line - 1, line])
        #expect(inventory.allSatisfy { $0.fileID == "HopoateTests/DependencyContainerTests.swift" })
        #expect(
            inventory[1].description
                == "Swift.String named \"greeting\", cached, registered at "
                + "HopoateTests/DependencyContainerTests.swift:\(line - 1)"
        )
    }

    @Test func theInventoryCreatesNothing() {
        let container = DependencyContainer()
        container.register(Int.self, lifetime: .cached) {
            Issue.record("The creator ran.")
            return 1
        }
        _ = container.registrations
        #expect(container.canResolve(Int.self))
    }
}
