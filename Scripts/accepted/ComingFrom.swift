// What the pages 'Coming from …' write, of a coffee maker that is wired by types and by typed keys. `Examples/CoffeeMaker` is Blade's
// example as a whole program. `Scripts/check programs` runs it, with the argument 'demo'.

import Foundation
import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers

nonisolated protocol Heater: AnyObject, Sendable {}
nonisolated final class ElectricHeater: Heater {}
nonisolated final class GasHeater: Heater {}
nonisolated final class MockHeater: Heater {}

nonisolated protocol Pump { var heater: any Heater { get } }

nonisolated final class Thermosiphon: Pump {
    let heater: any Heater
    init(heater: any Heater) { self.heater = heater }
}

nonisolated struct User: Sendable { let name: String }

nonisolated struct Configuration: Equatable { var cups = 1 }

nonisolated final class CoffeeMaker {
    let pump: any Pump
    var configuration: Configuration

    init(pump: any Pump, configuration: Configuration) {
        self.pump = pump
        self.configuration = configuration
    }
}

nonisolated final class Grinder {
    let beans: String
    init(beans: String) { self.beans = beans }
}

nonisolated final class Filter {
    let size: Int
    init(size: Int = 4) { self.size = size }
}

nonisolated extension DependencyKeys {
    var heater: DependencyKey<any Heater> { .init { ElectricHeater() } }
    var pump: DependencyKey<any Pump> { .init { Thermosiphon(heater: try resolving(\.heater)) } }
    var configuration: DependencyKey<Configuration> { .init { Configuration() } }
    var filter: DependencyKey<Filter> { .init(lifetime: .transient) { Filter() } }
    var makeFilter: DependencyKey<(Int) -> Filter> { .init { Filter.init } }
    var beans: DependencyKey<String> { .required() }
    var user: DependencyKey<User?> { .init { nil } }
    var grinder: DependencyKey<Grinder> { .required() }
}

/// Looks up its services by their keys.
nonisolated final class Barista {
    @Dependency(\.heater) var heater
    private let makeFilter = Provider(\.filter)

    func newFilter() -> Filter { makeFilter() }
    func frother() -> Frother { DependencyContainer.withShared(_heater.container) { Frother() } }
}

nonisolated final class Frother: Sendable {
    private let heater = Dependency(\.heater)

    var isMocked: Bool { heater() is MockHeater }
}

/// Looks up its services by their types.
nonisolated struct Kitchen {
    @Dependency var heater: any Heater
    @Dependency var configuration: Configuration
    @Dependency(named: "water") var water: any Heater
    @OptionalDependency var grinder: Grinder?
    @WeakDependency var filter: Filter?
}

