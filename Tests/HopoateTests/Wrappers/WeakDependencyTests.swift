import Hopoate
import Testing

@Suite struct WeakDependencyTests {
    private final class Parent {
        let child: Child
        init(child: Child) { self.child = child }
    }

    private final class Child {
        @WeakDependency var parent: Parent?
    }

    let container = DependencyContainer()

    @Test(arguments: [Lifetime.weak, .graph])
    func twoServicesThatReferToEachOtherAreFreed(_ lifetime: Lifetime) {
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

    @Test func aTransientServiceIsNotHeld() {
        let runs = Counter()
        container.register(Logger.self, lifetime: .transient) { Logger("\(runs.increment())") }
        let weak = WeakDependency<Logger>(container: container)
        do {
            let held = weak()
            #expect(held?.label == "1")
            #expect(weak.wrappedValue === held)
        }
        #expect(weak()?.label == "2")
    }

    @Test func aValueIsResolvedAnewEachTime() {
        let runs = Counter()
        container.register(Int.self, lifetime: .transient) { runs.increment() }
        let number = WeakDependency<Int>(container: container)
        #expect(number() == 1)
        #expect(number() == 2)
    }

    @Test func keysAndNamesAndTheContainer() {
        let named = WeakDependency<Int>(named: "n", container: container)
        container.register(7, for: Int.self, named: "n")
        #expect(named.wrappedValue == 7)
        #expect(named.container === container)
        let key = WeakDependency(\.weakly, container: container)
        #expect(key()?.label == "key")
    }
}

extension DependencyKeys {
    fileprivate var weakly: DependencyKey<Logger> { .init { Logger("key") } }
}

/// What a wrapper gives besides its service.
@Suite struct WrapperTests {
    private final class Feed: Sendable {
        let logger = Dependency<Logger>()
        let other = OptionalDependency<Int>()
    }

    let container = DependencyContainer()

    @Test func aWrapperInASendableClassIsReadAsAFunction() {
        container.register(Logger("own"), for: Logger.self)
        let feed = DependencyContainer.withShared(container) { Feed() }
        #expect(feed.logger().label == "own")
        #expect(feed.other() == nil)
        container.register(3, for: Int.self)
        #expect(feed.other() == 3)
    }

    @Test func anObjectMakesOthersInTheContainerOfAWrapper() {
        let feed = DependencyContainer.withShared(container) { Feed() }
        #expect(feed.logger.container === container)
        #expect(feed.other.container === container)
        let inner = DependencyContainer.withShared(feed.logger.container) { Feed() }
        container.register(Logger("own"), for: Logger.self)
        #expect(inner.logger().label == "own")
    }

    @Test func theContainerOfAnObjectThatOutlivedItTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let feed = {
                let container = DependencyContainer()
                container.register(Feed.self) { Feed() }
                return container.resolve(Feed.self)
            }()
            _ = feed.logger.container
        }
        #expect(try trapMessage(result).contains("The container of this property is gone"))
    }
}
