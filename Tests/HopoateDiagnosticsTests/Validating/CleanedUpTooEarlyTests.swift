import Hopoate
import HopoateDiagnostics
import Testing

private final class Store: Sendable { func close() {} }
private final class Feed: Sendable { init(_ store: Store) {} }
private final class Loader: Sendable { init(_ store: Store) {} }
private final class Reader: Sendable { init(_ loader: Loader) {} }
private final class LazyFeed: Sendable { init(_ store: Lazy<Store>) {} }
private final class OptionalFeed: Sendable { init(_ store: Store?) {} }
private final class Shelf: Sendable { init(_ stores: [Store]) {} }
private final class Screen { @Dependency var store: Store }
private final class Panel { @OptionalDependency var store: Store? }
private final class Frame { init(_ screen: Screen) {} }

/// A container removes its newest registration first, so it cleans that up before an older one that uses it.
@Suite struct CleanedUpTooEarlyTests {
    private let container = DependencyContainer()

    /// The paths of the problems, each of which is about the order.
    private func paths(_ container: DependencyContainer? = nil, runningCreators isCreating: Bool = false) -> [[String]]
    {
        let problems = (container ?? self.container).problems(runningCreators: isCreating)
        #expect(problems.allSatisfy { $0.kind == .cleanedUpTooEarly })
        return problems.map(\.path)
    }

    @discardableResult private func registerStore(_ lifetime: Lifetime = .cached) -> ServiceRegistration<Store> {
        container.register(Store.self, lifetime: lifetime) { Store() }.onRemove { $0.close() }
    }

    // MARK: What is used too late

