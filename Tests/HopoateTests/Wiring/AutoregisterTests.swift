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

    @Test func eachParameterIsResolvedByItsType() {
        registerHouse()
        container.contribute(to: String.self) { "Ann" }
        container.contribute(to: String.self) { "Bob" }
        let house = container.resolve(House.self)
        #expect(house.logger.label == "house")
        #expect(house.rooms == 5)
        #expect(house.cellar == nil)
        #expect(house.guests == ["Ann", "Bob"])
        #expect(house.attic.get().house === house)
    }

    @Test func optionalsOfOptionalsAndOfListsGetWhatIsRegistered() {
        func count(nested: Int??, list: [String]?) -> String { "\(nested.map { $0 ?? -1 } ?? -2), \(list ?? ["none"])" }
        container.autoregister(String.self, lifetime: .transient, initializer: count)
        #expect(container.resolve(String.self) == "-1, []")
        container.register(5, for: Int.self)
        container.contribute(to: String.self) { "guest" }
        #expect(container.resolve(String.self) == #"5, ["guest"]"#)
    }

    @Test func aServiceThatIsAListIsNoParameter() {
        struct Gateway {
            let allowed: [String]
        }
        container.autoregister(Gateway.self, lifetime: .transient, initializer: Gateway.init)
        container.register(["registered"], for: [String].self)
        #expect(container.resolve(Gateway.self).allowed.isEmpty)
        container.contribute(to: String.self) { "contributed" }
        #expect(container.resolve(Gateway.self).allowed == ["contributed"])
    }

    @Test func theResultMayBeAProtocolsConformingType() {
        container.register("label", for: String.self)
        container.autoregister((any Logging).self) { (label: String) in Logger(label) }
        container.autoregister((any Logging).self, named: "init", initializer: Labelled.init(label:))
        #expect(container.resolve((any Logging).self).label == "label")
        #expect(container.resolve((any Logging).self, named: "init").label == "label")
    }

    private final class Labelled: Logging {
        let label: String
        init(label: String) { self.label = label }
    }

    @Test func functionsAndClosuresOfAnyNumberOfParametersWork() {
        container.register(2, for: Int.self)
        container.register("a", for: String.self)
        container.autoregister(Double.self, initializer: { 0.5 })
        container.autoregister([Int].self, initializer: AutoregisterTests.repeated)
        container.autoregister(Character.self) { (_: Int, _: String, _: Double, _: Int, _: String, _: Int) in "x" }
        #expect(container.resolve(Double.self) == 0.5)
        #expect(container.resolve([Int].self) == [2, 2])
        #expect(container.resolve(Character.self) == "x")
    }

    private static func repeated(number: Int) -> [Int] { [number, number] }

    @Test func namedParametersComeThroughATypeOfTheirName() {
        container.register(Logger("plain"), for: (any Logging).self)
        container.register(Logger("spare"), for: (any Logging).self, named: "spare")
        container.autoregister(Tool.self, initializer: Tool.init)
        let tool = container.resolve(Tool.self)
        #expect(tool.logger.service.label == "spare")
        #expect(tool.other?.service.label == "spare")
        #expect(tool.missing == nil)
        #expect(Named<Int, Spare>(3).service == 3)
    }

    @Test func aMissingParameterIsAnErrorWithTheLineOfTheRegistration() throws {
        let line = UInt(#line + 1)
        container.autoregister(Attic.self, initializer: Attic.init)
        let error = try #require(throws: DependencyError.self) { try container.resolving(Attic.self) }
        guard case .missing = error.reason else { throw error }
        #expect(ObjectIdentifier(error.service) == ObjectIdentifier(House.self))
        #expect(error.path.last?.line == line)
        #expect(error.path.count == 2)
    }

    private struct Lamp {
        init(level: Int) throws(SomeError) { if level > 3 { throw SomeError() } }
        init(level: Int, label: String) throws(SomeError) {}
        init() throws { _ = try DependencyContainer.shared.resolving(Int.self) }
    }

    @Test func initializersMayHaveTypedThrows() throws {
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

    @Test func theServiceIsResolvedByTheFirstGetAndKept() {
        let (lazy, made) = (Lazy(Logger.self, container: container), Counter())
        container.register(Logger.self, lifetime: .transient) { Logger("\(made.increment())") }
        #expect(made.count == 0)
        #expect(lazy.get() === lazy.get())
        #expect(Lazy(Logger.self, container: container).get().label == "2")
    }

    @Test func itStandsForOptionalsListsAndNamesToo() {
        container.contribute(to: String.self) { "a" }
        #expect(Lazy([String].self, container: container).get() == ["a"])
        #expect(Lazy(Int?.self, container: container).get() == nil)
        container.autoregister(Bool.self) { (lazy: Lazy<Double>?) in lazy != nil }
        #expect(!container.resolve(Bool.self))
        container.register(1.5, for: Double.self)
        container.autoregister(Bool.self) { (lazy: Lazy<Double>?) in lazy?.get() == 1.5 }
        #expect(container.resolve(Bool.self))
    }

    @Test func threadsResolveItOnce() {
        let made = Counter()
        container.register(Int.self, lifetime: .transient) { made.increment() }
        let lazy = Lazy(Int.self, container: container)
        let barrier = Barrier(8)
        let haveEnded = onThreads(8) { _ in
            barrier.wait()
            #expect(lazy.get() == 1)
        }
        #expect(haveEnded)
        #expect(made.count == 1)
    }
}
