import Hopoate
import Testing

@Suite struct ExpiringTests {
    let container = DependencyContainer()
    let clock = TestClock()
    let created = Counter()

    private func register(afterSeconds seconds: Double, _ whileMaking: @escaping @Sendable () -> Void = {}) {
        container.register(clock, for: (any ExpirationClock).self)
        container.register(Int.self, lifetime: .expiring(afterSeconds: seconds)) { [created] in
            whileMaking()
            return created.increment()
        }
    }

    @Test func `the age of an instance counts from the end of its creation`() throws {
        register(afterSeconds: 60) { [clock] in clock.advance(100) }
        let number = Dependency<Int>(container: container)
        for run in 1...2 {
            #expect(try container.resolving(Int.self) == run)
            clock.advance(59.9)
            #expect(try [container.resolving(Int.self), number()] == [run, run])
            clock.advance(0.2)
        }
        #expect(number() == 3)
    }

    @Test(arguments: [(0, 2), (Double.infinity, 1)])
    func `an instance may expire at once or never`(afterSeconds seconds: Double, _ second: Int) throws {
        register(afterSeconds: seconds)
        #expect(try container.resolving(Int.self) == 1)
        clock.advance(seconds == 0 ? 0 : 1e12)
        #expect(try container.resolving(Int.self) == second)
    }

    @Test func `a property does not keep the decoration of an instance that is over at once`() {
        final class Part: Sendable {}
        container.register(Part.self, lifetime: .expiring(afterSeconds: 0)) { Part() }
        container.decorate(Part.self) { _ in Part() }
        let part = Dependency<Part>(container: container)
        weak var read: Part?
        read = part()
        #expect(read == nil)
    }

    @Test func `a clock that is registered later counts at once`() throws {
        container.register(Int.self, lifetime: .expiring(afterSeconds: 3600)) { [created] in created.increment() }
        #expect(try container.resolving(Int.self) == 1)
        let token = container.register(clock, for: (any ExpirationClock).self)
        clock.seconds.value = 1e12
        #expect(try container.resolving(Int.self) == 2)
        container.remove(token)
        #expect(try container.resolving(Int.self) == 2)
    }

    @Test func `the system's clock runs forward`() throws {
        container.register(Int.self, lifetime: .expiring(afterSeconds: 0.000_001)) { [created] in created.increment() }
        let first = container.resolve(Int.self)
        while container.resolve(Int.self) == first {}
        container.register(String.self, lifetime: .expiring(afterSeconds: 1e9)) { [created] in "\(created.increment())"
        }
        #expect(try container.resolving(String.self) == container.resolving(String.self))
    }

    @Test func `an expired instance is released before the next is created`() {
        let released = Counter()
        container.register(clock, for: (any ExpirationClock).self)
        container.register(Logger.self, lifetime: .expiring(afterSeconds: 1)) { [created] in
            #expect(released.count == created.count)
            created.increment()
            return Logger { released.increment() }
        }
        for _ in 0..<2 {
            _ = container.resolve(Logger.self)
            clock.advance(2)
        }
        #expect(released.count == 1)
    }

    @Test func `a look-up releases one expired instance`() {
        container.register(clock, for: (any ExpirationClock).self)
        container.register(Logger.self, lifetime: .expiring(afterSeconds: 1)) { [created] in
            Logger("\(created.increment())")
        }
        .onRemove { [weak container, clock] _ in
            // So the next instance ends before the time that the look-up has read.
            clock.seconds.value = 0
            _ = container?.resolve(Logger.self)
        }
        _ = container.resolve(Logger.self)
        clock.advance(10)
        #expect(container.resolve(Logger.self).label == "3")
        #expect(container.resolve(Logger.self).label == "2")
    }

    // MARK: - Clocks that fail

    /// In a process of its own, as an endless look-up would keep a core busy.
    @Test(arguments: ["-inf", "nan", "inf"])
    func `nothing is kept if the clock shows no finite number`(_ time: String) async {
        await #expect(processExitsWith: .success) { [time = time as String] in
            let (container, clock, released) = (DependencyContainer(), TestClock(), Counter())
            clock.seconds.value = Double(time) ?? 0
            container.register(clock, for: (any ExpirationClock).self)
            container.register(Logger.self, lifetime: .expiring(afterSeconds: 60)) { Logger { released.increment() } }
            container.register(Logger.self, taking: Int.self, lifetime: .expiring(afterSeconds: 60)) { _ in
                Logger { released.increment() }
            }
            let isAnew = onStack(within: 20) {
                for number in 0..<1_000 { _ = container.resolve(Logger.self, with: number) }
                let isSwept = released.count > 900
                let loggers = (0..<2).map { _ in container.resolve(Logger.self) }
                clock.seconds.value = 1e9
                return isSwept && loggers[0] !== loggers[1] && loggers[1] !== container.resolve(Logger.self)
            }
            try #require(isAnew == true)
        }
    }

    private final class ServerClock: ExpirationClock {
        let container: DependencyContainer
        let failures = Shared<[String?]>([])
        init(_ container: DependencyContainer) { self.container = container }

        func secondsNow() -> Double {
            let ending = failure { try container.resolving(Double.self) }
            failures.change { $0.append(ending) }
            return 0
        }
    }

    @Test func `a clock that resolves a service that expires by it is a cycle`() throws {
        let clock = ServerClock(container)
        container.register(clock, for: (any ExpirationClock).self)
        container.register(Double.self, lifetime: .expiring(afterSeconds: 10)) { 7 }
        #expect(try container.resolving(Double.self) == 7)
        #expect(clock.failures.value.first == "cycle: Double → ExpirationClock → Double")
        // Another container has another clock.
        let outer = DependencyContainer()
        let outerClock = ServerClock(DependencyContainer())
        outerClock.container.register(Double.self, lifetime: .expiring(afterSeconds: 10)) { 8 }
        outer.register(outerClock, for: (any ExpirationClock).self)
        outer.register(Double.self, lifetime: .expiring(afterSeconds: 10)) { 9 }
        #expect(try outer.resolving(Double.self) == 9)
        #expect(outerClock.failures.value.allSatisfy { $0 == nil })
        container.removeAll()
    }
}
