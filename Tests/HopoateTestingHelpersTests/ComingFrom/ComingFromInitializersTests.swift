// What the pages 'Coming from swift-blade' and 'Swinject' write of initializers and modules. `Examples/CoffeeMaker` is Blade's
// example as a whole program.

import Hopoate
import HopoateDiagnostics
import Testing

@Suite struct ComingFromInitializersTests {
    enum Water: DependencyName { static let name = "water" }
    enum Milk: DependencyName { static let name = "milk" }

    struct DualBoiler {
        let water: any Heater
        let milk: any Heater

        init(water: Named<any Heater, Water>, milk: Named<any Heater, Milk>) {
            self.water = water.service
            self.milk = milk.service
        }
    }

    struct FreshCoffee {
        private let grinder: Lazy<Grinder>
        init(grinder: Lazy<Grinder>) { self.grinder = grinder }

        func grind() -> Grinder { grinder() }
    }

    struct FilterCoffee {
        private let makeFilter: Provider<Filter>
        init(makeFilter: Provider<Filter>) { self.makeFilter = makeFilter }

        func newFilter() -> Filter { makeFilter() }
    }

    struct HeaterModule: DependencyModule {
        func register(in container: DependencyContainer) {
            container.autoregister((any Heater).self, lifetime: .eager, initializer: ElectricHeater.init)
        }
    }

    struct CoffeeModule: DependencyModule {
        var submodules: [any DependencyModule] { [HeaterModule()] }

        func register(in container: DependencyContainer) {
            container.autoregister((any Pump).self, lifetime: .transient, initializer: Thermosiphon.init)
            container.autoregister(CoffeeMaker.self, lifetime: .transient, initializer: CoffeeMaker.init)
        }
    }

    struct CoffeeShop {
        let container = DependencyContainer()

        init(configuration: Configuration) {
            container.register(configuration, for: Configuration.self)
            container.install(CoffeeModule())
        }

        func maker() -> CoffeeMaker { container.resolve(CoffeeMaker.self) }
    }

    private let container = DependencyContainer()

    @Test func `a component becomes a type with a container`() throws {
        let shop = CoffeeShop(configuration: Configuration(cups: 2))
        try shop.container.validate()
        let maker = shop.maker()
        #expect(maker.configuration.cups == 2)
        #expect(shop.maker() !== maker)
        #expect(shop.maker().pump.heater === maker.pump.heater)
    }

    @Test func `autoregister keeps an instance unless its lifetime is graph`() {
        container.autoregister((any Heater).self, lifetime: .graph, initializer: ElectricHeater.init)
        container.autoregister((any Pump).self, initializer: Thermosiphon.init(heater:))
        #expect(container.resolve((any Pump).self).heater === container.resolve((any Pump).self).heater)
        container.autoregister((any Pump).self, lifetime: .graph, initializer: Thermosiphon.init(heater:))
        #expect(container.resolve((any Pump).self).heater !== container.resolve((any Pump).self).heater)
    }

    @Test func `an argument needs a creator`() {
        container.register((any Heater).self, named: "water") { ElectricHeater() }
        container.register((any Pump).self) { Thermosiphon(heater: try resolving((any Heater).self, named: "water")) }
        container.register(CoffeeMaker.self, taking: Configuration.self) {
            CoffeeMaker(pump: resolve((any Pump).self), configuration: $0)
        }
        #expect(container.resolve(CoffeeMaker.self, with: Configuration(cups: 3)).configuration.cups == 3)
    }

    @Test func `a parameter may be named, lazy or a provider`() {
        container.register((any Heater).self, named: "water") { ElectricHeater() }
        container.register((any Heater).self, named: "milk") { GasHeater() }
        container.autoregister(DualBoiler.self, initializer: DualBoiler.init)
        #expect(container.resolve(DualBoiler.self).water is ElectricHeater)
        #expect(container.resolve(DualBoiler.self).milk is GasHeater)

        container.autoregister(FreshCoffee.self, initializer: FreshCoffee.init)
        container.register(Grinder.self) { Grinder(beans: "arabica") }
        #expect(container.resolve(FreshCoffee.self).grind() === container.resolve(Grinder.self))

        container.register(Filter.self, lifetime: .transient) { Filter() }
        container.autoregister(FilterCoffee.self, initializer: FilterCoffee.init)
        let coffee = container.resolve(FilterCoffee.self)
        #expect(coffee.newFilter() !== coffee.newFilter())
    }
}
