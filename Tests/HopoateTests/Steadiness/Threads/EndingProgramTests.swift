import Foundation
import Testing

/// `HOPOATE_PROGRAMS=3000` runs more random programs than by default. `HOPOATE_SEED=17` runs one alone, or as many times; how its
/// tasks and threads meet is another matter each time.
@Suite struct EndingProgramTests {
    /// The seeds of the programs, by processes.
    private static let seeds: [[Int]] = {
        let environment = ProcessInfo.processInfo.environment.compactMapValues(Int.init)
        let count = environment["HOPOATE_PROGRAMS"]
        #if DEBUG
        let usualCount = 100
        #else
        let usualCount = 1_000
        #endif
        let seeds =
            environment["HOPOATE_SEED"].map { Array(repeating: $0, count: count ?? 1) }
            ?? Array(0..<(count ?? usualCount))
        return stride(from: 0, to: seeds.count, by: 25).map { Array(seeds.dropFirst($0).prefix(25)) }
    }()

    /// In other processes, as a program may trap or hang.
    @Test(.serialized, arguments: seeds) func `services end once and in order whatever tasks do`(_ seeds: [Int]) async {
        let last = "\(NSTemporaryDirectory())hopoate-\(UUID())"
        let result = await #expect(processExitsWith: .success) { [seeds = seeds as [Int], last = last as String] in
            let queue = DispatchQueue(label: "watchdog")
            for seed in seeds {
                try "\(seed)".write(toFile: last, atomically: false, encoding: .utf8)
                let run = EndingRun(seed: seed)
                let watchdog = DispatchWorkItem {
                    Issue.record("HOPOATE_SEED=\(seed) hangs. \(run.story)")
                    exit(EXIT_FAILURE)
                }
                // A limit that no program reaches unless it hangs.
                queue.asyncAfter(deadline: .now() + 60, execute: watchdog)
                await run.run()
                watchdog.cancel()
                if let problem = await run.problem() { Issue.record("HOPOATE_SEED=\(seed): \(problem)\n\(run.story)") }
            }
        }
        let seed = (try? String(contentsOfFile: last, encoding: .utf8)) ?? ""
        if result == nil { Issue.record("HOPOATE_SEED=\(seed) was the last.") }
        try? FileManager.default.removeItem(atPath: last)
    }
}
