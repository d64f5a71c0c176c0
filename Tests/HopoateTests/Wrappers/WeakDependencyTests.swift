import Hopoate
import Testing

@Suite struct WeakDependencyTests {
    private final class Parent {
        let child: Child
        init(child: Child) { self.child = child }
    }

    private final class Child { @WeakDependency var parent: Parent? }

    let container = DependencyContainer()

    @Test(arguments: [Lifetime.weak, .graph])
    func `two services that refer to each other are released`(_ lifetime: Lifetime) {
        weak var parent: Parent?
        weak var child: Child?
        container.register(Child.self, lifetime: .transient) { Child() }
        container.register(Parent.self, lifetime: lifetime) { Parent(child: resolve(Child.self)) }
        do {
            let own = container.resolve(Parent.self)
            (parent, child) = (own, own.child)
            #expect(own.child.parent === own)
            #expect(own.child.parent === own)
        }
        #expect(parent == nil)
        #expect(child == nil)
    }

    @Test func `a transient service is not held, and a value is created each time`() {
        let runs = Counter()
        container.register(Logger.self, lifetime: .transient) { Logger("\(runs.increment())") }
        container.register(Int.self, lifetime: .transient) { runs.increment() }
        let (weak, number) = (WeakDependency<Logger>(container: container), WeakDependency<Int>(container: container))
        do {
            let held = weak()
            #expect(held?.label == "1")
            #expect(weak.wrappedValue === held)
        }
        #expect(weak()?.label == "2")
        #expect([number(), number()] == [3, 4])
    }
}
