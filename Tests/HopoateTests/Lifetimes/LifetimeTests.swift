import Hopoate
import Testing

/// What keeps an instance of each lifetime, what ends it, and whose services it is made from.
@Suite struct LifetimeTests {
    private static let all: [TestedLifetime] = [
        .eager, .cached, .transient, .weak, .graph, .expiring(afterSeconds: 60), .scoped(0), .perContainer,
    ]

    enum End: CaseIterable {
        /// That comes and goes.
        case override
        case scope, time, reset, removal, resetOfContainer
    }

    @Test(arguments: all, End.allCases)
    func `an instance serves until its end`(_ lifetime: TestedLifetime, _ end: End) {
        let (container, scope, clock) = (DependencyContainer(), DependencyScope(), TestClock())
        let (made, gone, cleanedUp) = (Counter(), Counter(), Shared<[String]>([]))
        container.register(clock, for: (any ExpirationClock).self)
        let token = container.register(Logger.self, lifetime: lifetime.lifetime([scope])) {
            Logger("\(made.increment())") { gone.increment() }
        }
        if lifetime.keeps { token.onRemove { logger in cleanedUp.change { $0.append(logger.label) } } }
        #expect(made.count == (lifetime == .eager ? 1 : 0))
        do {
            let held = container.resolve(Logger.self)
            #expect((container.resolve(Logger.self) === held) == lifetime.isSharedWhileHeld)
        }
        let madeBefore = made.count
        switch end {
        case .override: container.remove(container.register(Logger("override"), for: Logger.self))
        case .scope: scope.reset()
        case .time: clock.advance(60)
        case .reset: container.reset(token)
        case .removal: container.remove(token)
        case .resetOfContainer: container.removeAll()
        }
        let isOver = lifetime.isEnded(by: end)
        let next = container.optionalResolve(Logger.self)?.label
        if end == .removal || end == .resetOfContainer {
            #expect(next == nil)
        } else {
            #expect(next == "\(lifetime.keeps && !isOver ? 1 : madeBefore + 1)")
        }
        #expect(gone.count == made.count - (lifetime.keeps && next != nil ? 1 : 0))
        #expect(cleanedUp.value == (lifetime.keeps && isOver ? ["1"] : []))
    }

    private final class Reader: Sendable {
        let text = Dependency<String>()
    }

    @Test(arguments: all)
    func `an object gets services of its owning container, or else of the requesting one`(_ lifetime: TestedLifetime) {
        let parent = DependencyContainer()
        let child = DependencyContainer(parent: parent)
        parent.register("parent", for: String.self)
        parent.register(Reader.self, lifetime: lifetime.lifetime([DependencyScope()])) { Reader() }
        child.register("child", for: String.self)
        let reader = child.resolve(Reader.self)
        #expect(reader.text() == (lifetime.isMadeByAsker ? "child" : "parent"))
        #expect((parent.resolve(Reader.self) === reader) == !lifetime.isMadeByAsker)
        #expect(parent.resolve(Reader.self).text() == "parent")
        #expect(DependencyContainer(parent: child).resolve(Reader.self).text() == reader.text())
    }

    @Test(arguments: all)
    func `only the caller gets an instance for an argument that is not Hashable`(_ lifetime: TestedLifetime) {
        struct Incomparable {}
        let parent = DependencyContainer()
        let child = DependencyContainer(parent: parent)
        // Other values of the type may be `Hashable`.
        parent.register(
            Logger.self,
            taking: (any Sendable).self,
            lifetime: lifetime.lifetime([DependencyScope()])
        ) { _ in Logger(resolve(String.self)) }
        child.register("child", for: String.self)
        let logger = child.resolve(Logger.self, with: Incomparable() as any Sendable)
        #expect(logger.label == "child")
        #expect(child.resolve(Logger.self, with: Incomparable() as any Sendable) !== logger)
    }

    @Test func `a lifetime that keeps instances traps for an argument that is not Hashable`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer().register(String.self, taking: (Int, String).self, lifetime: .cached) { $0.1 }
        }
        let message = try trapMessage(result)
        #expect(message.contains("LifetimeTests.swift:"))
        #expect(
            message.contains(
                """
                Swift.String taking (Swift.Int, Swift.String) is registered with the lifetime `cached`, but \
                (Swift.Int, Swift.String) is not `Hashable` here, so no look-up would find the instance again.
                """
            )
        )
    }

    #if compiler(>=6.2)
    private struct Isolated: @MainActor Hashable, Sendable {
        @MainActor let number = 1
        @MainActor static func == (left: Isolated, right: Isolated) -> Bool { left.number == right.number }
        @MainActor func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @MainActor @Test func `an argument that is Hashable on an actor works there`() {
        let container = DependencyContainer()
        container.register(Logger.self, taking: Isolated.self, lifetime: .cached) { _ in Logger() }
        #expect(container.resolve(Logger.self, with: Isolated()) === container.resolve(Logger.self, with: Isolated()))
    }

    @Test func `an argument that is Hashable on an actor traps elsewhere`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            await MainActor.run {
                _ = container.register(Logger.self, taking: Isolated.self, lifetime: .cached) { _ in Logger() }
            }
            let argument = await MainActor.run { Isolated() }
            onThreads(1) { _ in _ = container.resolve(Logger.self, with: argument) }
        }
        let message = try trapMessage(result)
        #expect(
            message.contains("Isolated is not `Hashable` here, so no look-up would find the instance again."),
            "\(message)"
        )
        #expect(message.contains("a `nonisolated` one if its conformance belongs to an actor"))
    }
    #endif

    @Test func `an argument that is not Hashable works if transient, and an existential if cached`() {
        let container = DependencyContainer()
        container.register(String.self, taking: (Int, String).self) { $0.1 }
        #expect(container.resolve(String.self, with: (1, "one")) == "one")
        container.register(Logger.self, taking: (any Sendable).self, lifetime: .cached) { Logger("\($0)") }
        let logger = container.resolve(Logger.self, with: 1 as any Sendable)
        #expect(container.resolve(Logger.self, with: 1 as any Sendable) === logger)
    }

    @Test func `lifetimes differ by their scopes and times`() {
        let scope = DependencyScope()
        #expect(Lifetime.scoped(scope) == .scoped(scope))
        #expect(Lifetime.scoped(scope) != .scoped(DependencyScope()))
        #expect(Lifetime.expiring(afterSeconds: 1) != .expiring(afterSeconds: 2))
        #expect(Set(LifetimeTests.all.map { $0.lifetime([scope]) }).count == 8)
        #expect(
            "\(Lifetime.expiring(afterSeconds: 60)), \(Lifetime.perContainer)" == "expiring after 60.0 s, perContainer"
        )
    }
}

extension TestedLifetime {
    /// Whether an instance serves as long as somebody holds it.
    fileprivate var isSharedWhileHeld: Bool { keeps || self == .weak }
    /// Whether a parent's instance is made from the services of the container that was asked.
    fileprivate var isMadeByAsker: Bool { [.transient, .graph, .perContainer].contains(self) }

    fileprivate func isEnded(by end: LifetimeTests.End) -> Bool {
        switch end {
        case .override: false
        case .scope: self == .scoped(0)
        case .time: self == .expiring(afterSeconds: 60)
        case .reset: keeps
        case .removal, .resetOfContainer: true
        }
    }
}
