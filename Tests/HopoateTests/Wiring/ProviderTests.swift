import Hopoate
import Testing

extension DependencyKeys {
    fileprivate var row: DependencyKey<any Logging> { .init(lifetime: .transient) { Logger("row") } }
}

@Suite struct ProviderTests {
    let container = DependencyContainer()

    private final class Table: Sendable { let makeRow = Provider<Logger>() }

    @Test func `a provider uses the container that was shared when it was created`() async {
        let other = DependencyContainer()
        container.register(Logger("own"), for: Logger.self)
        other.register(Logger("other"), for: Logger.self)
        let table = DependencyContainer.withShared(container) { Table() }
        #expect(table.makeRow().label == "own")
        #expect(DependencyContainer.withShared(other) { table.makeRow().label } == "own")
        #expect(await Task.detached { table.makeRow().label }.value == "own")
    }

    @Test func `a provider takes a name or a typed key`() {
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

    private final class Detail: Sendable {
        let (id, log): (Int, Logger)
        init(id: Int, log: Logger) { (self.id, self.log) = (id, log) }
    }

    private final class Feed: Sendable {
        let makeDetail: Provider<Detail>
        init(makeDetail: Provider<Detail>) { self.makeDetail = makeDetail }
    }

    private func registerDetails(named name: String? = nil) {
        container.register(Logger("own"), for: Logger.self)
        container.register(Detail.self, taking: Int.self, named: name, lifetime: .cached) { id in
            Detail(id: id, log: resolve(Logger.self))
        }
    }

    @Test func `a provider passes an argument, in the container it was created in`() async {
        registerDetails(named: "big")
        let makeDetail = Provider(Detail.self, named: "big", container: container)
        let detail = await Task.detached { makeDetail(with: 1) }.value
        #expect(detail.id == 1)
        #expect(detail.log.label == "own")
        #expect(makeDetail(with: 1) === detail)
        #expect(makeDetail(with: 2) !== detail)
        let child = DependencyContainer(parent: container)
        child.register(Detail.self, taking: Int.self, named: "big") { Detail(id: -$0, log: Logger()) }
        #expect(makeDetail(with: 3).id == 3)
    }

    @Test func `a provider passes an argument as another type`() {
        container.register(String.self, taking: (any Logging).self) { $0.label }
        let makeText = Provider<String>(container: container)
        #expect(makeText(with: Logger("log"), as: (any Logging).self) == "log")
    }

    @Test func `an initializer may take a provider of a service that takes an argument`() {
        container.autoregister(Feed.self, initializer: Feed.init)
        container.autoregister(Bool.self, lifetime: .transient) { (make: Provider<Detail>?) in make != nil }
        #expect(container.resolve(Bool.self) == false)
        registerDetails()
        #expect(container.resolve(Bool.self) == true)
        #expect(container.resolve(Feed.self).makeDetail(with: 7).id == 7)
    }

    @Test func `a provider traps with the argument's type`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Provider<Logger>(container: DependencyContainer())(with: 1)
        }
        #expect(try trapMessage(result).contains("Nothing is registered for HopoateTests.Logger taking Swift.Int."))
    }

    private enum Spare: DependencyName { static let name = "spare" }

    /// In a process of its own, as a provider that finds nothing traps.
    @Test func `a provider stands for optionals, lists and names too`() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            container.contribute(to: Int.self) { 0 }
            container.register(1, for: Int.self)
            container.register(3, for: Int.self, named: "spare")
            container.autoregister([Int?].self) {
                (all: Provider<[Int]>, one: Provider<Int?>, no: Provider<Bool?>, named: Provider<Named<Int, Spare>>) in
                [all()[0], one(), no() == nil ? 2 : nil, named().service]
            }
            try #require(container.resolve([Int?].self) == [0, 1, 2, 3])
            try #require(Provider<[Int]>(container: container)() == [0])
        }
    }
}
