#if canImport(Glibc)
import Dispatch
import Glibc
import Hopoate
import Testing

/// Frequent pushes and pops leave no byte behind. Each test is a process of its own, as other tests allocate too.
@Suite struct MemoryTests {
    private final class Service {}

    @Test func `names and arguments that are used once leave no memory behind`() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            Memory.expectNoGrowth(of: "a name", each: 10) { round in
                let token = container.register(Service(), for: Service.self, named: "\(round)")
                _ = container.resolve(Service.self, named: "\(round)")
                container.remove(token)
            }
            Memory.expectNoGrowth(of: "a missing name", each: 10) { round in
                _ = container.optionalResolve(Service.self, named: "\(round)")
            }
            for lifetime in [Lifetime.transient, .weak, .graph] {
                let token = container.register(Service.self, taking: Int.self, lifetime: lifetime) { _ in
                    Service()
                }
                Memory.expectNoGrowth(of: "a \(lifetime) argument", each: 20) { round in
                    _ = container.resolve(Service.self, with: round)
                }
                container.remove(token)
            }
        }
    }

    @Test func `instances of every lifetime leave no memory behind`() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            let scope = DependencyScope()
            let lifetimes = [Lifetime.eager, .cached, .transient, .weak, .graph, .scoped(scope)]
            for lifetime in lifetimes {
                Memory.expectNoGrowth(of: "\(lifetime), registered anew", each: 20) { _ in
                    let token = container.register(Service.self, lifetime: lifetime) { Service() }
                    let layer = container.decorate(Service.self) { $0 }
                    _ = container.resolve(Service.self)
                    container.remove(layer)
                    container.remove(token)
                }
                let token = container.register(Service.self, lifetime: lifetime) { Service() }
                let layer = container.decorate(Service.self) { $0 }
                Memory.expectNoGrowth(of: "\(lifetime), made anew", each: 20) { _ in
                    _ = container.resolve(Service.self)
                    scope.reset()
                }
                container.remove(layer)
                container.remove(token)
            }
        }
    }

    @Test func `a child's instances of its parent's registrations leave no memory behind`() async {
        await #expect(processExitsWith: .success) {
            let parent = DependencyContainer()
            let child = DependencyContainer(parent: parent)
            for isDecorated in [false, true] {
                if isDecorated { child.decorate(Service.self) { $0 } }
                Memory.expectNoGrowth(of: "registered anew", each: 20) { _ in
                    let token = parent.register(Service.self, lifetime: .perContainer) { Service() }
                    _ = child.resolve(Service.self)
                    parent.remove(token)
                }
                let token = parent.register(Service.self, lifetime: .perContainer) { Service() }
                Memory.expectNoGrowth(of: "made anew", each: 20) { _ in
                    _ = child.resolve(Service.self)
                    parent.reset(token)
                }
                parent.remove(token)
            }
            let token = parent.register(Service.self, taking: Int.self, lifetime: .perContainer) { _ in Service() }
            Memory.expectNoGrowth(of: "made anew from an argument", each: 20) { _ in
                _ = child.resolve(Service.self, with: 1)
                parent.reset(token)
            }
        }
    }

    @Test func `instances that are created from a mock leave no memory behind`() async {
        await #expect(processExitsWith: .success) {
            let scope = DependencyScope()
            for lifetime in [Lifetime.cached, .transient, .weak, .graph, .scoped(scope), .perContainer] {
                let container = DependencyContainer()
                let (_, mock) = container.registerMock(1, for: ServiceKey(Int.self, named: nil), CodePlace())
                let token = container.register(Service.self, lifetime: lifetime) {
                    _ = resolve(Int.self)
                    return Service()
                }
                Memory.expectNoGrowth(of: "\(lifetime), made anew from a mock", each: 20) { _ in
                    _ = container.resolve(Service.self)
                    if lifetime == .scoped(scope) { scope.reset() } else { container.reset(token) }
                }
                mock.end()
            }
        }
    }

    @Test func `properties, observations and errors leave no memory behind`() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            container.register(Service.self, lifetime: .transient) { Service() }
            container.contribute(to: Service.self, lifetime: .transient) { Service() }
            Memory.expectNoGrowth(of: "a property", each: 10) { _ in
                let property = Dependency<Service>(container: container)
                _ = (property.wrappedValue, property.wrappedValue)
            }
            Memory.expectNoGrowth(of: "a lazy one", each: 10) { _ in _ = Lazy<Service>(container: container)() }
            Memory.expectNoGrowth(of: "an observation", each: 10) { _ in
                let observation = container.observe { _ in }
                _ = container.resolve(Service.self)
                observation.cancel()
            }
            Memory.expectNoGrowth(of: "contributions", each: 10) { _ in _ = container.resolveAll(Service.self) }
            Memory.expectNoGrowth(of: "an error", each: 50) { _ in _ = try? container.resolving(String.self) }
        }
    }

    /// A job on the main queue for each look-up would stay there until the main thread is idle.
    @Test func `look-ups of main-actor services on other threads leave no memory behind`() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            container.register(Service.self, lifetime: .transient) { @MainActor in Service() }
            let (isBusy, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            DispatchQueue.main.async {
                isBusy.signal()
                isOver.wait()
            }
            isBusy.waitHere()
            Memory.expectNoGrowth(of: "a look-up off the main actor", each: 2) { _ in
                _ = try? container.resolving(Service.self)
            }
            isOver.signal()
        }
    }

    @Test func `modules that list each other leave no memory behind in a container that has ended`() async {
        struct Ring: DependencyModule {
            var submodules: [any DependencyModule] { [self] }
            func register(in container: DependencyContainer) { container.register(1, for: Int.self) }
        }
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            Memory.expectNoGrowth(of: "a ring", each: 50, within: Memory.limitOfContainers) { _ in
                container.withChild { $0 }.install(Ring())
            }
        }
    }

    @Test func `containers leave no memory behind`() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            container.register(Service.self, lifetime: .cached) { Service() }
            Memory.expectNoGrowth(of: "a container", each: 50, within: Memory.limitOfContainers) { _ in
                let other = DependencyContainer()
                other.register(Service(), for: Service.self)
                other.register(Service(), for: Service.self, named: "name")
            }
            Memory.expectNoGrowth(of: "a child", each: 50, within: Memory.limitOfContainers) { _ in
                let child = DependencyContainer(parent: container)
                child.decorate(Service.self) { $0 }
                _ = child.resolve(Service.self)
            }
            Memory.expectNoGrowth(of: "a fork", each: 50, within: Memory.limitOfContainers) { _ in
                _ = container.fork().resolve(Service.self)
            }
        }
    }
}

