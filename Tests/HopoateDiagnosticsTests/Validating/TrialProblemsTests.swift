import Hopoate
import HopoateDiagnostics
import Testing

private final class Theme: Sendable {}
private final class Hasty: Sendable {
    init(_ other: Lazy<Other>, _ theme: Lazy<Theme>) throws { _ = try DependencyContainer.shared.resolving(Other.self) }
}
private final class Other: Sendable { init(_ hasty: Hasty) {} }
private final class Menu: Sendable {}

@Suite struct TrialProblemsTests {
    private let container = DependencyContainer()

    @Test func aCycleIsReportedBesideOtherProblemsOfTheSameRegistrations() {
        container.autoregister(Hasty.self, initializer: Hasty.init)
        container.autoregister(Other.self, initializer: Other.init)
        let withAnother = container.problems(byCreating: true).map(\.description)
        container.register(Theme(), for: Theme.self)
        let alone = container.problems(byCreating: true).map(\.description)
        #expect(alone.count == 1)
        #expect(alone[0].contains("Circular dependency"))
        #expect(withAnother.contains { $0.contains("Circular dependency") })
        #expect(withAnother.count == 2)
    }

    /// As an app delegate does. A fork would make the eager service anew, wherever it is asked for.
    @MainActor private func registerAsWithOneDotX() {
        container.register(service: Menu.self) { Menu() }
        container.overwriteExistingRegistrations(service: Theme.self) { Theme() }
        container.register(service: Int.self, cacheService: false) { 1 }
        container.register(String.self, lifetime: .eager) { "anywhere" }
    }

    @Test func aCreatorOfOneDotXThatWasWrittenOnAnActorIsNotTriedElsewhere() async {
        await registerAsWithOneDotX()
        let problems = container.problems(byCreating: true)
        #expect(problems.map { $0.path.last } == ["Menu", "Theme"])
        #expect(
            problems.allSatisfy { $0.description.contains("belongs to the main actor, and was asked for elsewhere.") }
        )
        #expect(await MainActor.run { container.problems(byCreating: true).count } == 0)
        // It runs there as ever.
        _ = container.fork().resolve(Menu.self)
    }

    @Test func aCycleThroughOneOfSeveralContributionsIsACycle() {
        container.contribute(to: Theme.self) {
            _ = try DependencyContainer.shared.resolving(Menu.self); return Theme()
        }
        container.contribute(to: Theme.self) { Theme() }
        container.register(Menu.self) {
            _ = try DependencyContainer.shared.resolvingAll(Theme.self); return Menu()
        }
        container.register(1, for: Int.self)
        #expect(throws: DependencyError.self) { try container.resolving(Menu.self) }
        #expect(container.problems(byCreating: true).map(\.kind) == [.cycle])
        let edges = container.graph(byCreating: true).edges
        #expect(edges.contains { $0.from == 2 && $0.to == 0 })
    }

    @Test(arguments: 1...2) func aDecoratorOfNothingIsOneProblem(decorators: Int) {
        for _ in 1...decorators { container.decorate(Theme.self) { $0 } }
        container.register(Menu.self) {
            _ = try DependencyContainer.shared.resolving(Theme.self); return Menu()
        }
        #expect(container.problems(byCreating: true).map(\.kind) == [.nothingToDecorate])
    }
}
