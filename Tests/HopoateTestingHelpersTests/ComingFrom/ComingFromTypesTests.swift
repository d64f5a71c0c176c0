// What the pages 'Coming from Hopoate 1.x', 'Resolver' and 'Swinject' write.

import Hopoate
import HopoateTestingHelpers
import Testing

@Suite(.isolatedDependencies) struct ComingFromTypesTests {
    private var container: DependencyContainer { .shared }

    @Test func `services are registered and resolved by type`() {
        #expect(container.optionalResolve((any Heater).self) == nil)
        container.register((any Heater).self) { ElectricHeater() }
        container.register((any Heater).self, named: "water") { GasHeater() }
        container.register((any Pump).self) { Thermosiphon(heater: try resolving((any Heater).self)) }
        #expect(container.resolve((any Pump).self).heater === container.resolve((any Heater).self))
        #expect(container.resolve((any Heater).self, named: "water") is GasHeater)
        container.register((any Heater).self, lifetime: .transient) { ElectricHeater() }
        #expect(container.resolve((any Heater).self) !== container.resolve((any Heater).self))
    }

    @Test func `one object can answer for several services`() {
        container.register(ElectricHeater.self) { ElectricHeater() }
        container.register((any Heater).self, lifetime: .transient) { resolve(ElectricHeater.self) }
        #expect(container.resolve((any Heater).self) === container.resolve(ElectricHeater.self))
    }

    @Test func `several arguments become a tuple`() {
        container.register(Filter.self, taking: Int.self, lifetime: .transient) { Filter(size: $0) }
        container.register(Filter.self, taking: (Int, Bool).self) { Filter(size: $1 ? 2 * $0 : $0) }
        #expect(container.resolve(Filter.self, with: 8).size == 8)
        let makeFilter = Provider<Filter>()
        #expect(makeFilter(with: 8).size == 8)
        #expect(container.resolve(Filter.self, with: (8, true)).size == 16)
    }

    @Test func `a decorator sets properties`() {
        container.register(Configuration(cups: 2), for: Configuration.self)
        container.register(CoffeeMaker.self) {
            CoffeeMaker(pump: Thermosiphon(heater: ElectricHeater()), configuration: Configuration())
        }
        container.decorate(CoffeeMaker.self) { maker in
            maker.configuration = resolve(Configuration.self)
            return maker
        }
        #expect(container.resolve(CoffeeMaker.self).configuration.cups == 2)
    }

    @Test func `a graph shares values too`() {
        let counter = Counter()
        container.register(Int.self, lifetime: .graph) { counter.increment() }
        container.register([Int].self, lifetime: .transient) { [resolve(Int.self), resolve(Int.self)] }
        #expect(container.resolve([Int].self) == [1, 1])
        #expect(container.resolve([Int].self) == [2, 2])
    }

    @Test func `a property follows registrations`() {
        let kitchen = Kitchen()
        container.register(ElectricHeater(), for: (any Heater).self)
        container.register(Configuration(), for: Configuration.self)
        container.register(GasHeater(), for: (any Heater).self, named: "water")
        #expect(kitchen.heater is ElectricHeater)
        #expect(kitchen.configuration.cups == 1)
        #expect(kitchen.water is GasHeater)
        #expect(kitchen.grinder == nil && kitchen.filter == nil)
        do {
            let mock = MockContainer(MockHeater(), for: (any Heater).self)
            #expect(kitchen.heater === mock.mock)
        }
        #expect(kitchen.heater is ElectricHeater)
    }

    @Test func `a provider uses the shared container`() {
        container.register(Filter.self, lifetime: .transient) { Filter() }
        let makeFilter = Provider<Filter>()
        #expect(makeFilter() !== makeFilter())
    }
}
