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

/// A container removes its newest registration first, so that one is cleaned up before an older one that uses it.
@Suite struct CleanedUpTooEarlyTests {
    private let container = DependencyContainer()

    /// The paths of the problems, each of which is about the order.
    private func paths(_ container: DependencyContainer? = nil, runningCreators isCreating: Bool = false) -> [[String]] {
        let problems = (container ?? self.container).problems(runningCreators: isCreating)
        #expect(problems.allSatisfy { $0.kind == .cleanedUpTooEarly })
        return problems.map(\.path)
    }

    @discardableResult
    private func registerStore(_ lifetime: Lifetime = .cached) -> ServiceRegistration<Store> {
        container.register(Store.self, lifetime: lifetime) { Store() }.onRemove { $0.close() }
    }

    // MARK: What is used too late

    @Test func aParameterIsReportedWithBothLinesAndTheCure() throws {
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
                \(module).Feed uses \(module).Store, which is removed before it.
                    path: Feed → Store
                          \(module).Feed, cached, registered at \(file):\(feed)
                          \(module).Store, cached, registered at \(file):\(store)
                To fix this, one of:
                    1. Register what is used before the service that uses it, or install its module before.
                    2. If they use each other, read the newer one by an @OptionalDependency property, which is nil by then.
                """
        )
    }

    @Test func aLookUpOfACreatorIsReported() {
        container.register(Int.self) { [resolve(Store.self)].count }
        registerStore()
        #expect(paths().isEmpty)
        #expect(paths(runningCreators: true) == [["Int", "Store"]])
    }

    @Test func aPropertyIsReported() {
        container.register(Screen.self) { Screen() }
        registerStore()
        #expect(paths().isEmpty)
        #expect(paths(runningCreators: true) == [["Screen", "Store"]])
    }

    @Test func lazyAndOptionalParametersAreReported() {
        container.autoregister(LazyFeed.self, initializer: LazyFeed.init)
        container.autoregister(OptionalFeed.self, initializer: OptionalFeed.init)
        registerStore()
        #expect(paths() == [["LazyFeed", "Store"], ["OptionalFeed", "Store"]])
    }

    @Test func aServiceThatIsNotKeptIsOnTheWay() {
        container.autoregister(Reader.self, initializer: Reader.init)
        container.autoregister(Loader.self, lifetime: .transient, initializer: Loader.init)
        registerStore()
        #expect(paths() == [["Reader", "Loader", "Store"]])
    }

    @Test func aNewerServiceIsOnTheWayIfItIsInOrderItself() {
        container.autoregister(Reader.self, initializer: Reader.init)
        registerStore()
        container.autoregister(Loader.self, initializer: Loader.init)
        #expect(paths() == [["Reader", "Loader", "Store"]])
    }

    @Test func ofAChainTheOneThatUsesItIsReported() {
        container.autoregister(Reader.self, initializer: Reader.init)
        container.autoregister(Loader.self, initializer: Loader.init)
        registerStore()
        #expect(paths() == [["Loader", "Store"]])
    }

    @Test(arguments: [Lifetime.eager, .cached, .scoped(DependencyScope()), .expiring(afterSeconds: 60)])
    func eachLifetimeThatKeepsCounts(lifetime: Lifetime) {
        registerStore()
        container.register(Int.self, lifetime: lifetime) { [resolve(Store.self)].count }
        registerStore(lifetime)
        #expect(paths(runningCreators: true) == [["Int", "Store"]])
    }

    @Test func instancesOfEachContainerCount() {
        container.autoregister(Feed.self, lifetime: .perContainer, initializer: Feed.init)
        registerStore(.perContainer)
        #expect(paths() == [["Feed", "Store"]])
        #expect(paths(DependencyContainer(parent: container)) == [["Feed", "Store"]])
    }

    @Test func aRegisteredInstanceCounts() {
        container.autoregister(Feed.self, initializer: Feed.init)
        container.register(Store(), for: Store.self).onRemove { $0.close() }
        #expect(paths() == [["Feed", "Store"]])
        #expect(paths(runningCreators: true) == [["Feed", "Store"]])
        #expect(paths(DependencyContainer(parent: container), runningCreators: true) == [["Feed", "Store"]])
    }

    @Test func asynchronousFunctionsCount() {
        container.autoregister(Feed.self, initializer: Feed.init)
        container.register(Store.self) { Store() }
            .onRemove { store in
                await Task.yield()
                store.close()
            }
        #expect(paths() == [["Feed", "Store"]])
    }

    @Test func aDecoratorThatIsCleanedUpCounts() {
        container.register(Store.self) { Store() }
        container.autoregister(Feed.self, initializer: Feed.init)
        container.decorate(Store.self) { $0 }.onRemove { $0.close() }
        #expect(paths() == [["Feed", "Store"]])
    }

    @Test func theOrderOfModulesCounts() {
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

    /// Numbers that use one another without cycles: some kept, and some of these cleaned up.
    @Test(arguments: 0..<40)
    func aProblemIsReportedExactlyIfThereIsOne(seed: Int) {
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

    /// The trial itself cleans up without running into the problem.
    @Test(arguments: [Lifetime.cached, .scoped(DependencyScope()), .expiring(afterSeconds: 60), .perContainer])
    func aCleanUpThatReadsAPropertyIsReported(lifetime: Lifetime) {
        container.register(Screen.self, lifetime: lifetime) { Screen() }.onRemove { $0.store.close() }
        container.register(Store.self) { Store() }
        #expect(paths(runningCreators: true) == [["Screen", "Store"]])
    }

    @Test func anAsynchronousCleanUpOfATrialFindsWhatItReads() async {
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
    func aPropertyOfACleanUpMayBeOfAServiceThatIsNotKept(lifetime: Lifetime) {
        container.register(Screen.self) { Screen() }.onRemove { $0.store.close() }
        container.register(Store.self, lifetime: lifetime) { Store() }
        #expect(paths(runningCreators: true) == [["Screen", "Store"]])
    }

    @Test func aCleanUpThatUsesALazyOneIsReported() {
        container.autoregister(LazyFeed.self, initializer: LazyFeed.init).onRemove { _ in }
        container.register(Store.self) { Store() }
        #expect(paths() == [["LazyFeed", "Store"]])
    }

    @Test func aPropertyOfWhatACleanUpHoldsIsReported() {
        container.register(Frame.self) { Frame(resolve(Screen.self)) }.onRemove { _ in }
        container.register(Screen.self, lifetime: .transient) { Screen() }
        container.register(Store.self) { Store() }
        #expect(paths(runningCreators: true) == [["Frame", "Screen", "Store"]])
    }

    @Test func aPropertyThatACreatorHasReadIsStillAProperty() {
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

    @Test func aCleanUpMayUseWhatTheServiceHolds() {
        container.autoregister(Feed.self, initializer: Feed.init).onRemove { _ in }
        container.register(Store.self) { Store() }
        #expect(paths(runningCreators: true).isEmpty)
    }

    // MARK: What is in order

    @Test func theRightOrderIsNoProblem() {
        registerStore()
        container.autoregister(Feed.self, initializer: Feed.init)
        container.autoregister(LazyFeed.self, initializer: LazyFeed.init).onRemove { _ in }
        container.register(Screen.self) { Screen() }.onRemove { $0.store.close() }
        #expect(paths(runningCreators: true).isEmpty)
    }

    @Test func whatNeedsNoCleanUpIsNoProblem() {
        container.autoregister(Feed.self, initializer: Feed.init)
        container.register(Screen.self) { Screen() }
        container.register(Store.self) { Store() }
        #expect(paths(runningCreators: true).isEmpty)
    }

    @Test(arguments: [Lifetime.transient, .weak, .graph])
    func aUserThatIsNotKeptIsNoProblem(lifetime: Lifetime) {
        container.autoregister(Feed.self, lifetime: lifetime, initializer: Feed.init)
        registerStore()
        #expect(paths(runningCreators: true).isEmpty)
    }

    @Test func contributionsAreNoProblem() {
        container.autoregister(Shelf.self, initializer: Shelf.init)
        container.register(Int.self) { try DependencyContainer.shared.resolvingAll(Store.self).count }
        container.contribute(to: Store.self) { Store() }.onRemove { $0.close() }
        container.contribute(to: String.self) { "\(resolve(Store.self))" }
        registerStore()
        #expect(paths(runningCreators: true).isEmpty)
    }

    @Test func aChildEndsBeforeItsParent() {
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

    @Test func anOptionalPropertyIsNilByThen() {
        container.register(Panel.self) { Panel() }.onRemove { $0.store?.close() }
        registerStore()
        #expect(paths(runningCreators: true).isEmpty)
    }

    @Test func whatIsCoveredIsNoProblem() {
        container.autoregister(Feed.self, initializer: Feed.init)
        registerStore()
        container.register(Feed.self) { Feed(Store()) }
        #expect(paths(runningCreators: true).isEmpty)
    }
}
