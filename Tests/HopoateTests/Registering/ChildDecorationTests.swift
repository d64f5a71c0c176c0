import Hopoate
import Testing

/// What a child makes of a parent's instance lives no longer than the parent keeps that.
@Suite struct ChildDecorationTests {
    let parent = DependencyContainer()

    /// Holds what it decorates.
    private final class Decoration: Logging {
        private let decorated: any Logging
        private let onDeinit: @Sendable () -> Void
        var label: String { "\(decorated.label), decorated" }

        init(_ decorated: any Logging, onDeinit: @escaping @Sendable () -> Void) {
            self.decorated = decorated
            self.onDeinit = onDeinit
        }

        deinit { onDeinit() }
    }

    /// Decorates in some containers, resolves there, and expects what was made to go when the parent lets go of its instance.
    private func expectNothingKept(
        by containers: [DependencyContainer],
        _ lifetime: Lifetime = .cached,
        after letGo: (AnyServiceRegistration) -> Void
    ) {
        let gone = Shared<[String]>([])
        let token = parent.register((any Logging).self, lifetime: lifetime) {
            Logger("parent's") { gone.change { $0.append("instance") } }
        }
        for container in containers {
            container.decorate((any Logging).self) { Decoration($0) { gone.change { $0.append("decoration") } } }
        }
        for container in containers.reversed() {
            #expect(container.resolve((any Logging).self).label.hasPrefix("parent's, decorated"))
        }
        #expect(gone.value == [])
        letGo(token)
        #expect(gone.value == Array(repeating: "decoration", count: containers.count) + ["instance"])
    }

    @Test func whatTheChildKeepsForItselfStays() {
        let child = DependencyContainer(parent: parent)
        let token = parent.register(Logger("parent's"), for: (any Logging).self)
        child.register(Logger("child's"), for: (any Logging).self)
        child.decorate((any Logging).self) { Decoration($0) {} }
        let decorated = child.resolve((any Logging).self)
        parent.remove(token)
        #expect(child.resolve((any Logging).self) === decorated)
    }

    @Test func aDecorationGoesWhenWhatItDecoratesIsNotKeptAnyMore() {
        let parent = DependencyContainer()
        let child = DependencyContainer(parent: parent)
        parent.register(Logger.self, lifetime: .cached) { Logger("kept") }
        child.decorate(Logger.self) { Logger("decorated " + $0.label) }
        weak var decoration: Logger?
        decoration = child.resolve(Logger.self)
        #expect(decoration?.label == "decorated kept")
        parent.register(Logger.self, lifetime: .transient) { Logger("transient") }
        #expect(child.resolve(Logger.self).label == "decorated transient")
        #expect(decoration == nil)
    }

    /// The decoration of what is cleaned up meanwhile is its caller's alone.
    @Test func nothingIsKeptOfAnInstanceThatGoesWhenItHasBeenDecorated() {
        let child = DependencyContainer(parent: parent)
        let (made, alive, cleanedUp) = (Counter(), Shared<Set<String>>([]), Shared<Set<String>>([]))
        let token = parent.register(
            (any Logging).self,
            creator: {
                let label = "\(made.increment())"
                alive.change { _ = $0.insert(label) }
                return Logger(label) { alive.change { _ = $0.remove(label) } }
            }
        ).onRemove { logger in cleanedUp.change { _ = $0.insert(logger.label) } }
        child.decorate((any Logging).self) { Decoration($0) {} }
        let keptTooLong = Counter()
        inStep(
            500,
            { _ in _ = child.resolve((any Logging).self) },
            { [parent] round in
                _ = parent.resolve((any Logging).self)
                for _ in 0..<(round * 7 % 3_000) {}
                parent.reset(token)
            },
            { _ in if !alive.value.isDisjoint(with: cleanedUp.value) { keptTooLong.increment() } }
        )
        #expect(keptTooLong.count == 0)
    }
}
