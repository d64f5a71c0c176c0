import Hopoate
import Testing

@Suite struct DependencyContainerTests {
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

    private final class Reader: Sendable { let text = Dependency<String>() }

    @Test func `children and their objects keep the parent alive`() {
        weak var released: DependencyContainer?
        do {
            let reader = { () -> Reader in
                let parent = DependencyContainer()
                released = parent
                parent.register("parent", for: String.self)
                return DependencyContainer.withShared(DependencyContainer(parent: parent)) { Reader() }
            }()
            #expect(reader.text() == "parent")
        }
        #expect(released == nil)
    }
}
