// Coming from swift-blade: its coffee maker, in the order of the article's table. Examples/CoffeeMaker is the whole program.

import Hopoate
import HopoateDiagnostics
import Testing

enum ComingFromBlade {
    protocol Heater: AnyObject {}

    protocol Pump {
        var heater: any Heater { get }
    }

    final class ElectricHeater: Heater {}

    final class Thermosiphon: Pump {
        let heater: any Heater
        init(heater: any Heater) { self.heater = heater }
    }

    struct Configuration {
        var cups = 1
    }

    final class CoffeeMaker {
        let heater: any Heater
        let pump: any Pump
        let configuration: Configuration

        init(heater: any Heater, pump: any Pump, configuration: Configuration) {
            self.heater = heater
            self.pump = pump
            self.configuration = configuration
        }
    }

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

    final class Grinder {}

    struct GrindingCoffeeMaker {
        private let grinder: Lazy<Grinder>

        init(grinder: Lazy<Grinder>) { self.grinder = grinder }

        func grind() -> Grinder { grinder.get() }
    }

    final class Filter {}

    struct FilterCoffeeMaker {
        private let makeFilter: Provider<Filter>

        init(makeFilter: Provider<Filter>) { self.makeFilter = makeFilter }

        func brew() -> Filter { makeFilter() }
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

    @Suite struct ComingFromBladeTests {
        private let container = DependencyContainer()

        /// `@Component(modules: [CoffeeModule.self]) protocol CoffeeShop { func maker() -> CoffeeMaker }`
        @Test func aComponentIsATypeWithAContainer() throws {
            let shop = CoffeeShop(configuration: Configuration(cups: 2))
            try shop.container.validate()
            let maker = shop.maker()
            #expect(maker.configuration.cups == 2)
            #expect(maker.pump.heater === maker.heater)
            #expect(shop.maker() !== maker)
            #expect(shop.maker().heater === maker.heater)
        }

        /// `@Provider(of: Thermosiphon.self) init(heater: Heater)`: the attribute goes, the initializer stays.
        @Test func aProviderIsAnAutoregistration() {
            container.autoregister((any Heater).self, initializer: ElectricHeater.init)
            container.autoregister((any Pump).self, initializer: Thermosiphon.init)
            #expect(container.resolve((any Pump).self).heater === container.resolve((any Heater).self))
        }

        /// Each injection gets a new instance there.
        @Test func theDefaultKeepsTheInstance() {
            container.autoregister(Grinder.self, initializer: Grinder.init)
            #expect(container.resolve(Grinder.self) === container.resolve(Grinder.self))
            container.autoregister(Grinder.self, lifetime: .transient, initializer: Grinder.init)
            #expect(container.resolve(Grinder.self) !== container.resolve(Grinder.self))
        }

        /// `@Named("water") waterHeater: Heater`
        @Test func aNamedParameterIsAType() {
            container.register((any Heater).self, named: "water") { ElectricHeater() }
            container.register((any Heater).self, named: "milk") { ElectricHeater() }
            container.autoregister(DualBoiler.self, initializer: DualBoiler.init(water:milk:))
            let boiler = container.resolve(DualBoiler.self)
            #expect(boiler.water !== boiler.milk)
        }

        @Test func aLazyParameterIsALazyParameter() {
            container.autoregister(Grinder.self, initializer: Grinder.init)
            container.autoregister(GrindingCoffeeMaker.self, initializer: GrindingCoffeeMaker.init(grinder:))
            #expect(container.resolve(GrindingCoffeeMaker.self).grind() === container.resolve(Grinder.self))
        }

        @Test func aProviderMakesANewInstanceAtEachCall() {
            container.autoregister(Filter.self, lifetime: .transient, initializer: Filter.init)
            container.autoregister(FilterCoffeeMaker.self, initializer: FilterCoffeeMaker.init(makeFilter:))
            let maker = container.resolve(FilterCoffeeMaker.self)
            #expect(maker.brew() !== maker.brew())
        }

        /// A component's graph is validated when the component is made, and a missing provider ends the process.
        @Test func whatIsMissingIsFoundByValidating() throws {
            container.install(CoffeeModule())
            let error = #expect(throws: DependencyValidationError.self) { try container.validate() }
            #expect(try #require(error).problems.map(\.path) == [["CoffeeMaker", "Configuration"]])
        }
    }
}
