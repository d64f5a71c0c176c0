import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

@MainActor
@Suite(.isolatedDependencies)
struct WiringTests {
    /// A log is only registered if the app is verbose.
    @Test func theAppIsWired() throws {
        let options = LaunchOptions(isVerbose: true)
        try AppDelegate().didFinishLaunching(options: options)
        DependencyContainer.shared.checkWiring(modules: ["NewsstandApp"])
    }
}
