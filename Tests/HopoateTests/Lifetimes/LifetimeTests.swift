import Hopoate
import Testing

/// Whose services an instance of each lifetime is made from. Random programs compare what keeps and ends it.
@Suite struct LifetimeTests {
    private static let all: [TestedLifetime] = [
        .eager, .cached, .transient, .weak, .graph, .scoped(0), .perContainer,
    ]

    private final class Reader: Sendable { let text = Dependency<String>() }

    @Test(
        arguments: [
            (.eager, "parent"), (.cached, "parent"), (.weak, "parent"), (.scoped(0), "parent"),
            (.transient, "child"), (.graph, "child"), (.perContainer, "child"),
        ] as [(TestedLifetime, String)]
    )
    func `an object gets services of its owning container, or else of the requesting one`(
        _ lifetime: TestedLifetime,
        _ owner: String
    ) throws {
        let parent = DependencyContainer()
        let child = DependencyContainer(parent: parent)
        parent.register("parent", for: String.self)
        parent.register(Reader.self, lifetime: lifetime.lifetime([DependencyScope()])) { Reader() }
        child.register("child", for: String.self)
        let reader = try child.resolving(Reader.self)
        #expect(reader.text() == owner)
        #expect((try parent.resolving(Reader.self) === reader) == (owner == "parent"))
        #expect(try parent.resolving(Reader.self).text() == "parent")
        #expect(try DependencyContainer(parent: child).resolving(Reader.self).text() == owner)
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
            message.contains("Isolated is not `Hashable` here, so the instance would not be found again."),
            "\(message)"
        )
        #expect(message.contains("`nonisolated` if its conformance is isolated to an actor"))
    }
    #endif

    /// The child releases them when it keeps a further instance.
    @Test func `the clean-up of instances that have left their registrations may use the service that is created`() {
        let parent = DependencyContainer()
        let (child, written) = (DependencyContainer(parent: parent), Counter())
        parent.register(Logger.self, lifetime: .perContainer) { Logger() }
        for _ in 0..<15 {
            let token = parent.register(Int.self, lifetime: .perContainer) { 1 }
                .onRemove { [unowned child] _ in if (try? child.resolving(Logger.self)) != nil { written.increment() } }
            _ = child.resolve(Int.self)
            parent.remove(token)
        }
        _ = child.resolve(Logger.self)
        #expect(written.count == 15)
    }

    @Test func `lifetimes differ by their scopes`() {
        let scope = DependencyScope()
        #expect(Lifetime.scoped(scope) == .scoped(scope))
        #expect(Lifetime.scoped(scope) != .scoped(DependencyScope()))
        #expect(Set(LifetimeTests.all.map { $0.lifetime([scope]) }).count == 7)
        #expect("\(Lifetime.scoped(scope)), \(Lifetime.perContainer)" == "scoped, perContainer")
    }
}
