import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

@MainActor
@Suite(.isolatedDependencies)
struct WiringTests {
    /// Passes `isVerbose`, so that the app also registers its optional log.
    @Test func theAppIsWired() async throws {
        let options = LaunchOptions(isVerbose: true)
        try AppDelegate().didFinishLaunching(options: options)
        await DependencyContainer.shared.checkWiring(modules: ["NewsstandApp"])
    }
}
