// Counts the instructions, allocations and bytes of each row, and compares them with the baselines.

import ArgumentParser
import Foundation
import Rows

@main
struct CountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Counts",
        abstract: "Fails when a row takes more instructions, allocations or bytes than its baseline. Needs valgrind."
    )

    @Option(help: ArgumentHelp("Count only the rows whose names contain this.", valueName: "text"))
    var filter: String?

    @Flag(help: "Write what is counted into Baselines.txt instead of comparing it.")
    var updateBaselines = false

    /// True in the process that runs under callgrind.
    @Flag(help: .hidden)
    var underCallgrind = false

    func run() throws {
        if underCallgrind { return try countRows(filter) }
        let counted = try countInCallgrind(filter)
        if counted.names.isEmpty { throw ValidationError("No row with such a name can be counted.") }
        let file = URL(filePath: #filePath).appending(path: "../../../Baselines.txt").standardized
        var baselines = CountTable(text: (try? String(contentsOf: file, encoding: .utf8)) ?? "")
        if updateBaselines {
            if filter == nil { baselines = counted } else { baselines.merge(counted) }
            return try baselines.text.write(to: file, atomically: true, encoding: .utf8)
        }
        print(counted.text)
        var failures = filter == nil ? baselines.names.filter { counted[$0] == nil }.map { "\($0): no such row" } : []
        let tolerances = sections.flatMap(\.rows).map { ($0.name, $0.tolerance) }
        let toleranceOfRow = Dictionary(tolerances) { first, _ in first }
        for name in counted.names {
            guard let counts = counted[name], let baseline = baselines[name] else {
                failures.append("\(name): no baseline")
                continue
            }
            for difference in counts.differences(from: baseline, tolerance: toleranceOfRow[name]!) {
                let text = "\(name): \(difference.text)"
                if difference.isWorse {
                    failures.append(text)
                } else {
                    print("better: \(text) (--update-baselines keeps it)")
                }
            }
        }
        for failure in failures { print("failed: \(failure)") }
        if !failures.isEmpty { throw ExitCode.failure }
    }
}
