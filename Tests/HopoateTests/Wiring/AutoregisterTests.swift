import Hopoate
import Testing

@Suite struct AutoregisterTests {
    let container = DependencyContainer()

    private final class House {
        let logger: any Logging
        let rooms: Int
        let cellar: String?
        let guests: [String]
        let attic: Lazy<Attic>

        init(logger: any Logging, rooms: Int, cellar: String?, guests: [String], attic: Lazy<Attic>) {
            self.logger = logger
            self.rooms = rooms
            self.cellar = cellar
            self.guests = guests
            self.attic = attic
        }
    }

    private final class Attic {
        let house: House
        init(house: House) { self.house = house }
    }

    private enum Spare: DependencyName { static let name = "spare" }

    private struct Tool {
        let logger: Named<any Logging, Spare>
        let other: Named<any Logging, Spare>?
        let missing: Named<Int, Spare>?
    }

    private func registerHouse() {
        container.register(Logger("house"), for: (any Logging).self)
        container.register(5, for: Int.self)
        container.autoregister(House.self, initializer: House.init)
        container.autoregister(Attic.self, initializer: Attic.init(house:))
    }

    @Test func `each parameter is resolved by its type`() {
        registerHouse()
        container.contribute(to: String.self) { "Ann" }
        container.contribute(to: String.self) { "Bob" }
        let house = container.resolve(House.self)
        #expect(house.logger.label == "house")
        #expect(house.rooms == 5)
        #expect(house.cellar == nil)
        #expect(house.guests == ["Ann", "Bob"])
        #expect(house.attic().house === house)
    }

    @Test func `a named parameter has a type for its name`() {
        container.register(Logger("plain"), for: (any Logging).self)
        container.register(Logger("spare"), for: (any Logging).self, named: "spare")
        container.autoregister(Tool.self, initializer: Tool.init)
        let tool = container.resolve(Tool.self)
        #expect(tool.logger.service.label == "spare")
        #expect(tool.other?.service.label == "spare")
        #expect(tool.missing == nil)
        #expect(Named<Int, Spare>(3).service == 3)
    }

    @Test func `a registered optional answers an optional parameter if its service is not registered`() {
        struct Shelf { let count: Int? }
        container.autoregister(Shelf.self, lifetime: .transient) { (count: Int?) in Shelf(count: count) }
        container.autoregister(Bool.self, lifetime: .transient) { (count: Lazy<Int?>) in count() == 1 }
        #expect(container.resolve(Shelf.self).count == nil)
        container.register(1, for: Int?.self)
        #expect(container.resolve(Shelf.self).count == 1)
        #expect(container.resolve(Bool.self))
        container.register(2, for: Int.self)
        #expect(container.resolve(Shelf.self).count == 2)
        #expect(!container.resolve(Bool.self))
    }

    private struct Lamp {
        init(level: Int) throws(SomeError) { if level > 3 { throw SomeError() } }
        init(level: Int, label: String) throws(SomeError) {}
        init() throws { _ = try DependencyContainer.shared.resolving(Int.self) }
    }

    @Test func `initializers may have typed throws`() throws {
        container.register(4, for: Int.self)
        container.register("", for: String.self)
        container.autoregister(Lamp.self, initializer: Lamp.init(level:))
        let error = try #require(throws: DependencyError.self) { try container.resolving(Lamp.self) }
        #expect(error.underlyingError as? SomeError == SomeError())
        container.autoregister(Lamp.self, initializer: Lamp.init(level:label:))
        _ = try container.resolving(Lamp.self)
        container.autoregister(Lamp.self, initializer: Lamp.init as () throws -> Lamp)
        _ = try container.resolving(Lamp.self)
    }
}

@Suite struct LazyTests {
    let container = DependencyContainer()

    @Test func `a Lazy resolves its service once, at the first get`() {
        let (lazy, created) = (Lazy(Logger.self, container: container), Counter())
        container.register(Logger.self, lifetime: .transient) { Logger("\(created.increment())") }
        #expect(created.count == 0)
        #expect(lazy() === lazy())
        #expect(Lazy(Logger.self, container: container)().label == "2")
    }

    @Test func `a Lazy stands for optionals and lists too`() {
        container.contribute(to: String.self) { "a" }
        #expect(Lazy([String].self, container: container)() == ["a"])
        #expect(Lazy(Int?.self, container: container)() == nil)
        container.autoregister(Bool.self) { (lazy: Lazy<Double>?) in lazy != nil }
        #expect(!container.resolve(Bool.self))
        container.register(1.5, for: Double.self)
        container.autoregister(Bool.self) { (lazy: Lazy<Double>?) in lazy?() == 1.5 }
        #expect(container.resolve(Bool.self))
    }
}
