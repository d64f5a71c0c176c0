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

    /// What one thread does, once the container is filled.
    private enum Operation: CaseIterable {
        case fork, list, reset, resetScope, catchMiss, readError, validate, observe, register
        case sweepWeakArguments, sweepExpiredArguments, keepArguments, removeArguments, forkArguments

        func prepare(_ container: DependencyContainer) -> @Sendable () -> Void {
            let (count, scope) = (LatencyTests.count, DependencyScope())
            switch self {
            case .fork, .list, .reset, .catchMiss, .readError, .validate, .observe: fill(container, .cached)
            case .resetScope: fill(container, .scoped(scope))
            case .register, .keepArguments: break
            case .sweepWeakArguments, .sweepExpiredArguments:
                let lifetime: Lifetime = self == .sweepWeakArguments ? .weak : .expiring(afterSeconds: 0)
                container.register(Logger.self, taking: Int.self, lifetime: lifetime) { Logger("\($0)") }
                // Half of those that were there first are held. The others are swept out while new ones come.
                let held = (0..<count).map { container.resolve(Logger.self, with: $0) }.prefix(count / 2)
                return {
                    for number in 1...count { _ = container.resolve(Logger.self, with: -number) }
                    withExtendedLifetime(held) {}
                }
            case .removeArguments, .forkArguments: break
            }
            let token = container.register(Int.self, taking: Int.self, lifetime: .cached) { $0 }
            if self == .removeArguments || self == .forkArguments {
                for number in 0..<count { _ = container.resolve(Int.self, with: number) }
            }
            return {
                switch self {
                case .fork, .forkArguments: _ = container.fork()
                case .list: _ = container.registrations
                case .reset: container.reset()
                case .resetScope: scope.reset()
                case .catchMiss: for _ in 0..<10 { _ = try? container.resolving([Int].self) }
                case .readError: _ = dependencyError { try container.resolving([Int].self) }?.description
                case .validate:
                    try? container.validate()
                    _ = container.graph()
                case .observe: container.observe { _ in }.cancel()
                case .register: fill(container, .cached)
                case .keepArguments: for number in 0..<count * 2 { _ = container.resolve(Int.self, with: number) }
                case .removeArguments: container.remove(token)
                case .sweepWeakArguments, .sweepExpiredArguments: break
                }
            }
        }

        private func fill(_ container: DependencyContainer, _ lifetime: Lifetime) {
            let names = (0..<LatencyTests.count).map { "\($0)" }
            for name in names { container.register(Int.self, named: name, lifetime: lifetime) { name.count } }
            for name in names { _ = container.resolve(Int.self, named: name) }
        }
    }

    /// Each time on a large container of its own.
    @Test(arguments: Operation.allCases) private func nothingHoldsUpTheHitsOfOtherThreads(_ operation: Operation) {
        let longest = (0..<LatencyTests.tries).map { _ in
            let container = DependencyContainer()
            container.register("hit", for: String.self)
            return LatencyTests.longestWait(for: container, while: operation.prepare(container))
        }
        let seconds = longest.max() ?? 0
        #expect(seconds <= LatencyTests.limit, "a hit waited \(seconds * 1000) ms")
    }
}
#endif
