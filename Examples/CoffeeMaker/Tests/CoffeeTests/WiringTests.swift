import Hopoate
import HopoateTestingHelpers
import Testing

@testable import Coffee

@Suite struct WiringTests {
    @Test func theCoffeeMakerIsWired() throws {
        try CoffeeShop().container.validateWiring()
    }
}

extension DependencyContainer {
    /// Proves that each property has a service, and that each service can be made.
    fileprivate func validateWiring() throws {
        // The coffee maker is wired by initializers alone. A property that somebody adds is found.
        try validateProperties()
        try validate()
        try fork().validate(byCreating: true)
    }
}
