import Hopoate
import Testing

@testable import Coffee

@Suite struct CoffeeShopTests {
    @Test func aCupIsBrewedInOrder() throws {
        #expect(
            try CoffeeShop().brew() == [
                "The heater is on.",
                "Hot water rises through the pump.",
                "A cup of coffee is ready.",
                "The heater is off.",
            ]
        )
    }

    @Test func aSecondCupGoesOnTheSameList() throws {
        let shop = CoffeeShop()
        let first = try shop.brew()
        #expect(try shop.brew() == first + first)
        #expect(try CoffeeShop().brew() == first)
    }

    @Test(arguments: Part.allCases)
    func aMissingPartIsAnError(part: Part) throws {
        let error = try #require(throws: DependencyError.self) { try CoffeeShop(without: [part]).brew() }
        guard case .missing = error.reason else { throw error }
        #expect(error.path.first.map { ObjectIdentifier($0.service) } == ObjectIdentifier(CoffeeMaker.self))
    }
}
