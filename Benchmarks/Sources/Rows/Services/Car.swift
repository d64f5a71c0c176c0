// An object with five parts: passed to its initializer, or looked up by one or five properties.

import Hopoate

protocol Engine: AnyObject, Sendable {}
protocol Gearbox: AnyObject, Sendable {}
protocol Brakes: AnyObject, Sendable {}
protocol Wheels: AnyObject, Sendable {}
protocol Seats: AnyObject, Sendable {}

final class Part: Engine, Gearbox, Brakes, Wheels, Seats {
    private let number = CommandLine.argc
}

enum Parts {
    static let engine: any Engine = Part()
    static let gearbox: any Gearbox = Part()
    static let brakes: any Brakes = Part()
    static let wheels: any Wheels = Part()
    static let seats: any Seats = Part()

    static func register(in container: DependencyContainer) {
        container.register(engine, for: (any Engine).self)
        container.register(gearbox, for: (any Gearbox).self)
        container.register(brakes, for: (any Brakes).self)
        container.register(wheels, for: (any Wheels).self)
        container.register(seats, for: (any Seats).self)
    }
}

final class Motor {
    private let engine: any Engine
    init(_ engine: any Engine) { self.engine = engine }
}

final class Car {
    private let engine: any Engine
    private let gearbox: any Gearbox
    private let brakes: any Brakes
    private let wheels: any Wheels
    private let seats: any Seats

    init(
        _ engine: any Engine,
        _ gearbox: any Gearbox,
        _ brakes: any Brakes,
        _ wheels: any Wheels,
        _ seats: any Seats
    ) {
        self.engine = engine
        self.gearbox = gearbox
        self.brakes = brakes
        self.wheels = wheels
        self.seats = seats
    }
}

final class WrappedMotor {
    @Dependency private var engine: any Engine

    func readProperty() { _ = engine }
}

final class WrappedCar {
    @Dependency private var engine: any Engine
    @Dependency private var gearbox: any Gearbox
    @Dependency private var brakes: any Brakes
    @Dependency private var wheels: any Wheels
    @Dependency private var seats: any Seats

    func readProperties() {
        _ = engine
        _ = gearbox
        _ = brakes
        _ = wheels
        _ = seats
    }
}
