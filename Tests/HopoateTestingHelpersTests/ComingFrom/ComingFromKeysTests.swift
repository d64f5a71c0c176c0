// What the pages 'Coming from EasyInject', 'Factory', '@Injected with key paths' and 'swift-dependencies' write.

import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

@Suite(.isolatedDependencies) struct ComingFromKeysTests {
    private var container: DependencyContainer { .shared }

    @Test func `factories and dependency values become typed keys`() {
        #expect(container.resolve(\.pump).heater === DependencyContainer.shared[\.heater])
        #expect(resolve(\.heater) === Barista().heater)
        #expect(container.resolve(\.filter) !== container.resolve(\.filter))
        #expect(resolve(\.makeFilter)(8).size == 8)
        let barista = Barista()
        #expect(barista.newFilter() !== barista.newFilter())
    }

    @Test func `provided and prepared dependencies become registrations`() throws {
        container.register(\.grinder, lifetime: .cached) { Grinder(beans: try resolving(\.beans)) }
        #expect(throws: DependencyError.self) { try container.resolving(\.grinder) }
        DependencyContainer.shared.register("arabica", for: \.beans)
        #expect(try container.resolving(\.grinder).beans == "arabica")

        container.register("arabica", for: String.self, named: "beans")
        container.register("robusta", for: \.beans)
        #expect(container.resolve(\.beans) == "robusta")
        #expect(container.resolve(String.self, named: "beans") == "arabica")
    }

    @Test func `a composed injector becomes a child`() {
        let child = DependencyContainer(parent: container)
        container.register("arabica", for: \.beans)
        let token = child.register("robusta", for: \.beans)
        #expect([child.resolve(\.beans), container.resolve(\.beans)] == ["robusta", "arabica"])
        child.remove(token)
        #expect(child.resolve(\.beans) == "arabica")
    }

    @Test func `a mock overrides the default of a key, also for existing objects`() {
        let barista = Barista()
        let token = container.register(\.heater) { MockHeater() }
        #expect(barista.heater is MockHeater)
        container.remove(token)
        #expect(barista.heater is ElectricHeater)

        let spy = MockHeater()
        container.register(spy, for: \.heater)
        #expect(barista.heater === spy)
        DependencyContainer.shared[\.heater] = GasHeater()
        #expect(barista.heater is GasHeater)
        do {
            let mock = MockContainer(MockHeater(), for: \.heater)
            #expect(barista.heater === mock.mock)
        }
        #expect(barista.heater is GasHeater)
    }

    @Test func `an override for an operation becomes another container`() {
        let mocked = container.fork()
        mocked[\.heater] = MockHeater()
        let barista = DependencyContainer.withShared(mocked) { Barista() }
        #expect(barista.heater is MockHeater)
        #expect(barista.frother().isMocked)
        #expect(!Frother().isMocked)

        DependencyContainer.withShared(container.fork()) {
            DependencyContainer.shared.register(\.heater) { MockHeater() }
            #expect(Frother().isMocked)
        }
        #expect(!Frother().isMocked)

        let kitchen = DependencyContainer(parent: container)
        kitchen.register(\.heater) { GasHeater() }
        @Dependency(\.heater, container: kitchen) var heater
        #expect(heater is GasHeater)
    }

    @Test func `a part of a value can be overridden or decorated`() {
        DependencyContainer.shared[\.configuration].cups = 2
        #expect(container.resolve(\.configuration).cups == 2)
        let token = container.decorate(\.configuration) { configuration in
            Configuration(cups: configuration.cups + 1)
        }
        #expect(container.resolve(\.configuration).cups == 3)
        container.remove(token)
        container[\.configuration].cups = 4
        #expect(container.resolve(\.configuration).cups == 4)
    }

    @Test func `scopes become lifetimes`() {
        let session = DependencyScope()
        container.register(\.heater, lifetime: .scoped(session)) { ElectricHeater() }
        let scoped = container.resolve(\.heater)
        session.reset()
        #expect(container.resolve(\.heater) !== scoped)

        let token = container.register(\.heater, lifetime: .cached) { ElectricHeater() }
        let cached = container.resolve(\.heater)
        container.reset(token)
        #expect(container.resolve(\.heater) !== cached)

        let singleton = ElectricHeater()
        container.register(singleton, for: \.heater)
        #expect(container.fork().resolve(\.heater) === singleton)
    }

    @Test func `a scope is reset after its value was removed`() async {
        let session = DependencyScope()
        container.register(\.grinder, lifetime: .scoped(session)) {
            Grinder(beans: resolve(\.user)?.name ?? "no one's")
        }
        container[\.user] = User(name: "Kim")
        await session.asyncReset()
        #expect(container.resolve(\.grinder).beans == "Kim")  // resolved in between
        container[\.user] = nil
        #expect(container.resolve(\.grinder).beans == "Kim")

        await session.asyncReset()
        #expect(container.resolve(\.grinder).beans == "no one's")
    }

    @Test func `a parameter factory becomes a registration that takes an argument`() {
        container.register(Filter.self, taking: Int.self, lifetime: .cached) { Filter(size: $0) }
        #expect(container.resolve(Filter.self, with: 8) === container.resolve(Filter.self, with: 8))
        #expect(container.resolve(Filter.self, with: 2).size == 2)
    }

    @Test func `a context becomes a condition`() {
        if RuntimeContext.test.isCurrent { container.register(\.heater) { MockHeater() } }
        if RuntimeContext.preview.isCurrent { container.register(\.heater) { GasHeater() } }
        if RuntimeContext.argument("demo").isCurrent { container.register(\.heater) { GasHeater() } }
        #expect(container.resolve(\.heater) is MockHeater)
    }

    @Test(.dependencies { $0[\.heater] = MockHeater() }, .dependencies { $0.register(\.filter) { Filter(size: 8) } })
    func `traits register services`() {
        #expect(Frother().isMocked)
        #expect(container.resolve(\.filter).size == 8)
    }

    @Test func `escaping work carries the container`() async {
        container[\.heater] = MockHeater()
        #expect(await Task.detached(operation: carryingDependencies { Frother().isMocked }).value)
    }

    @Test func `tags become contributions`() {
        container.contribute(to: (any Heater).self) { ElectricHeater() }
        container.contribute(to: (any Heater).self) { GasHeater() }
        #expect(container.resolveAll((any Heater).self).map { $0 is GasHeater } == [false, true])
    }

    @Test func `the time is a service like others`() {
        container.register({ Date(timeIntervalSince1970: 0) }, for: (() -> Date).self)
        #expect(container.resolve((() -> Date).self)() == Date(timeIntervalSince1970: 0))
    }
}
