/// Heats the water.
protocol Heater {
    var isHot: Bool { get }

    func turnOn()
    func turnOff()
}

/// A heater that is hot while it is on.
final class ElectricHeater: Heater {
    private(set) var isHot = false

    private let logger: CoffeeLogger

    init(logger: CoffeeLogger) {
        self.logger = logger
    }

    func turnOn() {
        isHot = true
        logger.log("The heater is on.")
    }

    func turnOff() {
        isHot = false
        logger.log("The heater is off.")
    }
}
