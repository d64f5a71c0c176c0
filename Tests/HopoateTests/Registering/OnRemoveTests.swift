import Hopoate
import Testing

@Suite struct OnRemoveTests {
    let container = DependencyContainer()

    let removed = Shared<[String]>([])

    private func note(_ text: String) -> @Sendable (String) -> Void {
        { [removed] service in removed.change { $0.append("\(text) \(service)") } }
    }

    @Test(arguments: [false, true]) func `a container cleans up its newest registration first`(_ byReset: Bool) {
        do {
            let container = DependencyContainer()
            container.register("instance", for: String.self).onRemove(note("1"))
            container.register(service: String.self) { "at once" }.onRemove(note("2"))
            container.register(String.self, named: "n") { "creator" }.onRemove(note("3"))
            container.autoregister(String.self, named: "a") { "initializer" }.onRemove(note("4"))
            container.contribute(to: String.self) { "contribution" }.onRemove(note("5"))
            container.register(\.removedText) { "key" }.onRemove(note("6"))
            container.register("instance of key", for: \.removedText).onRemove(note("7"))
            _ = container.resolve(String.self, named: "n") + container.resolve(String.self, named: "a")
            _ = container.resolveAll(String.self)
            if byReset { container.removeAll() }
        }
        let inOrder = ["7 instance of key", "5 contribution", "4 initializer", "3 creator", "2 at once", "1 instance"]
        #expect(removed.value == inOrder)
    }

    private final class Store: Sendable {}

    /// Flushes into its store in its `deinit`.
    private final class Buffer {
        private let store: Store
        private let released: @Sendable () -> Void
        init(_ store: Store, _ released: @escaping @Sendable () -> Void) {
            (self.store, self.released) = (store, released)
        }
        deinit { released() }
    }

    @Test(arguments: ["reset", "remove", "scope", "container"])
    func `a decoration is released before its service is cleaned up`(_ way: String) {
        let scope = DependencyScope()
        let token = container.register(
            AnyObject.self,
            lifetime: .scoped(scope),
            creator: { Store() }
        ).onRemove { [removed] _ in removed.change { $0.append("removed") } }
        container.decorate(AnyObject.self) { [removed] store in
            Buffer(store as! Store) { removed.change { $0.append("decoration gone") } }
        }.onRemove { [removed] _ in removed.change { $0.append("decoration removed") } }
        _ = container.resolve(AnyObject.self)
        switch way {
        case "reset": container.reset(token)
        case "remove": container.remove(token)
        case "scope": scope.reset()
        default: container.removeAll()
        }
        #expect(removed.value == ["decoration removed", "decoration gone", "removed"])
    }

    @Test func `tokens are usable while another thread releases the container`() {
        let (rounds, open) = (isSanitized ? 2_000 : 20_000, Counter())
        let containers = Shared<DependencyContainer?>(nil)
        let tokens = Shared<[ServiceRegistration<String>]>([])
        let (before, after) = (Meet(2), Meet(2))
        atOnce(2) { thread in
            for round in 0..<rounds {
                if thread == 0 {
                    let container = DependencyContainer(parent: DependencyContainer())
                    let base = container.register(String.self) { "\(open.increment())" }.onRemove { _ in open.add(-1) }
                    tokens.value = [container.decorate(String.self) { "<\($0)>" }, base]
                    if round % 2 == 0 { _ = container.resolve(String.self) }
                    containers.value = container
                }
                before.wait()
                if thread == 0 { containers.value = nil } else { for token in tokens.value { token.onRemove { _ in } } }
                if thread == 1, round % 3 == 0 { containers.value?.reset(tokens.value[1]) }
                if thread == 1, round % 3 == 1 { containers.value?.remove(tokens.value[0]) }
                after.wait()
            }
        }
        #expect(open.count == 0)
    }

    @Test func `clean-ups run in order, for instances that end after they were added`() {
        let created = Counter()
        let token = container.register(String.self) { "\(created.increment())" }
        _ = container.resolve(String.self)
        container.reset(token)
        token.onRemove(note("first"))
        _ = container.resolve(String.self)
        container.reset(token)
        #expect(removed.value == ["first 2"])
        _ = container.resolve(String.self)
        token.onRemove(note("second"))
        container.remove(token)
        #expect(removed.value == ["first 2", "first 3", "second 3"])
        #expect(token.onRemove(note("too late")) === token)
        container.remove(token)
        #expect(removed.value.count == 3)
    }
}

extension DependencyKeys {
    fileprivate var removedText: DependencyKey<String> { .required() }
}
