import Hopoate
import Testing

@Suite struct GraphTests {
    let container = DependencyContainer()

    /// Two services that share a third one, and a fourth that makes both.
    private final class Root {
        let left: Branch
        let right: Branch

        init(_ left: Branch, _ right: Branch) {
            self.left = left
            self.right = right
        }
    }

    private final class Branch {
        let leaf: Leaf
        @Dependency var lazyLeaf: Leaf

        init(_ leaf: Leaf) { self.leaf = leaf }
    }

    private final class Leaf {
        let onDeinit: () -> Void

        init(onDeinit: @escaping () -> Void = {}) { self.onDeinit = onDeinit }

        deinit { onDeinit() }
    }

    private func registerTree(made: Counter = Counter(), gone: Counter = Counter()) {
        container.register(Leaf.self, lifetime: .graph) {
            made.increment()
            return Leaf { gone.increment() }
        }
        container.register(Branch.self, lifetime: .transient) { Branch(resolve(Leaf.self)) }
        container.register(Root.self, lifetime: .transient) {
            Root(resolve(Branch.self), resolve(Branch.self))
        }
    }

    @Test func oneOutermostResolutionSharesAnInstanceAlsoWithPropertiesThatAreReadLater() {
        let made = Counter()
        registerTree(made: made)
        let root = container.resolve(Root.self)
        #expect(root.left !== root.right)
        #expect(root.left.leaf === root.right.leaf)
        #expect(root.left.lazyLeaf === root.left.leaf)
        #expect(root.right.lazyLeaf === root.left.leaf)
        #expect(made.count == 1)
        #expect(container.resolve(Root.self).left.leaf !== root.left.leaf)
        #expect(made.count == 2)
    }

    @Test func nobodyHoldsTheInstanceWhenTheResolutionIsOver() {
        let gone = Counter()
        registerTree(gone: gone)
        var root: Root? = container.resolve(Root.self)
        #expect(root?.left.lazyLeaf === root?.right.leaf)
        #expect(gone.count == 0)
        root = nil
        #expect(gone.count == 1)
    }

    @Test func anInstanceLivesWhileTheResolutionRunsAlsoIfNobodyHoldsItAndNoLonger() {
        let (made, gone) = (Counter(), Counter())
        registerTree(made: made, gone: gone)
        container.register(Int.self, lifetime: .transient) {
            for _ in 0..<2 { _ = resolve(Leaf.self) }
            return made.count + gone.count
        }
        #expect(container.resolve(Int.self) == 1)
        #expect(gone.count == 1)
    }

    @Test func aCycleOverPropertiesIsNone() {
        container.register(Hen.self, lifetime: .graph) { Hen() }
        container.register(Egg.self, lifetime: .graph) { Egg() }
        let hen = container.resolve(Hen.self)
        #expect(hen.egg.hen === hen)
        #expect(hen.egg.hen.egg === hen.egg)
        hen.egg.hasHatched = true
        #expect(hen.egg.hasHatched)
    }

    private final class Hen { @Dependency var egg: Egg }

    private final class Egg {
        @Dependency var hen: Hen
        var hasHatched = false
    }

    @Test func threadsHaveGraphsOfTheirOwn() {
        let made = Counter()
        registerTree(made: made)
        let container = container
        let haveEnded = onThreads(4) { _ in
            for _ in 0..<200 {
                let root = container.resolve(Root.self)
                #expect(root.left.leaf === root.right.lazyLeaf)
            }
        }
        #expect(haveEnded)
        #expect(made.count == 800)
    }

    @Test func whatIsReplacedWithinAResolutionIsReleasedUnderNoLock() {
        final class Layer: Logging {
            let inner: any Logging
            let onDeinit: @Sendable () -> Void
            init(_ inner: any Logging, onDeinit: @escaping @Sendable () -> Void) {
                self.inner = inner
                self.onDeinit = onDeinit
            }
            deinit { onDeinit() }
            var label: String { "layer(\(inner.label))" }
        }
        let container = container
        let haveEnded = onThreads(1) { _ in
            container.register(Int.self, lifetime: .graph) { 5 }
            container.register((any Logging).self, lifetime: .graph) { Logger("old") }
            let token = container.register((any Logging).self, lifetime: .graph) { Logger("new") }
            container.decorate((any Logging).self) { Layer($0) { _ = container.resolve(Int.self) } }
            container.register(String.self, lifetime: .transient) {
                let first = resolve((any Logging).self).label
                container.remove(token)
                return "\(first) \(resolve((any Logging).self).label)"
            }
            #expect(container.resolve(String.self) == "layer(new) layer(old)")
        }
        #expect(haveEnded)
    }

    private protocol Payment {}

    private struct Transfer: Payment { let leaf: Leaf }

    private final class Logged: Payment {
        let payment: any Payment

        init(_ payment: any Payment) { self.payment = payment }
    }

    private final class Payer { @OptionalDependency var payment: (any Payment)? }

    @Test func aPropertyDoesNotKeepWhatWasRemoved() {
        let released = Counter()
        container.register(Payer.self) { Payer() }
        let payer = container.resolve(Payer.self)
        for _ in 0..<100 {
            let payment = container.register((any Payment).self, lifetime: .graph) {
                Transfer(leaf: Leaf { released.increment() })
            }
            let decorator = container.decorate((any Payment).self) { Logged($0) }
            #expect(payer.payment is Logged)
            container.remove(decorator)
            container.remove(payment)
        }
        #expect(payer.payment == nil)
        #expect(released.count == 100)
    }

    @Test func propertiesThatThreadsReadAtOnceShareOneInstance() {
        container.register(Leaf.self, lifetime: .graph) { Leaf() }
        final class Two: @unchecked Sendable { let left = Part(), right = Part() }
        final class Part { @Dependency var leaf: Leaf }
        container.register(Two.self, lifetime: .transient) { Two() }
        let two = container.resolve(Two.self)
        let haveEnded = onThreads(2) { index in _ = index == 0 ? two.left.leaf : two.right.leaf }
        #expect(haveEnded)
        #expect(two.left.leaf === two.right.leaf)
    }
}
