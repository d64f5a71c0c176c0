import Hopoate
import Testing

/// What a child makes of an instance by a decorator of its own.
@Suite struct ChildDecorationTests {
    let parent = DependencyContainer()

    /// Holds what it decorates.
    private final class Decoration: Logging {
        private let decorated: any Logging
        var label: String { "\(decorated.label), decorated" }

        init(_ decorated: any Logging) { self.decorated = decorated }
    }

    @Test func whatTheChildKeepsForItselfStays() {
        let child = DependencyContainer(parent: parent)
        let token = parent.register(Logger("parent's"), for: (any Logging).self)
        child.register(Logger("child's"), for: (any Logging).self)
        child.decorate((any Logging).self) { Decoration($0) }
        let decorated = child.resolve((any Logging).self)
        parent.remove(token)
        #expect(child.resolve((any Logging).self) === decorated)
    }

    /// The child is not told when the parent lets go of the instance: the next look-up finds out.
    @Test(arguments: [Lifetime.cached, .scoped(DependencyScope()), .expiring(afterSeconds: 1e9)])
    func whatTheParentMakesAnewIsDecoratedAnew(_ lifetime: Lifetime) {
        let (child, made) = (DependencyContainer(parent: parent), Counter())
        let token = parent.register((any Logging).self, lifetime: lifetime) { Logger("\(made.increment())") }
        child.decorate((any Logging).self) { Decoration($0) }
        #expect(child.resolve((any Logging).self).label == "1, decorated")
        parent.reset(token)
        #expect(child.resolve((any Logging).self).label == "2, decorated")
        parent.remove(token)
        #expect(child.optionalResolve((any Logging).self) == nil)
    }
}
