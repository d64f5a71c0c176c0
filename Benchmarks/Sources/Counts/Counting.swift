// Counts each row with some calls and with none. The difference is the cost of the calls.

import ArgumentParser
import Counters
import Foundation
import Rows

/// Runs this program under callgrind, and adds the instructions to what it prints.
func countInCallgrind(_ filter: String?) throws -> CountTable {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
        [
            "setarch", "-R", "valgrind", "-q", "--tool=callgrind", "--dump-before=writeCounts",
            "--callgrind-out-file=\(folder.path)/%p", Bundle.main.executablePath!, "--under-callgrind",
        ] + (filter.map { ["--filter=\($0)"] } ?? [])
    // A fixed environment, as its size moves the stack.
    process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_DETERMINISTIC_HASHING": "1"]
    process.standardOutput = output
    try process.run()
    let lines = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else { throw CallgrindFailure() }

    var table = CountTable()
    for line in String(decoding: lines, as: UTF8.self).split(separator: "\n") {
        var copy = try JSONDecoder().decode(CountedCopy.self, from: Data(line.utf8))
        let dumps = folder.appending(path: "\(copy.process)").path
        // There are six dumps: before and after calls that warm up, no calls, and the calls that count.
        copy.counts.instructions =
            try (instructions(in: "\(dumps).6") - instructions(in: "\(dumps).4")) / Double(copy.calls)
        table[copy.name] = table[copy.name]?.minimum(with: copy.counts) ?? copy.counts
    }
    return table
}

struct CallgrindFailure: Error, CustomStringConvertible {
    let description = "Running under callgrind has failed. It needs setarch and valgrind."
}

private func instructions(in dump: String) throws -> Double {
    let lines = try String(contentsOfFile: dump, encoding: .utf8).split(separator: "\n")
    let total = lines.last { $0.hasPrefix("totals: ") }?.dropFirst("totals: ".count)
    guard let total, let number = Double(total) else { throw CallgrindFailure() }
    return number
}

/// A row that was counted in a copy of the process. Callgrind's dumps, which it names after the copy, have the instructions.
private struct CountedCopy: Codable {
    let process: Int32
    let name: String
    let calls: Int
    var counts: Counts
}

/// Counts the rows that consist of calls, and prints the counts of each copy of the process.
///
/// Each row is counted in copies of the process, so that it does not depend on the rows before it. The copies of a row have types at
/// different addresses, as the addresses decide which types collide in hash tables. Rows that take long have three copies, others
/// five. The smallest counts are used.
func countRows(_ filter: String?) throws {
    var names: Set<String> = []
    for section in sections {
        for row in section.rows where row.matches(filter) && names.insert(row.name).inserted {
            for number in 0..<(row.baseline.unit == .milliseconds ? 3 : 5) {
                let status = copyProcess()
                if status > 0 { throw ExitCode(status) }
                if status == 0 { continue }
                section.prepare()
                makeTypes(number * 7)
                if let copy = count(row) { try print(String(decoding: JSONEncoder().encode(copy), as: UTF8.self)) }
                throw ExitCode.success
            }
        }
    }
}

private func count(_ row: Row) -> CountedCopy? {
    guard case .time(let workload) = row.prepare() else { return nil }
    let calls = row.baseline.unit == .milliseconds ? 1 : 300
    _ = count(workload, calls)
    let none = count(workload, 0)
    let some = count(workload, calls)
    let counts = Counts(
        instructions: 0,
        allocations: Double(some.allocations - none.allocations) / Double(calls),
        bytes: Double(some.bytes - none.bytes) / Double(calls)
    )
    return CountedCopy(process: getpid(), name: row.name, calls: calls, counts: counts)
}

private func count(_ workload: Workload, _ calls: Int) -> (allocations: Int, bytes: Int) {
    let before = (allocationCount(), requestedBytes())
    writeCounts()
    _ = workload(calls)
    writeCounts()
    return (allocationCount() - before.0, requestedBytes() - before.1)
}
