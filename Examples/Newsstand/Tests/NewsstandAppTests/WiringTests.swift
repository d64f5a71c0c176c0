import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

@MainActor
@Suite(.isolatedDependencies)
struct WiringTests {
    /// A log is only registered if the app is verbose.
    @Test func theAppIsWired() throws {
        try AppDelegate().didFinishLaunching(options: LaunchOptions(isVerbose: true))
        DependencyContainer.shared.checkWiring(modules: ["NewsstandApp"])
    }
}
