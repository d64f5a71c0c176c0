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

    private final class Hen { @Dependency var egg: Egg }
    private final class Egg { @Dependency var hen: Hen }

    @Test func `services may refer to each other by properties`() {
        container.register(Hen.self, lifetime: .graph) { Hen() }
        container.register(Egg.self, lifetime: .graph) { Egg() }
        let hen = container.resolve(Hen.self)
        #expect(hen.egg.hen === hen)
        #expect(hen.egg.hen.egg === hen.egg)
    }
}
