import Hopoate
import Testing

@Suite struct GraphTests {
    let container = DependencyContainer()

    /// Two services that share a third one, and a fourth that has both.
    private final class Root {
        let left: Branch
        let right: Branch
        init(_ left: Branch, _ right: Branch) { (self.left, self.right) = (left, right) }
    }

    private final class Branch {
        let leaf: Logger
        @Dependency var lazyLeaf: Logger
        init(_ leaf: Logger) { self.leaf = leaf }
    }

    private func registerTree(created: Counter = Counter(), released: Counter = Counter()) {
        container.register(Logger.self, lifetime: .graph) { Logger("\(created.increment())") { released.increment() } }
        container.register(Branch.self, lifetime: .transient) { Branch(resolve(Logger.self)) }
        container.register(Root.self, lifetime: .transient) { Root(resolve(Branch.self), resolve(Branch.self)) }
    }

    @Test func `one look-up shares an instance, also with properties that are read later`() {
        let released = Counter()
        registerTree(released: released)
        do {
            let root = container.resolve(Root.self)
            #expect(root.left !== root.right)
            let leaves = [root.right.leaf, root.left.lazyLeaf, root.right.lazyLeaf]
            #expect(leaves.allSatisfy { $0 === root.left.leaf })
            #expect(container.resolve(Root.self).left.leaf !== root.left.leaf)
            #expect(released.count == 1)
        }
        #expect(released.count == 2)
    }

    private final class Screen {
        let presenter: Presenter
        init(_ presenter: Presenter) { self.presenter = presenter }
    }

    private final class Presenter {
        let screen: Lazy<Screen>
        init(_ screen: Lazy<Screen>) { self.screen = screen }
    }

    enum WayToLazy: CaseIterable { case parameter, byHand }

    @Test(arguments: WayToLazy.allCases)
    func `a Lazy shares the graph of the look-up that created it`(_ way: WayToLazy) {
        container.autoregister(Screen.self, lifetime: .graph, initializer: Screen.init)
        switch way {
        case .parameter: container.autoregister(Presenter.self, lifetime: .graph, initializer: Presenter.init)
        case .byHand: container.register(Presenter.self, lifetime: .graph) { Presenter(Lazy()) }
        }
        let screen = container.resolve(Screen.self)
        #expect(screen.presenter.screen() === screen)
        #expect(container.resolve(Screen.self).presenter.screen() !== screen)
        #expect(Lazy<Screen>(container: container)() !== screen)
    }

    private final class Model: Sendable { let labels = Dependency<[String]>() }

    /// One thread's look-up ends the graph, while another one reads a property of what that has created.
    @Test func `a graph that is used again keeps its instances`() {
        let (container, model, numbers) = (container, Shared<Model?>(nil), Counter())
        let (isEnding, isUsed, hasEnded) = (Barrier(2), Barrier(2), Barrier(2))
        container.register(Logger.self, lifetime: .graph) { Logger("\(numbers.increment())") }
        container.register((any Logging).self, lifetime: .graph) {
            Logger {
                isEnding.wait()
                isUsed.wait()
            }
        }
        container.register(Model.self, lifetime: .transient) {
            model.value = Model()
            _ = (resolve((any Logging).self), resolve(Logger.self))
            return model.value!
        }
        container.register([String].self, lifetime: .transient) {
            let first = resolve(Logger.self).label
            isUsed.wait()
            hasEnded.wait()
            return [first, resolve(Logger.self).label]
        }
        atOnce(2) { thread in
            if thread == 0 {
                _ = container.resolve(Model.self)
                hasEnded.wait()
            } else {
                isEnding.wait()
                #expect(model.value?.labels() == ["1", "1"])
            }
        }
    }
}
