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
