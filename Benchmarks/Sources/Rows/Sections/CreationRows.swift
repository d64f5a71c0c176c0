// What it takes to make objects with services in them, and to register.

import Hopoate

private let motorByHand = Baseline("by hand") { Motor(Parts.engine) }
private let carByHand = Baseline("by hand") {
    Car(Parts.engine, Parts.gearbox, Parts.brakes, Parts.wheels, Parts.seats)
}

let creationRows = [
    Row("transient with 1 dependency", to: motorByHand) {
        let shared = DependencyContainer.shared
        Parts.register(in: shared)
        shared.register(service: Motor.self, lifetime: .transient) { Motor(resolve((any Engine).self)) }
        return { DependencyContainer.shared.resolve(Motor.self) }
    },
    Row("transient with 5 dependencies", to: carByHand) {
        let shared = DependencyContainer.shared
        Parts.register(in: shared)
        shared.register(service: Car.self, lifetime: .transient) {
            Car(
                resolve((any Engine).self),
                resolve((any Gearbox).self),
                resolve((any Brakes).self),
                resolve((any Wheels).self),
                resolve((any Seats).self)
            )
        }
        return { DependencyContainer.shared.resolve(Car.self) }
    },
    Row("make an object with 1 @Dependency", to: motorByHand) {
        Parts.register(in: .shared)
        return { WrappedMotor() }
    },
    Row("make and read one with 1 @Dependency", to: motorByHand) {
        Parts.register(in: .shared)
        return {
            let motor = WrappedMotor()
            motor.touch()
            return motor
        }
    },
    Row("make an object with 5 @Dependency", to: carByHand) {
        Parts.register(in: .shared)
        return { WrappedCar() }
    },
    Row("make and read one with 5 @Dependency", to: carByHand) {
        Parts.register(in: .shared)
        return {
            let car = WrappedCar()
            car.touch()
            return car
        }
    },
    Row("register a mock, resolve it, remove it") {
        DependencyContainer.shared.register(Implementation(), for: (any MockedService).self)
        return {
            let shared = DependencyContainer.shared
            let registration = shared.register(Limit.mock, for: (any MockedService).self)
            defer { shared.remove(registration) }
            return shared.resolve((any MockedService).self)
        }
    },
    Row("make a container") { { DependencyContainer() } },
]

let validationRow = Row(
    "validate 2,000 services",
    to: Baseline("a walk over their edges") {
        let wiring = Wiring(count: 2_000)
        return .time(of: {
            precondition(wiring.walk() > 1_000)
            return nil
        })
    },
    bound: 50
) {
    let wiring = Wiring(count: 2_000)
    return {
        precondition((try? wiring.container.validate()) != nil)
        return nil
    }
}