extension DispatchSemaphore {
    /// Waits, also in an asynchronous function.
    fileprivate func waitHere() { wait() }
}

/// The allocations of this process.
private enum Memory {
    #if DEBUG
    private static let count = 40_000
    #else
    private static let count = 400_000
    #endif

    /// Allows for allocations of other origin. One block a round would be a multiple of it.
    static let limit = 16 * 1024
    /// Allows in release for ended containers, which are listed until a sweep. One block a round would be twice as much.
    #if DEBUG
    static let limitOfContainers = limit
    #else
    static let limitOfContainers = 128 * 1024
    #endif

    /// Reads glibc's report for people, as Swift cannot call `mallinfo2`.
    private static var bytesInUse: Int {
        typealias Report = @convention(c) (CInt, UnsafeMutablePointer<FILE>?) -> CInt
        guard let symbol = dlsym(nil, "malloc_info") else { return 0 }
        var text: UnsafeMutablePointer<CChar>?
        var count = 0
        let file = open_memstream(&text, &count)
        _ = unsafeBitCast(symbol, to: Report.self)(0, file)
        fclose(file)
        defer { free(text) }
        let report = text.map { String(cString: $0) } ?? ""
        // The totals stand after the heaps.
        let sums = report.split(separator: "\n").suffix(8)
        func size(_ what: String) -> Int {
            let line = sums.first { $0.contains("type=\"\(what)\"") }
            let size = line?.split(separator: "\"").dropLast().last
            return size.flatMap { Int($0) } ?? 0
        }
        return size("current") + size("mmap") - size("fast") - size("rest")
    }

    /// The sanitizers have allocators of their own, which count nothing.
    private static var isCounting: Bool {
        let before = bytesInUse
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { memory.deallocate() }
        return bytesInUse >= before + 1 << 20
    }

    /// Runs an operation many times, and expects the memory in use to stay as it was after the first rounds.
    static func expectNoGrowth(of what: String, each part: Int = 1, within limit: Int = limit, _ body: (Int) -> Void) {
        guard isCounting else { return }
        for round in 0..<1000 { body(round) }
        let before = bytesInUse
        for round in 0..<count / part { body(round) }
        let growth = bytesInUse - before
        #expect(abs(growth) < limit, "\(what): \(growth) bytes more after \(count / part) rounds")
    }
}
#endif
