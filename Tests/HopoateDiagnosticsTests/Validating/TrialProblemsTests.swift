import Hopoate
import HopoateDiagnostics
import Testing

private final class Theme: Sendable {}
private final class Menu: Sendable {}

@Suite struct TrialProblemsTests {
    private let container = DependencyContainer()

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
    }

    @Test func aDecoratorOfNothingIsOneProblem() {
        container.decorate(Theme.self) { $0 }
        container.register(Int.self) { [try DependencyContainer.shared.resolving(Theme.self)].count }
        #expect(container.problems(byCreating: true).map(\.kind) == [.nothingToDecorate])
    }
}
