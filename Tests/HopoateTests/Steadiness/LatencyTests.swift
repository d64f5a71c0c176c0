#if canImport(Glibc)
import Glibc
import Hopoate
import HopoateDiagnostics
import Testing

/// For how long anything that a thread does with a large container holds up the hits of another thread.
///
/// Each is tried several times, as the other thread may miss the moment. That takes its time, in debug builds above all: these
/// tests run when `HOPOATE_LATENCY` is set.
@Suite(.serialized, .enabled(if: getenv("HOPOATE_LATENCY") != nil && !isSanitized)) struct LatencyTests {
    #if DEBUG
    private static let limit = 0.002
    #else
    private static let limit = 0.001
    #endif

    private static let count = 10_000
    private static let tries = 5

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// What the system tells of the thread that makes it.
    private struct Schedule {
        private let file = open("/proc/thread-self/schedstat", O_RDONLY)

        /// The seconds that the thread has waited for a processor.
        func waited() -> Double {
            var text = [UInt8](repeating: 0, count: 80)
            let count = pread(file, &text, text.count, 0)
            let fields = text.prefix(max(count, 0)).split(separator: UInt8(ascii: " "))
            guard fields.count == 3 else { return 0 }
            return fields[1].reduce(0) { $0 * 10 + Double($1 - UInt8(ascii: "0")) } / 1e9
        }

        /// How often the thread has lost its processor, or yielded it.
        func switches() -> Int {
            var usage = rusage()
            // RUSAGE_THREAD, a name that is not imported.
            getrusage(1, &usage)
            return usage.ru_nivcsw
        }

        func end() { close(file) }
    }

    /// For how long an operation has kept a hit of another thread waiting, at most.
    ///
    /// That is no longer than the operation has worked meanwhile, and than the hit takes without waiting for a processor. Who
    /// waits for a lock by yielding waits for a processor all the time, and loses it more often than by chance.
    private static func longestWait(
        for container: DependencyContainer,
        while operation: @escaping @Sendable () -> Void
    ) -> Double {
        let (longest, isOver, hasBegun, hasEnded) = (Shared(0.0), Shared(false), Barrier(2), Barrier(2))
        let worker = Shared(clockid_t())
        let haveEnded = onThreads(2) { index in
            defer { hasEnded.wait() }
            if index == 0 {
                var clock = clockid_t()
                pthread_getcpuclockid(pthread_self(), &clock)
                worker.value = clock
                hasBegun.wait()
                operation()
                isOver.value = true
                return
            }
            hasBegun.wait()
            let (worker, own) = (worker.value, Schedule())
            defer { own.end() }
            var most = 0.0
            while !isOver.value {
                let (waited, switches, worked) = (own.waited(), own.switches(), seconds(of: worker))
                let start = seconds(of: CLOCK_MONOTONIC)
                _ = container.optionalResolve(String.self)
                let hit = seconds(of: CLOCK_MONOTONIC) - start
                guard hit > most else { continue }
                let delay = own.switches() - switches > 2 ? 0 : own.waited() - waited
                most = max(most, min(seconds(of: worker) - worked, hit - delay))
            }
            longest.value = most
        }
        return haveEnded ? longest.value : .infinity
    }

    /// Expects an operation on a large container, which is made anew for each try, to hold up nobody for long.
    private func expectShortHits(
        of make: (DependencyContainer) -> @Sendable () -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let longest = (0..<LatencyTests.tries).map { _ in
            let container = DependencyContainer()
            container.register("hit", for: String.self)
            let operation = make(container)
            return LatencyTests.longestWait(for: container, while: operation)
        }
        let seconds = longest.max() ?? 0
        #expect(seconds <= LatencyTests.limit, "a hit waited \(seconds * 1000) ms", sourceLocation: sourceLocation)
    }

    private func fill(_ container: DependencyContainer, _ lifetime: Lifetime = .cached) {
        for number in 0..<LatencyTests.count {
            container.register(Int.self, named: "\(number)", lifetime: lifetime) { number }
        }
        for number in 0..<LatencyTests.count { _ = container.resolve(Int.self, named: "\(number)") }
    }

    // MARK: - Services

    @Test func forking() {
        expectShortHits { container in
            fill(container)
            return { _ = container.fork() }
        }
    }

    @Test func listingRegistrations() {
        expectShortHits { container in
            fill(container)
            return { _ = container.registrations }
        }
    }

    @Test func resettingTheContainer() {
        expectShortHits { container in
            fill(container)
            return { container.reset() }
        }
    }

    @Test func resettingAScope() {
        let scope = DependencyScope()
        expectShortHits { container in
            fill(container, .scoped(scope))
            return { scope.reset() }
        }
    }

    @Test func catchingAMiss() {
        expectShortHits { container in
            fill(container)
            return { for _ in 0..<10 { _ = try? container.resolving([Int].self) } }
        }
    }

    @Test func readingAnError() {
        expectShortHits { container in
            fill(container)
            return { _ = dependencyError { try container.resolving([Int].self) }?.description }
        }
    }

    @Test func validatingAndDrawing() {
        expectShortHits { container in
            fill(container)
            return {
                try? container.validate()
                _ = container.graph()
            }
        }
    }

    @Test func observing() {
        expectShortHits { container in
            fill(container)
            return { container.observe { _ in }.cancel() }
        }
    }

    @Test func registering() {
        expectShortHits { container in { fill(container) } }
    }

    // MARK: - Arguments

    /// Those that nobody holds any more are swept out while others come; half of those that were there first are held.
    @Test(arguments: [Lifetime.weak, .expiring(afterSeconds: 0)])
    func sweepingArguments(_ lifetime: Lifetime) {
        expectShortHits { container in
            container.register(Logger.self, taking: Int.self, lifetime: lifetime) { Logger("\($0)") }
            let all = (0..<LatencyTests.count).map { container.resolve(Logger.self, with: $0) }
            let held = all.prefix(LatencyTests.count / 2)
            return {
                for number in 1...LatencyTests.count { _ = container.resolve(Logger.self, with: -number) }
                withExtendedLifetime(held) {}
            }
        }
    }

    @Test func keepingArguments() {
        expectShortHits { container in
            container.register(Int.self, taking: Int.self, lifetime: .cached) { $0 }
            return { for number in 0..<LatencyTests.count * 2 { _ = container.resolve(Int.self, with: number) } }
        }
    }

    @Test func removingWhatHasManyArguments() {
        expectShortHits { container in
            let token = container.register(Int.self, taking: Int.self, lifetime: .cached) { $0 }
            for number in 0..<LatencyTests.count { _ = container.resolve(Int.self, with: number) }
            return { container.remove(token) }
        }
    }

    @Test func forkingWhatHasManyArguments() {
        expectShortHits { container in
            container.register(Int.self, taking: Int.self, lifetime: .cached) { $0 }
            for number in 0..<LatencyTests.count { _ = container.resolve(Int.self, with: number) }
            return { _ = container.fork() }
        }
    }
}
#endif
