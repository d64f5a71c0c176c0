import Hopoate
import HopoateDiagnostics
import Testing

private final class Store: Sendable { func close() {} }
private final class Feed: Sendable { init(_ store: Store) {} }
private final class Loader: Sendable { init(_ store: Store) {} }
private final class Reader: Sendable { init(_ loader: Loader) {} }
private final class OptionalFeed: Sendable { init(_ store: Store?) {} }
private final class Shelf: Sendable { init(_ stores: [Store]) {} }
private final class Screen { @Dependency var store: Store }
private final class Panel { @OptionalDependency var store: Store? }

/// A container removes its newest registration first, so it cleans that up before an older one that uses it.
@Suite struct CleanedUpTooEarlyTests {
    private let container = DependencyContainer()

    /// The paths of the problems, each of which is about the order.
    private func paths(_ container: DependencyContainer? = nil) -> [[String]] {
        paths(of: (container ?? self.container).problems())
    }

    private func paths(_ container: DependencyContainer? = nil, runningCreators _: Bool) async -> [[String]] {
        paths(of: await (container ?? self.container).problems(runningCreators: true))
    }

    private func paths(of problems: [DependencyProblem]) -> [[String]] {
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
                \(module).Store is removed before \(module).Feed, which uses it.
                    path: Feed → Store
                          \(module).Feed, cached, registered at \(file):\(feed)
                          \(module).Store, cached, registered at \(file):\(store)
                To fix this, one of:
                    1. Register the used service before the services that use it, or install its module first.
                    2. If they use each other, read the newer one with an @OptionalDependency property, which is then nil.
                """
        )
    }

    @Test func `one late service is one problem with all its users`() throws {
        container.autoregister(Feed.self, initializer: Feed.init)
        container.autoregister(OptionalFeed.self, initializer: OptionalFeed.init)
        container.autoregister(Loader.self, initializer: Loader.init)
        registerStore()
        let problem = try #require(container.problems().first)
        #expect(container.problems().count == 1)
        #expect(problem.nodes.map(\.id) == [0, 3, 1, 2])
        #expect(problem.service == "HopoateDiagnosticsTests.Store")
        #expect(problem.description.split(separator: "\n").count { $0.contains("needed by: ") } == 2)
    }

    @Test(arguments: [Lifetime.eager, .cached, .scoped(DependencyScope())])
    func `each lifetime that keeps instances counts`(lifetime: Lifetime) async {
        registerStore()
        container.register(Int.self, lifetime: lifetime) { [resolve(Store.self)].count }
        registerStore(lifetime)
        #expect(await paths(runningCreators: true) == [["Int", "Store"]])
    }

    @Test func `a registered instance and an asynchronous clean-up count`() async {
        container.autoregister(Feed.self, initializer: Feed.init)
        container.register(Store(), for: Store.self).onRemove { store in
            await Task.yield()
            store.close()
        }
        #expect(paths() == [["Feed", "Store"]])
        #expect(await paths(runningCreators: true) == [["Feed", "Store"]])
        #expect(await paths(DependencyContainer(parent: container), runningCreators: true) == [["Feed", "Store"]])
    }

    @Test func `a decorator with a clean-up counts`() {
        container.register(Store.self) { Store() }
        container.autoregister(Feed.self, initializer: Feed.init)
        container.decorate(Store.self) { $0 }.onRemove { $0.close() }
        #expect(paths() == [["Feed", "Store"]])
    }

    /// Random services that use one another without cycles. Some are kept, and some of those are cleaned up.
    @Test(arguments: 0..<40) func `a problem is reported exactly if there is one`(seed: Int) async {
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
        let isProblem = (0..<count).contains { user in
            isKept[user] && uses[user].contains { isCleanedUp[$0] && $0 > user }
        }
        #expect(await paths(container, runningCreators: true).isEmpty != isProblem)
    }

    // MARK: What is in order

    @Test func `contributions are no problem`() async {
        container.autoregister(Shelf.self, initializer: Shelf.init)
        container.register(Int.self) { try DependencyContainer.shared.resolvingAll(Store.self).count }
        container.contribute(to: Store.self) { Store() }.onRemove { $0.close() }
        container.contribute(to: String.self) { "\(resolve(Store.self))" }
        registerStore()
        #expect(await paths(runningCreators: true).isEmpty)
    }

    @Test func `an instance of each container, and one that only a service which is not kept uses, are no problem`()
        async
    {
        container.autoregister(Reader.self, initializer: Reader.init)
        container.autoregister(Loader.self, lifetime: .transient, initializer: Loader.init)
        registerStore()
        let child = DependencyContainer(parent: DependencyContainer())
        child.autoregister(Feed.self, initializer: Feed.init)
        child.register(Store.self, lifetime: .perContainer) { Store() }.onRemove { $0.close() }
        #expect(await paths(runningCreators: true).isEmpty)
        #expect(await paths(child, runningCreators: true).isEmpty)
    }

    @Test func `a child ends before its parent`() async {
        let child = DependencyContainer(parent: container)
        registerStore()
        child.autoregister(Feed.self, initializer: Feed.init)
        child.register(Screen.self) { Screen() }.onRemove { $0.store.close() }
        #expect(await paths(child, runningCreators: true).isEmpty)

        let parent = DependencyContainer()
        let other = DependencyContainer(parent: parent)
        parent.autoregister(Feed.self, lifetime: .perContainer, initializer: Feed.init)
        other.register(Store.self) { Store() }.onRemove { $0.close() }
        #expect(await paths(other, runningCreators: true).isEmpty)
    }

    @Test func `an optional property is no problem`() async {
        container.register(Panel.self) { Panel() }.onRemove { $0.store?.close() }
        registerStore()
        #expect(await paths(runningCreators: true).isEmpty)
    }
}
