import Foundation
import Testing

/// Small random programs on several threads.
///
/// `HOPOATE_OPERATIONS` says how many actions are done at least, and `HOPOATE_SEED` runs one series again; how its threads
/// meet is another matter each time.
@Suite struct ConcurrentProgramTests {
    private static let operations = ProcessInfo.processInfo.environment["HOPOATE_OPERATIONS"].flatMap(Int.init)
    private static let seed = ProcessInfo.processInfo.environment["HOPOATE_SEED"].flatMap(UInt64.init) ?? 0

    /// The outcome has to be that of some order of the actions: each takes effect at one moment between its call and
    /// its return.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(arguments: [2, 3, 4]) func `threads see what some order of their actions explains`(_ count: Int) {
        check(rounds: (Self.operations ?? 20_000) / 24 / count, count) { generator in
            ConcurrentRun(ConcurrentProgram(threadCount: count, using: &generator))
        }
    }

    /// Services of all lifetimes that keep instances: in children, decorated, for many arguments, while tokens,
    /// scopes, containers and mocks come and go, and all user code resolves, resets and replaces services.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(arguments: [2, 3, 4]) func `a service ends once and for all whatever threads do`(_ count: Int) {
        check(rounds: (Self.operations ?? (isSanitized ? 50_000 : 20_000)) / 200 / count, count) { generator in
            LifetimeRun(LifetimeProgram(using: &generator))
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private func check<Run: RunOnThreads>(rounds: Int, _ count: Int, _ makeRun: (inout SeededGenerator) -> Run) {
        var generator = SeededGenerator(seed: Self.seed &+ UInt64(count))
        let runs = (0..<rounds).map { _ in makeRun(&generator) }
        let line = StartingLine(count)
        let haveEnded = onThreads(count) { thread in
            for (round, run) in runs.enumerated() {
                line.wait(round)
                run.perform(thread)
            }
        }
        // A hanging thread may still use what the others need.
        guard haveEnded else {
            Issue.record("HOPOATE_SEED=\(Self.seed), round \(line.round): it hangs.")
            return
        }
        for (round, run) in runs.enumerated() {
            guard let problem = run.problem() else { continue }
            Issue.record("HOPOATE_SEED=\(Self.seed), round \(round): \(problem)")
            return
        }
    }
}

/// A program that several threads perform.
protocol RunOnThreads: Sendable {
    /// Performs the actions of one thread.
    func perform(_ thread: Int)
    /// A problem that the threads saw, or nil. Called on one thread, when all have ended.
    func problem() -> String?
}
