import Hopoate
import Testing

@Suite struct DependencyContainerTests {
    @Test func `removeAll releases everything, newest first, and makes tokens inert`() throws {
        let (container, released) = (DependencyContainer(), Shared<[String]>([]))
        let tokens = ["a", "b", "c"].map { label in
            let logger = Logger(label) { released.change { $0.append(label) } }
            return container.register(logger, for: (any Logging).self, named: label)
        }
        container.removeAll()
        #expect(released.value == ["c", "b", "a"])
        #expect(container.registrations.isEmpty)
        container.register(Logger("new"), for: (any Logging).self, named: "a")
        for token in tokens { container.remove(token) }
        #expect(try container.resolving((any Logging).self, named: "a").label == "new")
    }

    /// Newer services may use older ones until the end.
    @Test(arguments: [true, false]) func `a deinit still finds older services`(byReset: Bool) {
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
            if byReset { container.removeAll() }
        }
        #expect(seen.value == "older")
    }

    @Test func `the inventory lists every registration, oldest first, and creates nothing`() throws {
        let container = DependencyContainer()
        container.register(1, for: Int.self)
        container.register(String.self, named: "greeting", lifetime: .cached) { throw SomeError() }
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
        #expect(container.canResolve(String.self, named: "greeting"))
    }

    // MARK: - Forks

    @Test(arguments: [Lifetime.eager, .cached]) func `a fork has the same registrations and its own instances`(
        _ lifetime: Lifetime
    ) throws {
        let (container, instance) = (DependencyContainer(), Logger("instance"))
        container.register("outer", for: String.self)
        let token = container.register(instance, for: (any Logging).self)
        container.register(Logger.self, lifetime: lifetime) { Logger(resolve(String.self)) }
        let (fork, created) = (container.fork(), container.resolve(Logger.self))
        #expect(fork.registrations.map(\.description) == container.registrations.map(\.description))
        #expect(try fork.resolving((any Logging).self) === instance)
        #expect(try fork.resolving(Logger.self) !== created)
        #expect(try fork.resolving(Logger.self) === fork.resolving(Logger.self))
        #expect(try container.resolving(Logger.self) === created)
        let later = container.fork()
        later.register("in the fork", for: String.self)
        #expect(try later.resolving(Logger.self).label == "in the fork")
        fork.remove(token)
        container.remove(token)
        #expect(!container.canResolve((any Logging).self))
        #expect(fork.canResolve((any Logging).self))
    }
}
