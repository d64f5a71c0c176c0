import Hopoate
import HopoateTestingHelpers
import Testing

@testable import Coffee

@Suite struct WiringTests {
    @Test func theCoffeeMakerIsWired() async {
        await CoffeeShop().container.checkWiring()
    }
}