nonisolated struct ComingFromTypes {
    private var container: DependencyContainer { .shared }

    func servicesAreRegisteredAndResolvedByType() {
        check(container.optionalResolve((any Heater).self) == nil)
        container.register((any Heater).self) { ElectricHeater() }
        container.register((any Heater).self, named: "water") { GasHeater() }
        container.register((any Pump).self) { Thermosiphon(heater: try resolving((any Heater).self)) }
        check(container.resolve((any Pump).self).heater === container.resolve((any Heater).self))
        check(container.resolve((any Heater).self, named: "water") is GasHeater)
        container.register((any Heater).self, lifetime: .transient) { ElectricHeater() }
        check(container.resolve((any Heater).self) !== container.resolve((any Heater).self))
    }

    func oneObjectCanAnswerForSeveralServices() {
        container.register(ElectricHeater.self) { ElectricHeater() }
        container.register((any Heater).self, lifetime: .transient) { resolve(ElectricHeater.self) }
        check(container.resolve((any Heater).self) === container.resolve(ElectricHeater.self))
    }

    func severalArgumentsBecomeATuple() {
        container.register(Filter.self, taking: Int.self, lifetime: .transient) { Filter(size: $0) }
        container.register(Filter.self, taking: (Int, Bool).self) { Filter(size: $1 ? 2 * $0 : $0) }
        check(container.resolve(Filter.self, with: 8).size == 8)
        let makeFilter = Provider<Filter>()
        check(makeFilter(with: 8).size == 8)
        check(container.resolve(Filter.self, with: (8, true)).size == 16)
    }

    func aDecoratorSetsProperties() {
        container.register(Configuration(cups: 2), for: Configuration.self)
        container.register(CoffeeMaker.self) {
            CoffeeMaker(pump: Thermosiphon(heater: ElectricHeater()), configuration: Configuration())
        }
        container.decorate(CoffeeMaker.self) { maker in
            maker.configuration = resolve(Configuration.self)
            return maker
        }
        check(container.resolve(CoffeeMaker.self).configuration.cups == 2)
    }

    func aGraphSharesValuesToo() {
        container.register(Int.self, lifetime: .graph) { 1 }
        container.register([Int].self, lifetime: .transient) { [resolve(Int.self), resolve(Int.self)] }
        check(container.resolve([Int].self) == [1, 1])
    }

    func aPropertyFollowsRegistrations() {
        let kitchen = Kitchen()
        container.register(ElectricHeater(), for: (any Heater).self)
        container.register(Configuration(), for: Configuration.self)
        container.register(GasHeater(), for: (any Heater).self, named: "water")
        check(kitchen.heater is ElectricHeater)
        check(kitchen.configuration.cups == 1)
        check(kitchen.water is GasHeater)
        check(kitchen.grinder == nil && kitchen.filter == nil)
        do {
            let mock = MockContainer(MockHeater(), for: (any Heater).self)
            check(kitchen.heater === mock.mock)
        }
        check(kitchen.heater is ElectricHeater)
    }

    func aProviderUsesTheSharedContainer() {
        container.register(Filter.self, lifetime: .transient) { Filter() }
        let makeFilter = Provider<Filter>()
        check(makeFilter() !== makeFilter())
    }
}

