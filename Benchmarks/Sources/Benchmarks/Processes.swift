// Measuring in several processes. Where the system has put code and objects decides a tenth of the shortest times, and
// stays as it is for as long as a process runs: one of them tells no more than one round does.

import Foundation
import Rows

/// A way to measure rows in processes of their own.
struct Processes {
    let count: Int
    let rounds: Int

    /// Measures all rows whose names contain the filter.
    ///
    /// - Returns: Of each row, what the process found that stands in the middle.
    func measure(_ filter: String?) throws -> [RowResult] { try measure(filter.map { ["--filter=\($0)"] } ?? []) }

    /// Measures the rows of these names.
    func measure(named names: some Sequence<String>) throws -> [RowResult] { try measure(names.map { "--row=\($0)" }) }

    private func measure(_ selection: [String]) throws -> [RowResult] {
        let reports = try (1...count).map { number in
            try? FileHandle.standardError.write(contentsOf: Data("process \(number) of \(count)\n".utf8))
            return try results(["--rounds=\(rounds)"] + selection)
        }
        return reports[0].map { row in
            reports.flatMap { $0.filter(row.isOfSameRow) }.sorted { $0.ratio < $1.ratio }[count / 2]
        }
    }

    private func results(_ arguments: [String]) throws -> [RowResult] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        let pulse = Pulse.undisturbed.map { ["--pulse=\($0.nanoseconds)"] } ?? []
        process.arguments = arguments + pulse + ["--json=\(file.path)"]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw ProcessFailure(arguments: arguments, status: process.terminationStatus)
        }
        let report = try Report.decode(Data(contentsOf: file))
        if let pulse = report.pulse { Pulse.learn(.nanoseconds(pulse)) }
        return report.results
    }
}

struct ProcessFailure: Error, CustomStringConvertible {
    let arguments: [String]
    let status: Int32

    var description: String { "A process that was to measure \(arguments) has ended with status \(status)." }
}
