import Hopoate
import HopoateTestingHelpers
import Testing

/// An instance that was created from a mock is released with it.
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

    /// A way to create an instance from a mock.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var isProperty = false
        var find: @Sendable (DependencyContainer) -> Loader = { $0.resolve(Loader.self) }
        let register: @Sendable (DependencyContainer) -> Void

        static func lifetime(_ lifetime: Lifetime) -> Way {
            Way(testDescription: "\(lifetime)") {
                $0.autoregister(Loader.self, lifetime: lifetime, initializer: Loader.init(disk:))
            }
        }
    }

    private static let ways: [Way] = [
        .lifetime(.cached), .lifetime(.eager), .lifetime(.weak), .lifetime(.graph), .lifetime(.transient),
        .lifetime(.scoped(DependencyScope())), .lifetime(.perContainer),
        Way(testDescription: "1.x") {
            $0.register(service: Loader.self) { Loader(disk: resolve((any Disk).self)) }
        },
        Way(testDescription: "with an argument", find: { $0.resolve(Loader.self, with: 1) }) {
            $0.register(Loader.self, taking: Int.self, lifetime: .cached) { _ in
                Loader(disk: resolve((any Disk).self))
            }
        },
        Way(testDescription: "a contribution", find: { $0.resolveAll(Loader.self)[0] }) {
            $0.contribute(to: Loader.self) { Loader(disk: resolve((any Disk).self)) }
        },
        Way(testDescription: "a decorator") {
            $0.register(Loader.self) { Loader(disk: RealDisk()) }
            $0.decorate(Loader.self) { _ in Loader(disk: resolve((any Disk).self)) }
        },
        Way(testDescription: "over a transient service", find: { $0.resolve(Screen.self).loader }) {
            $0.autoregister(Screen.self, initializer: Screen.init(loader:))
            $0.autoregister(Loader.self, lifetime: .transient, initializer: Loader.init(disk:))
        },
        Way(testDescription: "lazily", find: { $0.resolve(Lazy<Loader>.self)() }) {
            $0.autoregister(Loader.self, lifetime: .transient, initializer: Loader.init(disk:))
            $0.register(Lazy<Loader>.self) { Lazy() }
        },
        Way(testDescription: "by a property", isProperty: true, find: { $0.resolve(Dependency<Loader>.self)() }) {
            $0.autoregister(Loader.self, lifetime: .transient, initializer: Loader.init(disk:))
            $0.register(Dependency<Loader>.self) { Dependency() }
        },
    ]

    @Test(arguments: ways, [false, true])
    func `an instance that was created from a mock is released with the mock`(_ way: Way, isOfChild: Bool) {
        let asked = isOfChild ? DependencyContainer(parent: container) : container
        if isOfChild { asked.decorate(Loader.self) { Loader(disk: $0.disk) } }
        weak var mock: MockDisk?
        do {
            let disk = mockDisk()
            mock = disk.mock
            way.register(container)
            #expect(way.find(asked).disk === disk.mock)
            #expect(way.find(asked).disk === disk.mock)
        }
        // A property notices the end when it is read, and a child when it is asked.
        if !way.isProperty, !isOfChild { #expect(mock == nil) }
        #expect(way.find(asked).disk === real)
        #expect(mock == nil)
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

    enum Meanwhile: CaseIterable { case theMockEnds, reset, scopeReset }

    @Test(arguments: Meanwhile.allCases)
    func `an instance that awaited an abandoned one is released with the mock`(_ meanwhile: Meanwhile) async throws {
        let (container, scope) = (container, DependencyScope())
        let (isMaking, making) = AsyncStream<Void>.makeStream()
        let (isWaiting, waiting) = AsyncStream<Void>.makeStream()
        let (mayFinish, finish) = AsyncStream<Void>.makeStream()
        let token = container.register(Loader.self, lifetime: .scoped(scope)) { () async -> Loader in
            let loader = Loader(disk: resolve((any Disk).self))
            making.finish()
            for await _ in mayFinish {}
            return loader
        }
        container.register(Screen.self) { () async throws -> Screen in
            let loading = Task.immediate { try await DependencyContainer.shared.asyncResolve(Loader.self) }
            waiting.finish()
            return Screen(loader: try await loading.value)
        }
        weak var mock: MockDisk?
        do {
            var disk: MockContainer? = mockDisk()
            mock = disk?.mock
            let first = Task { _ = try await container.asyncResolve(Loader.self) }
            for await _ in isMaking {}
            let asking = Task { try await container.asyncResolve(Screen.self).loader }
            for await _ in isWaiting {}
            switch meanwhile {
            case .theMockEnds: disk = nil
            case .reset: container.reset(token)
            case .scopeReset: scope.reset()
            }
            finish.finish()
            try await first.value
            // What has waited looks up again if the mock has ended.
            #expect((try await asking.value.disk === real) == (meanwhile == .theMockEnds))
            withExtendedLifetime(disk) {}
        }
        #expect(try await container.asyncResolve(Screen.self).loader.disk === real)
        for _ in 0..<30_000 where mock != nil { try await Task.sleep(nanoseconds: 1_000_000) }
        #expect(mock == nil)
    }

    /// In a process of its own, as only the process's first mock is a case of this.
    @Test func `an instance that is in progress when the first mock is registered is released with it`() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            let (mock, runs) = (Protected<MockContainer<any Disk, MockDisk>?>(nil), Counter())
            container.register(RealDisk(), for: (any Disk).self)
            container.register(Loader.self) {
                if runs.increment() == 1 {
                    let first = MockContainer<any Disk, MockDisk>(MockDisk())
                    mock.withLock { $0 = first }
                }
                return Loader(disk: resolve((any Disk).self))
            }
            container.register(Screen.self) { () async -> Screen in
                _ = resolve(Loader.self)
                await Task.yield()
                return Screen(loader: Loader(disk: resolve((any Disk).self)))
            }
            let screen = try? await container.asyncResolve(Screen.self)
            #expect(screen?.loader.disk is MockDisk)
            _ = mock.withLock { $0.take() }
            let next = try? await container.asyncResolve(Screen.self)
            #expect(next?.loader.disk is RealDisk)
            #expect(container.resolve((any Disk).self) is RealDisk)
        }
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
