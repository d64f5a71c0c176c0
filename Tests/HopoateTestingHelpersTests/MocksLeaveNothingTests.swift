import Hopoate
import HopoateTestingHelpers
import Testing

/// An instance that was created from a mock is released with it. `MockProgram` creates them in all ways.
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

    private func mockDisk() -> MockContainer<any Disk, MockDisk> { MockContainer(MockDisk(), container: container) }

    @Test(arguments: [Lifetime.cached, .eager, .weak, .scoped(DependencyScope()), .perContainer])
    func `an instance that was created from a mock is released with the mock`(_ lifetime: Lifetime) {
        weak var mock: MockDisk?
        do {
            let disk = mockDisk()
            mock = disk.mock
            container.autoregister(Loader.self, lifetime: lifetime, initializer: Loader.init(disk:))
            #expect(container.resolve(Loader.self).disk === disk.mock)
        }
        #expect(mock == nil)
        #expect(container.resolve(Loader.self).disk === real)
    }

    /// Under ThreadSanitizer, which finds what they touch together.
    @Test func `the tasks of an asynchronous creator may resolve a mock at the same time`() async throws {
        let disk = mockDisk()
        container.register(Loader.self) {
            await withTaskGroup(of: Void.self) { tasks in
                for _ in 0..<8 { tasks.addTask { for _ in 0..<50 { _ = resolve((any Disk).self) } } }
            }
            return Loader(disk: try await asyncResolve())
        }
        #expect(try await container.asyncResolve(Loader.self).disk === disk.mock)
    }

    @Test func `an instance that was not created from the mock stays`() {
        container.autoregister(Loader.self, initializer: Loader.init(disk:))
        container.register(Counter.self) { Counter() }
        let child = DependencyContainer(parent: container)
        let before = container.resolve(Loader.self)
        let counter: Counter
        do {
            let disks = [mockDisk(), MockContainer(MockDisk(), container: child)]
            _ = (container.resolve((any Disk).self), child.resolve((any Disk).self))
            counter = container.resolve(Counter.self)
            withExtendedLifetime(disks) {}
        }
        #expect(container.resolve(Counter.self) === counter)
        #expect(container.resolve(Loader.self) === before)
    }

    @Test func `the newest instance is released first`() {
        let events = Protected<[String]>([])
        let note = { @Sendable (event: String) in events.withLock { $0.append(event) } }
        // They are created in the opposite order.
        container.autoregister(Screen.self, initializer: Screen.init(loader:)).onRemove { _ in note("screen") }
        container.autoregister(Loader.self, initializer: Loader.init(disk:)).onRemove { _ in note("loader") }
        do {
            let disk = mockDisk()
            _ = container.resolve(Screen.self)
            withExtendedLifetime(disk) {}
            #expect(events.withLock { $0 }.isEmpty)
        }
        container.removeAll()
        #expect(events.withLock { $0 } == ["screen", "loader"])
    }

    @Test func `a creator whose mock ends meanwhile runs once`() {
        let (container, runs) = (container, Counter())
        container.register(Loader.self) {
            let mock = MockContainer<any Disk, MockDisk>(MockDisk(), container: DependencyContainer.shared)
            let loader = Loader(disk: resolve((any Disk).self))
            runs.increment()
            withExtendedLifetime(mock) {}
            return loader
        }
        .onRemove { _ in }
        #expect(container.resolve(Loader.self).disk is MockDisk)
        #expect(runs.count == 1)
        // It was its caller's alone.
        _ = container.resolve(Loader.self)
        #expect(runs.count == 2)
    }

    @Test func `an eager instance is released at once if its creator's mock has ended`() {
        final class Traced: Sendable {
            let released: Counter
            init(_ released: Counter) { self.released = released }
            deinit { released.increment() }
        }
        let released = Counter()
        container.register(Traced.self, lifetime: .eager) {
            let mock = MockContainer<any Disk, MockDisk>(MockDisk(), container: DependencyContainer.shared)
            _ = resolve((any Disk).self)
            withExtendedLifetime(mock) {}
            return Traced(released)
        }
        #expect(released.count == 1)
    }
}
