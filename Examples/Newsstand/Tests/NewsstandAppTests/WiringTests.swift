import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp

@MainActor
@Suite(.isolatedDependencies)
struct WiringTests {
    /// A log is only there when the app is verbose.
    @Test func theAppIsWired() throws {
        try AppDelegate().didFinishLaunching(options: LaunchOptions(isVerbose: true))
        try DependencyContainer.shared.validateWiring(modules: ["NewsstandApp"])
    }
}

extension DependencyContainer {
    /// Proves that each property has a service, and that each service can be made.
    fileprivate func validateWiring(modules: [String]) throws {
        try validateProperties(modules: modules)
        try validate()
        try fork().validate(byCreating: true)
    }
}
