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
        let rounds = (Self.operations ?? 20_000) / 24 / count
        var generator = SeededGenerator(seed: Self.seed &+ UInt64(count))
        let runs = (0..<rounds).map { _ in
            ConcurrentRun(ConcurrentProgram(threadCount: count, using: &generator))
        }
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
