import Dispatch
import Hopoate
import HopoateTestingHelpers
import Synchronization
import Testing

/// What is made from a mock and kept is let go of with the mock.
@Suite struct MocksLeaveNothingTests {
    protocol Disk: AnyObject, Sendable {}
    final class RealDisk: Disk {}
    final class MockDisk: Disk {}

    final class Loader: Sendable {
        let disk: any Disk
        init(disk: any Disk) { self.disk = disk }
    }

    final class Screen: Sendable {
        let loader: Loader
        init(loader: Loader) { self.loader = loader }
    }

    private let container = DependencyContainer()
    private let real = RealDisk()

    init() { container.register(real, for: (any Disk).self) }

    /// A way for a service to be made from a mock and kept.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let register: @Sendable (DependencyContainer) -> Void
        var find: @Sendable (DependencyContainer) -> Loader = { $0.resolve(Loader.self) }

        init(
            _ description: String,
            find: @escaping @Sendable (DependencyContainer) -> Loader = { $0.resolve(Loader.self) },
            register: @escaping @Sendable (DependencyContainer) -> Void
        ) {
            (testDescription, self.register, self.find) = (description, register, find)
        }

        init(_ lifetime: Lifetime) {
            self.init("\(lifetime)") {
                $0.autoregister(Loader.self, lifetime: lifetime, initializer: Loader.init(disk:))
            }
        }
    }

    static let ways: [Way] = [
        Way(.cached), Way(.eager), Way(.weak), Way(.graph), Way(.scoped(DependencyScope())), Way(.perContainer),
        Way(.expiring(afterSeconds: 60)), Way(.transient),
        Way("1.x") { $0.register(service: Loader.self) { Loader(disk: resolve((any Disk).self)) } },
        Way("overwritten") {
            $0.overwriteExistingRegistrations(service: Loader.self) { Loader(disk: resolve((any Disk).self)) }
        },
        Way("named", find: { $0.resolve(Loader.self, named: "b") }) {
            $0.autoregister(Loader.self, named: "b", initializer: Loader.init(disk:))
        },
        Way("with an argument", find: { $0.resolve(Loader.self, with: 1) }) {
            $0.register(Loader.self, taking: Int.self, lifetime: .cached) { _ in Loader(disk: resolve((any Disk).self))
            }
        },
        Way("a contribution", find: { $0.resolveAll(Loader.self)[0] }) {
            $0.contribute(to: Loader.self) { Loader(disk: resolve((any Disk).self)) }
        },
        Way("from contributions") {
            $0.contribute(to: [any Disk].self) { [resolve((any Disk).self)] }
            $0.register(Loader.self) { Loader(disk: DependencyContainer.shared.resolveAll([any Disk].self)[0][0]) }
        },
        Way("a decorator") {
            $0.register(Loader.self) { Loader(disk: RealDisk()) }
            $0.decorate(Loader.self) { _ in Loader(disk: resolve((any Disk).self)) }
        },
        Way("decorated") {
            $0.autoregister(Loader.self, initializer: Loader.init(disk:))
            $0.decorate(Loader.self) { Loader(disk: $0.disk) }
        },
        Way("over a kept service", find: { $0.resolve(Screen.self).loader }) {
            $0.autoregister(Screen.self, initializer: Screen.init(loader:))
            $0.autoregister(Loader.self, initializer: Loader.init(disk:))
        },
        Way("over a transient service", find: { $0.resolve(Screen.self).loader }) {
            $0.autoregister(Screen.self, initializer: Screen.init(loader:))
            $0.autoregister(Loader.self, lifetime: .transient, initializer: Loader.init(disk:))
        },
        Way("over one of a graph", find: { $0.resolve(Screen.self).loader }) {
            $0.autoregister(Loader.self, lifetime: .graph, initializer: Loader.init(disk:))
            $0.register(Screen.self) {
                _ = resolve(Loader.self)
                return Screen(loader: resolve(Loader.self))
            }
        },
        Way("lazily", find: { $0.resolve(Lazy<Loader>.self).get() }) {
            $0.autoregister(Loader.self, lifetime: .transient, initializer: Loader.init(disk:))
            $0.register(Lazy<Loader>.self) { Lazy() }
        },
    ]

    /// A property notices when it is read.
    static let waysOverProperties = [
        Way("by a property", find: { $0.resolve(Dependency<Loader>.self)() }) {
            $0.autoregister(Loader.self, lifetime: .transient, initializer: Loader.init(disk:))
            $0.register(Dependency<Loader>.self) { Dependency() }
        },
        Way("by a property of something older", find: { $0.resolve(Screen.self).loader }) {
            $0.autoregister(Loader.self, lifetime: .transient, initializer: Loader.init(disk:))
            let property = Dependency<Loader>(container: $0)
            _ = property()
            $0.register(Screen.self) { Screen(loader: property()) }
        },
    ]

    /// Without a look-up afterwards, which would find out.
    @Test(arguments: ways) func nothingKeepsTheMock(_ way: Way) {
        weak var mock: MockDisk?
        do {
            let disk = MockContainer(MockDisk(), for: (any Disk).self, container: container)
            mock = disk.mock
            way.register(container)
            #expect(way.find(container).disk === disk.mock)
        }
        #expect(mock == nil)
    }

    @Test(arguments: ways + waysOverProperties) func whatWasMadeFromTheMockIsMadeAnew(_ way: Way) {
        do {
            let disk = MockContainer(MockDisk(), for: (any Disk).self, container: container)
            way.register(container)
            #expect(way.find(container).disk === disk.mock)
            #expect(way.find(container).disk === disk.mock)
        }
        #expect(way.find(container).disk === real)
    }

    /// In a child, by whatever the child or its parent keeps.
    @Test(arguments: ways + waysOverProperties) func childrenKeepNothingOfIt(_ way: Way) {
        let child = DependencyContainer(parent: container)
        way.register(container)
        child.decorate(Loader.self) { Loader(disk: $0.disk) }
        container.reset()
        container.register(real, for: (any Disk).self)
        weak var mock: MockDisk?
        do {
            let disk = MockContainer(MockDisk(), for: (any Disk).self, container: container)
            way.register(container)
            mock = disk.mock
            #expect(way.find(child).disk === disk.mock)
        }
        #expect(way.find(child).disk === real)
        #expect(mock == nil)
    }

    @Test func aMockInAChildConcernsTheChildAlone() {
        container.autoregister(Loader.self, initializer: Loader.init(disk:))
        let child = DependencyContainer(parent: container)
        child.autoregister(Screen.self, initializer: Screen.init(loader:))
        let loader = container.resolve(Loader.self)
        let screen = child.resolve(Screen.self)
        do {
            let disk = MockContainer(MockDisk(), for: (any Disk).self, container: child)
            #expect(child.resolve((any Disk).self) === disk.mock)
        }
        #expect(container.resolve(Loader.self) === loader)
        #expect(child.resolve(Screen.self) === screen)
    }

    @Test func whatWasNotMadeFromTheMockStays() {
        container.autoregister(Loader.self, initializer: Loader.init(disk:))
        container.register(String.self) { "a" }
        container.register([Int].self, taking: Int.self, lifetime: .cached) { [$0] }
        let before = container.resolve(Loader.self)
        container.register(Counter.self) { Counter() }
        let counter: Counter
        do {
            let disk = MockContainer(MockDisk(), for: (any Disk).self, container: container)
            _ = container.resolve((any Disk).self)
            counter = container.resolve(Counter.self)
            #expect(container.resolve(Loader.self) === before)
            withExtendedLifetime(disk) {}
        }
        #expect(container.resolve(Counter.self) === counter)
        #expect(container.resolve(Loader.self) === before)
    }

    @Test func ofSeveralArgumentsOnlyThoseOfTheMockAreLetGoOf() {
        container.register(Loader.self, taking: Int.self, lifetime: .cached) { number in
            Loader(disk: number < 2 ? RealDisk() : resolve((any Disk).self))
        }
        let first = container.resolve(Loader.self, with: 1)
        do {
            let disk = MockContainer(MockDisk(), for: (any Disk).self, container: container)
            #expect(container.resolve(Loader.self, with: 2).disk === disk.mock)
        }
        #expect(container.resolve(Loader.self, with: 1) === first)
        #expect(container.resolve(Loader.self, with: 2).disk === real)
    }

    @Test func aDecoratorsMockTakesTheDecorationAlone() {
        container.register(Loader.self) { Loader(disk: RealDisk()) }
        let loader = container.resolve(Loader.self)
        container.decorate(Loader.self) { below in
            _ = resolve((any Disk).self) as any Disk
            return below
        }
        do {
            let disk = MockContainer(MockDisk(), for: (any Disk).self, container: container)
            #expect(container.resolve(Loader.self) === loader)
            #expect(disk.wasResolved)
        }
        #expect(container.resolve(Loader.self) === loader)
    }

    @Test func theNewestIsLetGoOfFirst() {
        let events = Events()
        // In the other order than they are made in.
        container.autoregister(Screen.self, initializer: Screen.init(loader:)).onRemove { _ in events.add("screen") }
        container.autoregister(Loader.self, initializer: Loader.init(disk:)).onRemove { _ in events.add("loader") }
        do {
            let disk = MockContainer(MockDisk(), for: (any Disk).self, container: container)
            _ = container.resolve(Screen.self)
            withExtendedLifetime(disk) {}
            #expect(events.all.isEmpty)
        }
        #expect(events.all == ["screen", "loader"])
        container.reset()
        #expect(events.all == ["screen", "loader"])
    }

    @Test func mocksOfOneServiceGoInAnyOrder() {
        container.autoregister(Loader.self, initializer: Loader.init(disk:))
        var first: MockContainer? = MockContainer(MockDisk(), for: (any Disk).self, container: container)
        let loader = container.resolve(Loader.self)
        let second = MockContainer(MockDisk(), for: (any Disk).self, container: container)
        #expect(container.resolve(Loader.self) === loader)
        first = nil
        #expect(container.resolve(Loader.self).disk === second.mock)
        withExtendedLifetime(first) {}
    }

    @Test func whatIsMadeWhileTheMockGoesIsTheCallersAlone() {
        let mock = Held()
        weak var disk: MockDisk?
        container.register(Loader.self) {
            let loader = Loader(disk: resolve((any Disk).self))
            mock.container = nil
            return loader
        }
        mock.container = MockContainer(MockDisk(), for: (any Disk).self, container: container)
        disk = mock.container?.mock
        #expect(container.resolve(Loader.self).disk is MockDisk)
        #expect(disk == nil)
        #expect(container.resolve(Loader.self).disk === real)
    }

    @Test(arguments: [Lifetime.cached, .weak, .transient, .perContainer]) func whatIsMadeAsynchronouslyGoesToo(
        _ lifetime: Lifetime
    ) async throws {
        container.register(Loader.self, lifetime: lifetime) { () async throws -> Loader in
            async let disk = DependencyContainer.shared.asyncResolve((any Disk).self)
            return Loader(disk: try await disk)
        }
        container.register(Screen.self) { () async throws -> Screen in
            Screen(loader: try await DependencyContainer.shared.asyncResolve(Loader.self))
        }
        weak var mock: MockDisk?
        do {
            let disk = MockContainer(MockDisk(), for: (any Disk).self, container: container)
            mock = disk.mock
            let screen = try await container.asyncResolve(Screen.self)
            #expect(screen.loader.disk === disk.mock)
            #expect(try await container.asyncResolve(Screen.self) === screen)
        }
        #expect(mock == nil)
        #expect(try await container.asyncResolve(Screen.self).loader.disk === real)
    }

    @Test func aKeyTypedByHandIsMockedLikewise() {
        container.autoregister(Loader.self) { (disk: any Disk) in Loader(disk: disk) }
        container.decorate(\.spareDisk) { $0 }
        container.register(Screen.self) { Screen(loader: Loader(disk: resolve(\.spareDisk))) }
        do {
            let disk = MockContainer(MockDisk(), for: \.spareDisk, container: container)
            #expect(container.resolve(Screen.self).loader.disk === disk.mock)
        }
        #expect(container.resolve(Screen.self).loader.disk is RealDisk)
    }

    @Test func aForkKeepsItsCopyOfTheMock() {
        container.autoregister(Loader.self, initializer: Loader.init(disk:))
        let mock = MockDisk()
        let fork: DependencyContainer
        do {
            let disk = MockContainer(mock, for: (any Disk).self, container: container)
            fork = container.fork()
            #expect(fork.resolve(Loader.self).disk === disk.mock)
        }
        #expect(fork.resolve(Loader.self).disk === mock)
        #expect(container.resolve(Loader.self).disk === real)
    }

    @Test func observersSeeWhatIsMadeAnew() {
        container.autoregister(Loader.self, initializer: Loader.init(disk:))
        let events = Events()
        let observation = container.observe { events.add("\($0.kind) \($0.registration.serviceDescription)") }
        do {
            let disk = MockContainer(MockDisk(), for: (any Disk).self, container: container)
            _ = container.resolve(Loader.self)
            withExtendedLifetime(disk) {}
        }
        _ = container.resolve(Loader.self)
        #expect(events.all.count { $0.hasPrefix("creationEnded") } == 2)
        withExtendedLifetime(observation) {}
    }

    @Test func manyThreadsMakeOneAnewWhileMocksComeAndGo() {
        container.autoregister(Loader.self, initializer: Loader.init(disk:))
        container.autoregister(Screen.self, initializer: Screen.init(loader:))
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 0..<500 {
                if thread < 4 {
                    let disk = MockContainer(MockDisk(), for: (any Disk).self, container: container)
                    _ = container.resolve(Screen.self)
                    withExtendedLifetime(disk) {}
                } else {
                    _ = container.resolve(Screen.self)
                }
            }
        }
        #expect(container.resolve(Screen.self).loader.disk === real)
        #expect(container.resolve(Loader.self).disk === real)
    }

    private final class Held: @unchecked Sendable {
        var container: MockContainer<any Disk, MockDisk>?
    }

    private final class Events: Sendable {
        private let noted = Mutex<[String]>([])

        var all: [String] { noted.withLock { $0 } }

        func add(_ event: String) { noted.withLock { $0.append(event) } }
    }
}

extension DependencyKeys {
    fileprivate var spareDisk: DependencyKey<any MocksLeaveNothingTests.Disk> {
        .init { MocksLeaveNothingTests.RealDisk() }
    }
}