nonisolated struct ComingFromKeys {
    private var container: DependencyContainer { .shared }

    func factoriesAndDependencyValuesBecomeTypedKeys() {
        check(container.resolve(\.pump).heater === DependencyContainer.shared[\.heater])
        check(resolve(\.heater) === Barista().heater)
        check(container.resolve(\.filter) !== container.resolve(\.filter))
        check(resolve(\.makeFilter)(8).size == 8)
        let barista = Barista()
        check(barista.newFilter() !== barista.newFilter())
    }

    func providedAndPreparedDependenciesBecomeRegistrations() throws {
        container.register(\.grinder, lifetime: .cached) { Grinder(beans: try resolving(\.beans)) }
        check((try? container.resolving(\.grinder)) == nil)
        DependencyContainer.shared.register("arabica", for: \.beans)
        check(try container.resolving(\.grinder).beans == "arabica")

        container.register("arabica", for: String.self, named: "beans")
        container.register("robusta", for: \.beans)
        check(container.resolve(\.beans) == "robusta")
        check(container.resolve(String.self, named: "beans") == "arabica")
    }

    func aComposedInjectorBecomesAChild() {
        let child = DependencyContainer(parent: container)
        container.register("arabica", for: \.beans)
        let token = child.register("robusta", for: \.beans)
        check([child.resolve(\.beans), container.resolve(\.beans)] == ["robusta", "arabica"])
        child.remove(token)
        check(child.resolve(\.beans) == "arabica")
    }

    func aMockOverridesTheDefaultOfAKeyAlsoForExistingObjects() {
        let barista = Barista()
        let token = container.register(\.heater) { MockHeater() }
        check(barista.heater is MockHeater)
        container.remove(token)
        check(barista.heater is ElectricHeater)

        let spy = MockHeater()
        container.register(spy, for: \.heater)
        check(barista.heater === spy)
        DependencyContainer.shared[\.heater] = GasHeater()
        check(barista.heater is GasHeater)
        do {
            let mock = MockContainer(MockHeater(), for: \.heater)
            check(barista.heater === mock.mock)
        }
        check(barista.heater is GasHeater)
    }

    func anOverrideForAnOperationBecomesAnotherContainer() {
        let mocked = container.fork()
        mocked[\.heater] = MockHeater()
        let barista = DependencyContainer.withShared(mocked) { Barista() }
        check(barista.heater is MockHeater)
        check(barista.frother().isMocked)
        check(!Frother().isMocked)

        DependencyContainer.withShared(container.fork()) {
            DependencyContainer.shared.register(\.heater) { MockHeater() }
            check(Frother().isMocked)
        }
        check(!Frother().isMocked)

        let kitchen = DependencyContainer(parent: container)
        kitchen.register(\.heater) { GasHeater() }
        @Dependency(\.heater, container: kitchen) var heater
        check(heater is GasHeater)
    }

    func aPartOfAValueCanBeOverriddenOrDecorated() {
        DependencyContainer.shared[\.configuration].cups = 2
        check(container.resolve(\.configuration).cups == 2)
        let token = container.decorate(\.configuration) { configuration in
            Configuration(cups: configuration.cups + 1)
        }
        check(container.resolve(\.configuration).cups == 3)
        container.remove(token)
        container[\.configuration].cups = 4
        check(container.resolve(\.configuration).cups == 4)
    }

    func scopesBecomeLifetimes() {
        let session = DependencyScope()
        container.register(\.heater, lifetime: .scoped(session)) { ElectricHeater() }
        let scoped = container.resolve(\.heater)
        session.reset()
        check(container.resolve(\.heater) !== scoped)

        let token = container.register(\.heater, lifetime: .cached) { ElectricHeater() }
        let cached = container.resolve(\.heater)
        container.reset(token)
        check(container.resolve(\.heater) !== cached)

        let singleton = ElectricHeater()
        container.register(singleton, for: \.heater)
        check(container.fork().resolve(\.heater) === singleton)
    }

    func aScopeIsResetAfterItsValueWasRemoved() async {
        let session = DependencyScope()
        container.register(\.grinder, lifetime: .scoped(session)) {
            Grinder(beans: resolve(\.user)?.name ?? "no one's")
        }
        container[\.user] = User(name: "Kim")
        await session.asyncReset()
        check(container.resolve(\.grinder).beans == "Kim")  // resolved in between
        container[\.user] = nil
        check(container.resolve(\.grinder).beans == "Kim")

        await session.asyncReset()
        check(container.resolve(\.grinder).beans == "no one's")
    }

    func aParameterFactoryBecomesARegistrationThatTakesAnArgument() {
        container.register(Filter.self, taking: Int.self, lifetime: .cached) { Filter(size: $0) }
        check(container.resolve(Filter.self, with: 8) === container.resolve(Filter.self, with: 8))
        check(container.resolve(Filter.self, with: 2).size == 2)
    }

    func aContextBecomesACondition() {
        if RuntimeContext.test.isCurrent { container.register(\.heater) { MockHeater() } }
        if RuntimeContext.preview.isCurrent { container.register(\.heater) { GasHeater() } }
        if RuntimeContext.argument("demo").isCurrent { container.register(\.heater) { GasHeater() } }
        check(container.resolve(\.heater) is GasHeater)
    }

    func escapingWorkCarriesTheContainer() async {
        container[\.heater] = MockHeater()
        check(await Task.detached(operation: carryingDependencies { Frother().isMocked }).value)
    }

    func tagsBecomeContributions() {
        container.contribute(to: (any Heater).self) { ElectricHeater() }
        container.contribute(to: (any Heater).self) { GasHeater() }
        check(container.resolveAll((any Heater).self).map { $0 is GasHeater } == [false, true])
    }

    func theTimeIsAServiceLikeOthers() {
        container.register({ Date(timeIntervalSince1970: 0) }, for: (() -> Date).self)
        check(container.resolve((() -> Date).self)() == Date(timeIntervalSince1970: 0))
    }
}

