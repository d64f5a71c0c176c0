// The coffee maker that the pages 'Coming from …' wire, by types and by typed keys.

import Hopoate

protocol Heater: AnyObject, Sendable {}
final class ElectricHeater: Heater {}
final class GasHeater: Heater {}
final class MockHeater: Heater {}

protocol Pump { var heater: any Heater { get } }

final class Thermosiphon: Pump {
    let heater: any Heater
    init(heater: any Heater) { self.heater = heater }
}

struct Configuration: Equatable { var cups = 1 }

final class CoffeeMaker {
    let pump: any Pump
    var configuration: Configuration

    init(pump: any Pump, configuration: Configuration) {
        self.pump = pump
        self.configuration = configuration
    }
}

final class Grinder {
    let beans: String
    init(beans: String) { self.beans = beans }
}

final class Filter {
    let size: Int
    init(size: Int = 4) { self.size = size }
}

extension DependencyKeys {
    var heater: DependencyKey<any Heater> { .init { ElectricHeater() } }
    var pump: DependencyKey<any Pump> { .init { Thermosiphon(heater: try resolving(\.heater)) } }
    var configuration: DependencyKey<Configuration> { .init { Configuration() } }
    var filter: DependencyKey<Filter> { .init(lifetime: .transient) { Filter() } }
    var makeFilter: DependencyKey<(Int) -> Filter> { .init { Filter.init } }
    var beans: DependencyKey<String> { .required() }
    var grinder: DependencyKey<Grinder> { .required() }
}

/// Looks up its services by their keys.
final class Barista {
    @Dependency(\.heater) var heater
    private let makeFilter = Provider(\.filter)

    func newFilter() -> Filter { makeFilter() }
    func frother() -> Frother { DependencyContainer.withShared(_heater.container) { Frother() } }
}

final class Frother: Sendable {
    private let heater = Dependency(\.heater)

    var isMocked: Bool { heater() is MockHeater }
}

/// Looks up its services by their types.
struct Kitchen {
    @Dependency var heater: any Heater
    @Dependency var configuration: Configuration
    @Dependency(named: "water") var water: any Heater
    @OptionalDependency var grinder: Grinder?
    @WeakDependency var filter: Filter?
}
