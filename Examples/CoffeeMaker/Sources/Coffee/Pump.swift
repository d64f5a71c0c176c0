/// Moves the water to the coffee.
protocol Pump {
    func pump()
}

/// A pump without moving parts: heat makes the water rise.
final class Thermosiphon: Pump {
    private let logger: CoffeeLogger
    private let heater: any Heater

    init(logger: CoffeeLogger, heater: any Heater) {
        self.logger = logger
        self.heater = heater
    }

    func pump() {
        logger.log(heater.isHot ? "Hot water rises through the pump." : "The water is cold and stays where it is.")
    }
}
