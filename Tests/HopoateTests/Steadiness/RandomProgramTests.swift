import Foundation
import Testing

/// Random programs in containers and in the model of them: see `ReferenceModel` for what has to come of them.
///
/// `HOPOATE_OPERATIONS=100000` runs more steps than by default, the same ones each time. `HOPOATE_SEED=17` runs one
/// program alone. For programs that trap, `HOPOATE_STORY=1` tells each step before it is done, and `HOPOATE_CAREFUL=1` asks
/// by functions that throw, so that they can be shrunk.
@Suite struct RandomProgramTests {
    private static let stepsOfProgram = 200
    private static let groups = 10

    /// The seeds of the programs, in groups that can run at once.
    private static func seeds(ofGroup group: Int) -> [UInt64] {
        if let seed = environment("HOPOATE_SEED") { return group == 0 ? [UInt64(seed)] : [] }
        // One step at a time has little for a sanitizer, and `Scripts/check fuzz` runs such programs with one.
        let count = (environment("HOPOATE_OPERATIONS") ?? (isSanitized ? 4_000 : 8_000)) / stepsOfProgram
        return (0..<count).filter { $0 % groups == group }.map(UInt64.init)
    }

    private static func environment(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }

    private static func program(_ seed: UInt64) -> Program {
        var generator = SeededGenerator(seed: seed)
        return Program(count: stepsOfProgram, using: &generator)
    }

    @Test(arguments: 0..<groups) func `a random program does what the model says`(_ group: Int) async {
        guard let problem = await onThread({ Self.problem(ofGroup: group) }) else { return }
        Issue.record("\(problem)")
    }

    /// Runs on a thread that no task needs, as programs wait for tasks.
    private static func problem(ofGroup group: Int) -> String? {
        for seed in seeds(ofGroup: group) {
            let program = program(seed)
            // Several registrations may run fifty times within one another.
            let outcome = onStack(ofBytes: 64 << 20) { ProgramRun.run(program) }
            // A hanging program is not shrunk, as each attempt would take as long.
            guard let outcome else {
                return "A program hangs: HOPOATE_SEED=\(seed) HOPOATE_STORY=1 tells its steps, up to the one that does."
            }
            guard let mismatch = outcome else { continue }
            let shrunk = program.shrunk { ProgramRun.run($0) != nil }
            return """
                The library is another than its model. HOPOATE_SEED=\(seed) runs this program again, of which \
                \(shrunk.steps.count) of \(program.steps.count) steps are enough. \(ProgramRun.run(shrunk) ?? mismatch)
                """
        }
        return nil
    }
}