nonisolated struct ComingFromInitializers {
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

    func aComponentBecomesATypeWithAContainer() throws {
        let shop = CoffeeShop(configuration: Configuration(cups: 2))
        try shop.container.validate()
        let maker = shop.maker()
        check(maker.configuration.cups == 2)
        check(shop.maker() !== maker)
        check(shop.maker().pump.heater === maker.pump.heater)
    }

    func autoregisterKeepsAnInstanceUnlessItsLifetimeIsGraph() {
        container.autoregister((any Heater).self, lifetime: .graph, initializer: ElectricHeater.init)
        container.autoregister((any Pump).self, initializer: Thermosiphon.init(heater:))
        check(container.resolve((any Pump).self).heater === container.resolve((any Pump).self).heater)
        container.autoregister((any Pump).self, lifetime: .graph, initializer: Thermosiphon.init(heater:))
        check(container.resolve((any Pump).self).heater !== container.resolve((any Pump).self).heater)
    }

    func anArgumentNeedsACreator() {
        container.register((any Heater).self, named: "water") { ElectricHeater() }
        container.register((any Pump).self) { Thermosiphon(heater: try resolving((any Heater).self, named: "water")) }
        container.register(CoffeeMaker.self, taking: Configuration.self) {
            CoffeeMaker(pump: resolve((any Pump).self), configuration: $0)
        }
        check(container.resolve(CoffeeMaker.self, with: Configuration(cups: 3)).configuration.cups == 3)
    }

    func aParameterMayBeNamedLazyOrAProvider() {
        container.register((any Heater).self, named: "water") { ElectricHeater() }
        container.register((any Heater).self, named: "milk") { GasHeater() }
        container.autoregister(DualBoiler.self, initializer: DualBoiler.init)
        check(container.resolve(DualBoiler.self).water is ElectricHeater)
        check(container.resolve(DualBoiler.self).milk is GasHeater)

        container.autoregister(FreshCoffee.self, initializer: FreshCoffee.init)
        container.register(Grinder.self) { Grinder(beans: "arabica") }
        check(container.resolve(FreshCoffee.self).grind() === container.resolve(Grinder.self))

        container.register(Filter.self, lifetime: .transient) { Filter() }
        container.autoregister(FilterCoffee.self, initializer: FilterCoffee.init)
        let coffee = container.resolve(FilterCoffee.self)
        check(coffee.newFilter() !== coffee.newFilter())
    }
}

@main nonisolated enum ComingFrom {
    static func main() async throws {
        await run { ComingFromTypes().servicesAreRegisteredAndResolvedByType() }
        await run { ComingFromTypes().oneObjectCanAnswerForSeveralServices() }
        await run { ComingFromTypes().severalArgumentsBecomeATuple() }
        await run { ComingFromTypes().aDecoratorSetsProperties() }
        await run { ComingFromTypes().aGraphSharesValuesToo() }
        await run { ComingFromTypes().aPropertyFollowsRegistrations() }
        await run { ComingFromTypes().aProviderUsesTheSharedContainer() }
        await run { ComingFromKeys().factoriesAndDependencyValuesBecomeTypedKeys() }
        try await run { try ComingFromKeys().providedAndPreparedDependenciesBecomeRegistrations() }
        await run { ComingFromKeys().aComposedInjectorBecomesAChild() }
        await run { ComingFromKeys().aMockOverridesTheDefaultOfAKeyAlsoForExistingObjects() }
        await run { ComingFromKeys().anOverrideForAnOperationBecomesAnotherContainer() }
        await run { ComingFromKeys().aPartOfAValueCanBeOverriddenOrDecorated() }
        await run { ComingFromKeys().scopesBecomeLifetimes() }
        await run { await ComingFromKeys().aScopeIsResetAfterItsValueWasRemoved() }
        await run { ComingFromKeys().aParameterFactoryBecomesARegistrationThatTakesAnArgument() }
        await run { ComingFromKeys().aContextBecomesACondition() }
        await run { await ComingFromKeys().escapingWorkCarriesTheContainer() }
        await run { ComingFromKeys().tagsBecomeContributions() }
        await run { ComingFromKeys().theTimeIsAServiceLikeOthers() }
        try await run { try ComingFromInitializers().aComponentBecomesATypeWithAContainer() }
        await run { ComingFromInitializers().autoregisterKeepsAnInstanceUnlessItsLifetimeIsGraph() }
        await run { ComingFromInitializers().anArgumentNeedsACreator() }
        await run { ComingFromInitializers().aParameterMayBeNamedLazyOrAProvider() }
        print("What the pages write does what they say.")
    }

    /// Each begins with a container of its own as the shared one.
    static func run(_ operation: @Sendable () async throws -> Void) async rethrows {
        try await DependencyContainer.withShared(DependencyContainer()) { try await operation() }
    }
}

nonisolated func check(_ holds: Bool, line: UInt = #line) {
    precondition(holds, "line \(line) of Scripts/accepted/ComingFrom.swift")
}
