import Hopoate
import HopoateDiagnostics
import Testing

/// What keeps an instance of each lifetime, what ends it, and whose services it is made from.
@Suite struct LifetimeTests {
    private static let all: [TestedLifetime] = [
        .eager, .cached, .transient, .weak, .graph, .scoped(0), .perContainer,
    ]

    enum End: Int, CaseIterable {
        case removedOverride, scopeReset, reset, removal, removeAll
    }

    /// What happens to the instances of a lifetime, which are numbered.
    struct Story: Sendable {
        let lifetime: TestedLifetime
        /// From the registration to the second look-up. The first instance is held until then.
        let beginning: String
        /// From each end to the next look-up.
        let afterEnds: [String]
    }

    private static let cached = "registered, created 1, got 1, got 1"
    private static let twice = "registered, created 1, got 1, created 2, released 2, got 2, released 1"
    private static let stays = "got 1"
    private static let anew = "cleaned up 1, released 1, created 2, got 2"
    private static let removed = "cleaned up 1, released 1, got nothing"
    private static let second = "created 2, released 2, got 2"
    private static let third = "created 3, released 3, got 3"
    private static let none = "got nothing"

    // swift-format-ignore
    private static let stories = [
        Story(lifetime: .eager, beginning: "created 1, registered, got 1, got 1",
              //          override, scope,  reset,  removal, removeAll
              afterEnds: [stays,    stays,  anew,   removed, removed]),
        Story(lifetime: .cached, beginning: cached,
              afterEnds: [stays,    stays,  anew,   removed, removed]),
        Story(lifetime: .transient, beginning: twice,
              afterEnds: [third,    third,  third,  none,    none]),
        Story(lifetime: .weak, beginning: "registered, created 1, got 1, got 1, released 1",
              afterEnds: [second,   second, second, none,    none]),
        Story(lifetime: .graph, beginning: twice,
              afterEnds: [third,    third,  third,  none,    none]),
        Story(lifetime: .scoped(0), beginning: cached,
              afterEnds: [stays,    anew,   anew,   removed, removed]),
        Story(lifetime: .perContainer, beginning: cached,
              afterEnds: [stays,    stays,  anew,   removed, removed]),
    ]

    @Test(arguments: stories, End.allCases) func `an instance serves until its end`(_ expected: Story, _ end: End) {
        let (container, scope) = (DependencyContainer(), DependencyScope())
        let (created, story) = (Counter(), Shared<[String]>([]))
        let record = { @Sendable (text: String) in story.change { $0.append(text) } }
        let token = container.register(Logger.self, lifetime: expected.lifetime.lifetime([scope])) {
            let number = created.increment()
            record("created \(number)")
            return Logger("\(number)") { record("released \(number)") }
        }
        if expected.lifetime.keeps { token.onRemove { record("cleaned up \($0.label)") } }
        record("registered")
        do {
            let held = container.optionalResolve(Logger.self)
            record("got \(held?.label ?? "nothing")")
            record("got \(container.optionalResolve(Logger.self)?.label ?? "nothing")")
            withExtendedLifetime(held) {}
        }
        #expect(story.value.joined(separator: ", ") == expected.beginning)
        story.value = []
        switch end {
        case .removedOverride: container.remove(container.register(Logger("override"), for: Logger.self))
        case .scopeReset: scope.reset()
        case .reset: container.reset(token)
        case .removal: container.remove(token)
        case .removeAll: container.removeAll()
        }
        record("got \(container.optionalResolve(Logger.self)?.label ?? "nothing")")
        #expect(story.value.joined(separator: ", ") == expected.afterEnds[end.rawValue])
    }

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

    @Test func `lifetimes differ by their scopes`() {
        let scope = DependencyScope()
        #expect(Lifetime.scoped(scope) == .scoped(scope))
        #expect(Lifetime.scoped(scope) != .scoped(DependencyScope()))
        #expect(Set(LifetimeTests.all.map { $0.lifetime([scope]) }).count == 7)
        #expect("\(Lifetime.scoped(scope)), \(Lifetime.perContainer)" == "scoped, perContainer")
    }

    @Test func `the inventory and the graph list a registration per container once`() async {
        let app = DependencyContainer()
        app.register(Logger.self, lifetime: .perContainer) { Logger("\(resolve(Int.self))") }
        let request = DependencyContainer(parent: app)
        request.register(1, for: Int.self)
        _ = request.resolve(Logger.self)
        #expect(request.registrations.map { "\($0.service)" } == ["Int"])
        #expect(request.graph().nodes.count == 2)
        #expect(await request.graph(runningCreators: true).edges.count == 1)
    }
}
