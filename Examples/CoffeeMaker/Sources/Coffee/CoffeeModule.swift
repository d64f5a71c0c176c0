package import Hopoate

/// Wires a coffee maker that drips.
///
/// The parameters of each initializer are the service's needs.
package struct CoffeeModule: DependencyModule {
    private let missing: Set<Part>

    package init(without missing: Set<Part> = []) {
        self.missing = missing
    }

    package var submodules: [any DependencyModule] { [LoggerModule(missing: missing), DripModule(missing: missing)] }

    package func register(in container: DependencyContainer) {
        container.autoregister(CoffeeMaker.self, lifetime: .transient, initializer: CoffeeMaker.init)
    }
}

/// The parts that move hot water. They report to the logger. Its module is there once, even if several modules list it.
struct DripModule: DependencyModule {
    let missing: Set<Part>

    var submodules: [any DependencyModule] { [LoggerModule(missing: missing)] }

    func register(in container: DependencyContainer) {
        if !missing.contains(.heater) {
            container.autoregister((any Heater).self, initializer: ElectricHeater.init)
        }
        if !missing.contains(.pump) {
            container.autoregister((any Pump).self, lifetime: .transient, initializer: Thermosiphon.init)
        }
    }
}

/// The one logger of all parts.
struct LoggerModule: DependencyModule {
    let missing: Set<Part>

    func register(in container: DependencyContainer) {
        if missing.contains(.logger) { return }
        container.autoregister(CoffeeLogger.self, initializer: CoffeeLogger.init)
    }
}