    @Test func `a parameter is reported with both lines and the cure`() throws {
        let (feed, store) = (#line + 1, #line + 2)
        container.autoregister(Feed.self, initializer: Feed.init)
        container.register(Store.self) { Store() }.onRemove { $0.close() }
        let problem = try #require(container.problems().first)
        #expect(container.problems() == [problem])
        #expect(problem.kind == .cleanedUpTooEarly)
        #expect(problem.path == ["Feed", "Store"])
        #expect(problem.nodes.map(\.line) == [UInt(feed), UInt(store)])
        let (module, file) = ("HopoateDiagnosticsTests", #fileID)
        #expect(
            problem.description.replacing(/\(.+?\)\./, with: "") == """
                \(module).Feed uses \(module).Store, which is removed first.
                    path: Feed → Store
                          \(module).Feed, cached, registered at \(file):\(feed)
                          \(module).Store, cached, registered at \(file):\(store)
                To fix this, one of:
                    1. Register the used service before the service that uses it, or install its module first.
                    2. If they use each other, read the newer one with an @OptionalDependency property, which is then nil.
                """
        )
    }

    @Test func `a look-up in a creator is reported`() {
        container.register(Int.self) { [resolve(Store.self)].count }
        registerStore()
        #expect(paths().isEmpty)
        #expect(paths(runningCreators: true) == [["Int", "Store"]])
    }

    @Test func `a property is reported`() {
        container.register(Screen.self) { Screen() }
        registerStore()
        #expect(paths().isEmpty)
        #expect(paths(runningCreators: true) == [["Screen", "Store"]])
    }

    @Test func `lazy and optional parameters are reported`() {
        container.autoregister(LazyFeed.self, initializer: LazyFeed.init)
        container.autoregister(OptionalFeed.self, initializer: OptionalFeed.init)
        registerStore()
        #expect(paths() == [["LazyFeed", "Store"], ["OptionalFeed", "Store"]])
    }

    @Test func `the path leads through a service that is not kept`() {
        container.autoregister(Reader.self, initializer: Reader.init)
        container.autoregister(Loader.self, lifetime: .transient, initializer: Loader.init)
        registerStore()
        #expect(paths() == [["Reader", "Loader", "Store"]])
    }

    @Test func `the path leads through a newer service that is in order itself`() {
        container.autoregister(Reader.self, initializer: Reader.init)
        registerStore()
        container.autoregister(Loader.self, initializer: Loader.init)
        #expect(paths() == [["Reader", "Loader", "Store"]])
    }

    @Test func `only the nearest user in a chain is reported`() {
        container.autoregister(Reader.self, initializer: Reader.init)
        container.autoregister(Loader.self, initializer: Loader.init)
        registerStore()
        #expect(paths() == [["Loader", "Store"]])
    }

    @Test(arguments: [Lifetime.eager, .cached, .scoped(DependencyScope())])
    func `each lifetime that keeps instances counts`(lifetime: Lifetime) {
        registerStore()
        container.register(Int.self, lifetime: lifetime) { [resolve(Store.self)].count }
        registerStore(lifetime)
        #expect(paths(runningCreators: true) == [["Int", "Store"]])
    }

    // MARK: Instances per container

    /// What happens in the order in which a container is used: first all registrations, then look-ups.
    private func cleanedUp(_ container: DependencyContainer, _ log: Shared<[String]>) -> [String] {
        log.value = []
        _ = container.resolve(Feed.self)
        container.removeAll()
        return log.value
    }

    @Test(arguments: [Lifetime.cached, .scoped(DependencyScope())])
    func `an instance per container is cleaned up before its user, wherever it is registered`(lifetime: Lifetime) {
        let (log, child) = (Shared<[String]>([]), DependencyContainer(parent: container))
        container.register(Store.self, lifetime: .perContainer) { Store() }
            .onRemove { _ in log.change { $0.append("store") } }
        child.autoregister(Feed.self, lifetime: lifetime, initializer: Feed.init)
            .onRemove { _ in log.change { $0.append("feed") } }
        #expect(paths(child) == [["Feed", "Store"]])
        #expect(paths(child, runningCreators: true) == [["Feed", "Store"]])
        let text = child.problems().first?.description
        #expect(text?.contains("1. Give the service that uses it the lifetime `perContainer` too.") == true)
        #expect(cleanedUp(child, log) == ["store", "feed"])

        let own = DependencyContainer()
        own.register(Store.self, lifetime: .perContainer) { Store() }.onRemove { $0.close() }
        own.autoregister(Feed.self, lifetime: lifetime, initializer: Feed.init)
        #expect(paths(own) == [["Feed", "Store"]])
    }

    @Test func `the path may lead through a decorator of an instance per container`() {
        registerStore(.perContainer)
        container.decorate(Store.self) { $0 }
        container.autoregister(Feed.self, initializer: Feed.init)
        #expect(paths() == [["Feed", "Store", "Store"]])
    }

    @Test(arguments: [Lifetime.perContainer, .transient])
    func `a user that each container creates is released before what it was created from`(lifetime: Lifetime) {
        let (log, child) = (Shared<[String]>([]), DependencyContainer(parent: container))
        let feed = container.autoregister(Feed.self, lifetime: lifetime, initializer: Feed.init)
        if lifetime == .perContainer { feed.onRemove { _ in log.change { $0.append("feed") } } }
        container.register(Store.self, lifetime: .perContainer) { Store() }
            .onRemove { _ in log.change { $0.append("store") } }
        #expect(paths(runningCreators: true).isEmpty)
        #expect(paths(child, runningCreators: true).isEmpty)
        #expect(cleanedUp(child, log) == (lifetime == .perContainer ? ["feed", "store"] : ["store"]))
    }

    @Test func `an eager user is newer than the instance per container that it was created from`() {
        let (log, child) = (Shared<[String]>([]), DependencyContainer(parent: container))
        container.register(Store.self, lifetime: .perContainer) { Store() }
            .onRemove { _ in log.change { $0.append("store") } }
        child.autoregister(Feed.self, lifetime: .eager, initializer: Feed.init)
            .onRemove { _ in log.change { $0.append("feed") } }
        #expect(paths(child, runningCreators: true).isEmpty)
        #expect(cleanedUp(child, log) == ["feed", "store"])
    }

    @Test func `a parent's instance outlives the users in a child`() {
        container.autoregister(Feed.self, initializer: Feed.init)
        let child = DependencyContainer(parent: container)
        child.register(Store.self, lifetime: .perContainer) { Store() }.onRemove { $0.close() }
        #expect(child.problems().map(\.kind) == [.missing])
        registerStore()
        child.autoregister(Loader.self, lifetime: .perContainer, initializer: Loader.init)
        #expect(paths(child) == [["Feed", "Store"]])
    }

    @Test func `a registered instance counts`() {
        container.autoregister(Feed.self, initializer: Feed.init)
        container.register(Store(), for: Store.self).onRemove { $0.close() }
        #expect(paths() == [["Feed", "Store"]])
        #expect(paths(runningCreators: true) == [["Feed", "Store"]])
        #expect(paths(DependencyContainer(parent: container), runningCreators: true) == [["Feed", "Store"]])
    }

    @Test func `an asynchronous clean-up counts`() {
        container.autoregister(Feed.self, initializer: Feed.init)
        container.register(Store.self) { Store() }
            .onRemove { store in
                await Task.yield()
                store.close()
            }
        #expect(paths() == [["Feed", "Store"]])
    }

    @Test func `a decorator with a clean-up counts`() {
        container.register(Store.self) { Store() }
        container.autoregister(Feed.self, initializer: Feed.init)
        container.decorate(Store.self) { $0 }.onRemove { $0.close() }
        #expect(paths() == [["Feed", "Store"]])
    }

    @Test func `the order of modules counts`() {
        struct Storage: DependencyModule {
            func register(in container: DependencyContainer) {
                container.register(Store.self) { Store() }.onRemove { $0.close() }
            }
        }
        struct Feeds: DependencyModule {
            func register(in container: DependencyContainer) {
                container.autoregister(Feed.self, initializer: Feed.init)
            }
        }
        container.install(Feeds())
        container.install(Storage())
        #expect(paths() == [["Feed", "Store"]])
        let inOrder = DependencyContainer()
        inOrder.install(Storage())
        inOrder.install(Feeds())
        #expect(paths(inOrder).isEmpty)
    }

    /// Random services that use one another without cycles. Some are kept, and some of those are cleaned up.
    @Test(arguments: 0..<40) func `a problem is reported exactly if there is one`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let (count, container) = (8, DependencyContainer())
        var isKept: [Bool] = []
        var isCleanedUp: [Bool] = []
        var uses = [[Int]](repeating: [], count: count)
        let order = (0..<count).shuffled(using: &random)
        for (position, user) in order.enumerated() {
            uses[user] = order[(position + 1)...].filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
        }
        for used in uses {
            isKept.append(Bool.random(using: &random))
            isCleanedUp.append(isKept.last == true && Bool.random(using: &random))
            let lifetime: Lifetime = isKept.last == true ? .cached : .transient
            let token = container.register(Int.self, named: "\(isKept.count - 1)", lifetime: lifetime) {
                used.map { resolve(Int.self, named: "\($0)") }.count
            }
            if isCleanedUp.last == true { token.onRemove { _ in } }
        }
        func reachable(from user: Int) -> [Int] { uses[user] + uses[user].flatMap(reachable) }
        let isProblem = (0..<count).contains { user in
            isKept[user] && reachable(from: user).contains { isCleanedUp[$0] && $0 > user }
        }
        #expect(paths(container, runningCreators: true).isEmpty != isProblem)
    }

