// Measures the speed table of the library: each row as a multiple of the cheapest thing that could do the job.

import ArgumentParser
import Foundation
import Rows

@main
struct BenchmarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Benchmarks",
        abstract: "Measures what Hopoate costs, as multiples of the cheapest thing that could do the job."
    )

    @Option(help: ArgumentHelp("Measure only the rows whose names contain this.", valueName: "text"))
    var filter: String?

    @Option(name: .customLong("row"), help: .hidden)
    var names: [String] = []

    @Option(help: "How often each row is measured together with its baseline.")
    var rounds = 301

    @Option(help: ArgumentHelp("Write the results as JSON, too.", valueName: "file"))
    var json: String?

    @Flag(
        help: "Fail when a row is over twice its bound, also after it has been measured again, unless Counts checks it."
    )
    var check = false

    func validate() throws {
        if rounds < 1 { throw ValidationError("There has to be at least one round.") }
        if !sections.contains(where: { !rows(of: $0).isEmpty }) {
            throw ValidationError("There is no row whose name contains '\(filter ?? "")'.")
        }
    }

    func run() throws {
        var results = sections.flatMap(measure)
        if check { try measureAgain(&results) }
        if let json {
            try Report(results: results).encoded().write(to: URL(filePath: json))
        }
        let failed = results.filter(\.fails)
        if check, !failed.isEmpty {
            for row in failed {
                print("failed: \(row.section): \(row.name): \(row.ratio.rounded(places: 2)) × \(row.baseline)")
            }
            throw ExitCode.failure
        }
    }

    private func rows(of section: Section) -> [Row] {
        section.rows.filter { (names.isEmpty || names.contains($0.name)) && $0.matches(filter) }
    }

    private func measure(_ section: Section) -> [RowResult] {
        section.prepare()
        let results = rows(of: section).map { RowResult($0, in: section, $0.measure(rounds: rounds)) }
        printTable(of: results)
        return results
    }

    /// Measures up to three times more what is over twice its bound: the machine may have been busy for longer than a row
    /// takes.
    private func measureAgain(_ results: inout [RowResult]) throws {
        for _ in 1...3 {
            let doubtful = results.indices.filter { results[$0].fails }
            if doubtful.isEmpty { return }
            sleep(10)
            let again = try FreshProcess(rounds: rounds).measure(Set(doubtful.map { results[$0].name }))
            for row in doubtful {
                if let result = again.first(where: results[row].isOfSameRow) { results[row] = result }
            }
        }
    }
}
