import Foundation
import Testing

/// `HOPOATE_PROGRAMS=3000` runs more random programs than by default. `HOPOATE_SEED=17` runs one again; how its tasks meet is
/// another matter each time.
@Suite struct MockProgramTests {
    /// Five programs for each process, as its first mock comes only once.
    private static let processes: [Range<Int>] = {
        let environment = ProcessInfo.processInfo.environment.compactMapValues(Int.init)
        if let seed = environment["HOPOATE_SEED"] { return [seed..<seed + 1] }
        return stride(from: 0, to: environment["HOPOATE_PROGRAMS"] ?? 100, by: 5).map { $0..<$0 + 5 }
    }()

    @Test(.serialized, arguments: processes)
    func `mocks that come and go leave nothing behind`(_ seeds: Range<Int>) async {
        await #expect(processExitsWith: .success) { [first = seeds.lowerBound as Int, end = seeds.upperBound as Int] in
            let queue = DispatchQueue(label: "watchdog")
            for seed in first..<end {
                let watchdog = DispatchWorkItem {
                    Issue.record("HOPOATE_SEED=\(seed) hangs")
                    exit(EXIT_FAILURE)
                }
                // A limit that no program reaches unless it hangs.
                queue.asyncAfter(deadline: .now() + 120, execute: watchdog)
                let problem = await MockProgram.problem(ofSeed: seed)
                watchdog.cancel()
                if let problem { Issue.record("HOPOATE_SEED=\(seed): \(problem)") }
            }
        }
    }
}