    // MARK: What a clean-up would look up too late

    /// The trial cleans up too, and must not run into the problem itself.
    @Test(arguments: [Lifetime.cached, .scoped(DependencyScope())])
    func `a clean-up that reads a property is reported`(lifetime: Lifetime) {
        container.register(Screen.self, lifetime: lifetime) { Screen() }.onRemove { $0.store.close() }
        container.register(Store.self) { Store() }
        #expect(paths(runningCreators: true) == [["Screen", "Store"]])
    }

    @Test func `an asynchronous clean-up in a trial finds what it reads`() async {
        let closed = Gate()
        container.register(Store.self) { Store() }
        container.register(Screen.self) { Screen() }.onRemove { screen in
            for _ in 0..<100 { await Task.yield() }
            screen.store.close()
            closed.open()
        }
        #expect(paths(runningCreators: true).isEmpty)
        await closed.wait()
    }

    @Test(arguments: [Lifetime.transient, .weak, .graph])
    func `a clean-up is reported even if the service that it reads is not kept`(lifetime: Lifetime) {
        container.register(Screen.self) { Screen() }.onRemove { $0.store.close() }
        container.register(Store.self, lifetime: lifetime) { Store() }
        #expect(paths(runningCreators: true) == [["Screen", "Store"]])
    }

