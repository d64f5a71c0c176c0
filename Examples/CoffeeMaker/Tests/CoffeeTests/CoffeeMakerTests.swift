import Hopoate
import HopoateTestingHelpers
import Testing

@testable import Coffee

@Suite struct CoffeeMakerTests {
    private let container = DependencyContainer()
    private let record = Record()

    init() {
        container.install(CoffeeModule())
    }

    @Test func theHeaterIsOnWhileThePumpWorks() {
        let heater = MockContainer(MockHeater(record), for: (any Heater).self, container: container)
        let pump = MockContainer(MockPump(record), for: (any Pump).self, container: container)
        container.resolve(CoffeeMaker.self).brew()
        #expect(record.calls == ["on", "pump", "off"])
        #expect(pump.wasResolved)
        #expect(heater.wasResolved)
    }

    @Test func theHeaterIsNotResolvedBeforeItIsNeeded() {
        let heater = MockContainer(MockHeater(), for: (any Heater).self, container: container)
        let pump = MockContainer(MockPump(), for: (any Pump).self, container: container)
        let maker = container.resolve(CoffeeMaker.self)
        #expect(pump.resolutionCount == 1)
        #expect(heater.resolutionCount == 0)
        maker.brew()
        maker.brew()
        #expect(heater.resolutionCount == 1)
    }

    @Test func aHeaterThatIsRegisteredAfterTheMakerIsUsed() {
        let pump = MockContainer(MockPump(record), for: (any Pump).self, container: container)
        let maker = container.resolve(CoffeeMaker.self)
        container.register(MockHeater(record), for: (any Heater).self)
        maker.brew()
        #expect(record.calls == ["on", "pump", "off"])
        #expect(pump.resolutionCount == 1)
    }

    @Test func theHeaterIsHotWhileItIsOn() {
        let heater = container.resolve((any Heater).self)
        #expect(!heater.isHot)
        heater.turnOn()
        #expect(heater.isHot)
        heater.turnOff()
        #expect(!heater.isHot)
    }

    @Test(arguments: [(true, "Hot water rises through the pump."), (false, "The water is cold and stays where it is.")])
    func thePumpTakesHeat(isHot: Bool, message: String) {
        container.register(MockHeater(isHot: isHot), for: (any Heater).self)
        container.resolve((any Pump).self).pump()
        #expect(container.resolve(CoffeeLogger.self).messages == [message])
    }
}
