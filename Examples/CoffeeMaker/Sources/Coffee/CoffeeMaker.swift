import Hopoate

/// Makes coffee with any heater and pump.
package final class CoffeeMaker {
    private let logger: CoffeeLogger
    /// Not created before the first cup.
    private let heater: Lazy<any Heater>
    private let pump: any Pump

    init(logger: CoffeeLogger, heater: Lazy<any Heater>, pump: any Pump) {
        self.logger = logger
        self.heater = heater
        self.pump = pump
    }

    package func brew() {
        heater().turnOn()
        pump.pump()
        logger.log("A cup of coffee is ready.")
        heater().turnOff()
    }
}