    @Test func `a clean-up of a service with a lazy parameter is reported`() {
        container.autoregister(LazyFeed.self, initializer: LazyFeed.init).onRemove { _ in }
        container.register(Store.self) { Store() }
        #expect(paths() == [["LazyFeed", "Store"]])
    }

    @Test func `a property of an object that the service holds is reported`() {
        container.register(Frame.self) { Frame(resolve(Screen.self)) }.onRemove { _ in }
        container.register(Screen.self, lifetime: .transient) { Screen() }
        container.register(Store.self) { Store() }
        #expect(paths(runningCreators: true) == [["Frame", "Screen", "Store"]])
    }

    @Test func `a property that the creator has read is reported too`() {
        container
            .register(Screen.self) {
                let screen = Screen()
                screen.store.close()
                return screen
            }
            .onRemove { _ in }
        container.register(Store.self) { Store() }
        #expect(paths(runningCreators: true) == [["Screen", "Store"]])
    }

    /// It is cleaned up when its own turn comes, which is before the registrations that are older than the instance.
    @Test func `the clean-up of an instance per container may read properties`() {
        let (closed, child) = (Counter(), DependencyContainer(parent: container))
        container.register(Screen.self, lifetime: .perContainer) { Screen() }.onRemove { screen in
            screen.store.close()
            closed.increment()
        }
        child.register(Store.self) { Store() }
        container.register(Store.self) { Store() }
        #expect(paths(runningCreators: true).isEmpty)
        #expect(paths(child).isEmpty)
        let before = closed.count
        _ = child.resolve(Screen.self)
        child.removeAll()
        #expect(closed.count == before + 1)
    }

    @Test func `a clean-up may use what its service holds`() {
        container.autoregister(Feed.self, initializer: Feed.init).onRemove { _ in }
        container.register(Store.self) { Store() }
        #expect(paths(runningCreators: true).isEmpty)
    }

    // MARK: What is in order

    @Test func `the right order is no problem`() {
        registerStore()
        container.autoregister(Feed.self, initializer: Feed.init)
        container.autoregister(LazyFeed.self, initializer: LazyFeed.init).onRemove { _ in }
        container.register(Screen.self) { Screen() }.onRemove { $0.store.close() }
        #expect(paths(runningCreators: true).isEmpty)
    }

    @Test func `a service without a clean-up is no problem`() {
        container.autoregister(Feed.self, initializer: Feed.init)
        container.register(Screen.self) { Screen() }
        container.register(Store.self) { Store() }
        #expect(paths(runningCreators: true).isEmpty)
    }

    @Test(arguments: [Lifetime.transient, .weak, .graph])
    func `a user that is not kept is no problem`(lifetime: Lifetime) {
        container.autoregister(Feed.self, lifetime: lifetime, initializer: Feed.init)
        registerStore()
        #expect(paths(runningCreators: true).isEmpty)
    }

    @Test func `contributions are no problem`() {
        container.autoregister(Shelf.self, initializer: Shelf.init)
        container.register(Int.self) { try DependencyContainer.shared.resolvingAll(Store.self).count }
        container.contribute(to: Store.self) { Store() }.onRemove { $0.close() }
        container.contribute(to: String.self) { "\(resolve(Store.self))" }
        registerStore()
        #expect(paths(runningCreators: true).isEmpty)
    }

    @Test func `a child ends before its parent`() {
        let child = DependencyContainer(parent: container)
        registerStore()
        child.autoregister(Feed.self, initializer: Feed.init)
        child.register(Screen.self) { Screen() }.onRemove { $0.store.close() }
        #expect(paths(child, runningCreators: true).isEmpty)

        let parent = DependencyContainer()
        let other = DependencyContainer(parent: parent)
        parent.autoregister(Feed.self, lifetime: .perContainer, initializer: Feed.init)
        other.register(Store.self) { Store() }.onRemove { $0.close() }
        #expect(paths(other, runningCreators: true).isEmpty)
    }

    @Test func `an optional property is no problem`() {
        container.register(Panel.self) { Panel() }.onRemove { $0.store?.close() }
        registerStore()
        #expect(paths(runningCreators: true).isEmpty)
    }

    @Test func `a covered registration is no problem`() {
        container.autoregister(Feed.self, initializer: Feed.init)
        registerStore()
        container.register(Feed.self) { Feed(Store()) }
        #expect(paths(runningCreators: true).isEmpty)
    }
}
