import Foundation
import Hopoate
import Testing

/// Random programs on several threads, with services of all lifetimes that keep: in children, decorated, for many arguments,
/// while tokens, scopes, containers and mocks come and go, and while whatever the library calls calls back.
///
/// `HOPOATE_OPERATIONS` says how many actions are done at least, and `HOPOATE_SEED` runs one series again; how its threads
/// meet is another matter each time.
@Suite struct LifetimeProgramTests {
    private static let operations =
        ProcessInfo.processInfo.environment["HOPOATE_OPERATIONS"].flatMap(Int.init) ?? 20_000
    private static let seed = ProcessInfo.processInfo.environment["HOPOATE_SEED"].flatMap(UInt64.init) ?? 0

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(arguments: [2, 3, 4]) func aLifeEndsOnceAndForAllWhateverThreadsDoMeanwhile(_ count: Int) {
        var generator = SeededGenerator(seed: Self.seed)
        let rounds = Self.operations / 40 / count
        let runs = (0..<rounds).map { _ in LifetimeRun(LifetimeProgram(threadCount: count, using: &generator)) }
        let line = StartingLine(count)
        let haveEnded = onThreads(count) { thread in
            for (round, run) in runs.enumerated() {
                line.wait(round)
                run.perform(thread)
            }
        }
        guard haveEnded else {
            Issue.record("HOPOATE_SEED=\(Self.seed): round \(runs.count { $0.hasEnded }) hangs.")
            return
        }
        for (round, run) in runs.enumerated() {
            guard let problem = run.problem() else { continue }
            Issue.record("HOPOATE_SEED=\(Self.seed), round \(round): \(problem)")
            return
        }
    }
}
