import Hopoate
import Testing

extension DependencyKeys {
    fileprivate var row: DependencyKey<any Logging> { .init(lifetime: .transient) { Logger("row") } }
    fileprivate var missingRow: DependencyKey<any Logging> { .required() }
}

@Suite struct ProviderTests {
    let container = DependencyContainer()

    private final class Table: Sendable {
        let makeRow = Provider<Logger>()
    }

    @Test func eachCallResolvesAnew() {
        let made = Counter()
        container.register(Logger.self, lifetime: .transient) { Logger("\(made.increment())") }
        let makeRow = Provider<Logger>(container: container)
        #expect(made.count == 0)
        #expect([makeRow(), makeRow()].map(\.label) == ["1", "2"])
        let token = container.register(Logger("mock"), for: Logger.self)
        #expect(makeRow() === makeRow())
        #expect(makeRow().label == "mock")
        container.remove(token)
        #expect(makeRow().label == "3")
    }

    @Test func itLooksInTheContainerThatWasSharedWhenItWasMade() async {
        let other = DependencyContainer()
        container.register(Logger("own"), for: Logger.self)
        other.register(Logger("other"), for: Logger.self)
        let table = DependencyContainer.withShared(container) { Table() }
        #expect(table.makeRow().label == "own")
        #expect(DependencyContainer.withShared(other) { table.makeRow().label } == "own")
        #expect(await Task.detached { table.makeRow().label }.value == "own")
    }

    @Test func itHoldsThatContainer() {
        var own: DependencyContainer? = DependencyContainer()
        own?.register(Logger("kept"), for: Logger.self)
        let table = own.map { DependencyContainer.withShared($0) { Table() } }
        own = nil
        #expect(table?.makeRow().label == "kept")
    }

    @Test func itTakesANameOrATypedKey() {
        container.register(Logger("spare"), for: Logger.self, named: "spare")
        DependencyContainer.withShared(container) {
            #expect(Provider(Logger.self, named: "spare")().label == "spare")
            #expect(Provider<Logger>(named: "spare")().label == "spare")
            let makeRow = Provider(\.row)
            #expect(makeRow().label == "row")
            #expect(makeRow() !== makeRow())
        }
        container[\.row] = Logger("mock")
        #expect(Provider(\.row, container: container)().label == "mock")
    }

    // MARK: - As a parameter

    private final class House: Sendable {
        let makeRoom: Provider<Room>
        init(makeRoom: Provider<Room>) { self.makeRoom = makeRoom }
    }

    private final class Room: Sendable {
        let house: House
        let number: Int
        init(house: House, number: Int) { (self.house, self.number) = (house, number) }
    }

    @Test func anInitializerMayTakeOne() {
        container.autoregister(House.self, initializer: House.init)
        container.autoregister(Room.self, lifetime: .transient, initializer: Room.init)
        let made = Counter()
        container.register(Int.self, lifetime: .transient) { made.increment() }
        let house = container.resolve(House.self)
        #expect(made.count == 0)
        #expect([house.makeRoom(), house.makeRoom()].map(\.number) == [1, 2])
        #expect(house.makeRoom().house === house)
    }

    @Test func aParameterLooksInTheContainerThatMakesTheService() {
        container.autoregister(House.self, lifetime: .perContainer, initializer: House.init)
        container.autoregister(Room.self, lifetime: .transient, initializer: Room.init)
        container.register(0, for: Int.self)
        let child = DependencyContainer(parent: container)
        child.register(1, for: Int.self)
        #expect(child.resolve(House.self).makeRoom().number == 1)
        #expect(container.resolve(House.self).makeRoom().number == 0)
    }

    @Test func anOptionalParameterIsNilWhereNothingIsRegistered() {
        struct Shelf {
            let makeLogger: Provider<Logger>?
        }
        container.autoregister(Shelf.self, lifetime: .transient, initializer: Shelf.init)
        #expect(container.resolve(Shelf.self).makeLogger == nil)
        container.register(Logger("there"), for: Logger.self)
        #expect(container.resolve(Shelf.self).makeLogger?().label == "there")
    }

    // MARK: - What it keeps

    @Test(arguments: [Lifetime.cached, .eager, .perContainer])
    func aServiceThatItsContainerKeepsMayStoreOne(_ lifetime: Lifetime) {
        weak var released: DependencyContainer?
        weak var table: Table?
        do {
            let container = DependencyContainer()
            container.register(Logger("row"), for: Logger.self)
            container.register(Table.self, lifetime: lifetime) { Table() }
            container.autoregister(House.self, lifetime: lifetime, initializer: House.init)
            (released, table) = (container, container.resolve(Table.self))
            _ = container.resolve(House.self)
            #expect(table?.makeRow().label == "row")
        }
        #expect(released == nil)
        #expect(table == nil)
    }

    // MARK: - What is missing

    @Test func aMissingServiceEndsTheProcessWithItsNameAndThePlaceOfTheProvider() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let makeRow = Provider<Logger>(line: 7)
            _ = makeRow()
        }
        let text = try trapMessage(result)
        #expect(text.contains("ProviderTests.swift:7: Fatal error: Nothing is registered for HopoateTests.Logger."))
    }

    @Test func aMissingTypedKeyDoesSoToo() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let makeRow = Provider(\.missingRow, line: 7)
            _ = makeRow()
        }
        let text = try trapMessage(result)
        #expect(
            text.contains("ProviderTests.swift:7: Fatal error: Nothing is registered for HopoateTests.Logging named ")
        )
        #expect(text.contains("typed key missingRow of "))
    }

    @Test func calledWhileItsServiceIsMadeItEndsTheProcessWithTheCycle() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.register(Logger.self) { Provider<Logger>(line: 7)() }
            _ = container.resolve(Logger.self)
        }
        let text = try trapMessage(result)
        #expect(text.contains("ProviderTests.swift:7: Fatal error: Circular dependency: "))
        #expect(text.contains("path: Logger → Logger"))
    }
}
