import Hopoate
import Testing

/// What keeps an instance of each lifetime, what ends it, and whose services it is made from.
@Suite struct LifetimeTests {
    enum Kind: CaseIterable {
        case eager, cached, transient, weak, graph, expiring, scoped, perContainer

        func lifetime(_ scope: DependencyScope = DependencyScope()) -> Lifetime {
            switch self {
            case .eager: .eager
            case .cached: .cached
            case .transient: .transient
            case .weak: .weak
            case .graph: .graph
            case .expiring: .expiring(afterSeconds: 60)
            case .scoped: .scoped(scope)
            case .perContainer: .perContainer
            }
        }

        /// Whether an instance serves as long as somebody holds it.
        var isSharedWhileHeld: Bool { self != .transient && self != .graph }
        /// Whether an instance serves that nobody else holds.
        var isKept: Bool { isSharedWhileHeld && self != .weak }
        /// Whether a parent's instance is made from the services of the container that was asked.
        var isMadeByAsker: Bool { [.transient, .graph, .perContainer].contains(self) }

        func isEnded(by end: End) -> Bool {
            switch end {
            case .override: false
            case .scope: self == .scoped
            case .time: self == .expiring
            case .reset: isKept
            case .removal, .resetOfContainer: true
            }
        }
    }

    enum End: CaseIterable {
        /// That comes and goes.
        case override
        case scope, time, reset, removal, resetOfContainer
    }

    @Test(arguments: Kind.allCases, End.allCases) func anInstanceServesUntilItsEnd(_ kind: Kind, _ end: End) {
        let (container, scope, clock) = (DependencyContainer(), DependencyScope(), TestClock())
        let (made, gone, cleanedUp) = (Counter(), Counter(), Shared<[String]>([]))
        container.register(clock, for: (any ExpirationClock).self)
        let token = container.register(Logger.self, lifetime: kind.lifetime(scope)) {
            Logger("\(made.increment())") { gone.increment() }
        }
        if kind.isKept { token.onRemove { logger in cleanedUp.change { $0.append(logger.label) } } }
        #expect(made.count == (kind == .eager ? 1 : 0))
        do {
            let held = container.resolve(Logger.self)
            #expect((container.resolve(Logger.self) === held) == kind.isSharedWhileHeld)
        }
        let madeBefore = made.count
        switch end {
        case .override: container.remove(container.register(Logger("override"), for: Logger.self))
        case .scope: scope.reset()
        case .time: clock.advance(60)
        case .reset: container.reset(token)
        case .removal: container.remove(token)
        case .resetOfContainer: container.reset()
        }
        let isOver = kind.isEnded(by: end)
        let next = container.optionalResolve(Logger.self)?.label
        if end == .removal || end == .resetOfContainer {
            #expect(next == nil)
        } else {
            #expect(next == "\(kind.isKept && !isOver ? 1 : madeBefore + 1)")
        }
        #expect(gone.count == made.count - (kind.isKept && next != nil ? 1 : 0))
        #expect(cleanedUp.value == (kind.isKept && isOver ? ["1"] : []))
    }

    private final class Reader: Sendable {
        let text = Dependency<String>()
    }

    @Test(arguments: Kind.allCases)
    func anObjectIsMadeFromTheServicesOfTheContainerThatKeepsItOrElseOfTheOneThatWasAsked(_ kind: Kind) {
        let parent = DependencyContainer()
        let child = DependencyContainer(parent: parent)
        parent.register("parent", for: String.self)
        parent.register(Reader.self, lifetime: kind.lifetime()) { Reader() }
        child.register("child", for: String.self)
        let reader = child.resolve(Reader.self)
        #expect(reader.text() == (kind.isMadeByAsker ? "child" : "parent"))
        #expect((parent.resolve(Reader.self) === reader) == !kind.isMadeByAsker)
        #expect(parent.resolve(Reader.self).text() == "parent")
        #expect(DependencyContainer(parent: child).resolve(Reader.self).text() == reader.text())
    }

    @Test(arguments: Kind.allCases) func whatIsMadeFromAnArgumentWithoutEqualityIsTheAskersAlone(_ kind: Kind) {
        struct Incomparable {}
        let parent = DependencyContainer()
        let child = DependencyContainer(parent: parent)
        parent.register(Logger.self, taking: Incomparable.self, lifetime: kind.lifetime()) { _ in
            Logger(resolve(String.self))
        }
        child.register("child", for: String.self)
        let logger = child.resolve(Logger.self, with: Incomparable())
        #expect(logger.label == "child")
        #expect(child.resolve(Logger.self, with: Incomparable()) !== logger)
    }

    @Test func lifetimesAreToldApart() {
        let scope = DependencyScope()
        #expect(Lifetime.scoped(scope) == .scoped(scope))
        #expect(Lifetime.scoped(scope) != .scoped(DependencyScope()))
        #expect(Lifetime.expiring(afterSeconds: 1) != .expiring(afterSeconds: 2))
        #expect(Set(Kind.allCases.map { $0.lifetime(scope) }).count == 8)
        #expect(
            "\(Lifetime.expiring(afterSeconds: 60)), \(Lifetime.perContainer)" == "expiring after 60.0 s, perContainer"
        )
    }
}
