// Measures the rows of the speed table, each as a multiple of the cheapest thing that could do the job.

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

    @Option(help: "How often each row is measured together with its baseline.")
    var rounds = 301

    @Option(help: ArgumentHelp("Write the results as JSON, too.", valueName: "file"))
    var json: String?

    func validate() throws {
        if rounds < 1 { throw ValidationError("There has to be at least one round.") }
        if !sections.contains(where: { !rows(of: $0).isEmpty }) {
            throw ValidationError("There is no row whose name contains '\(filter ?? "")'.")
        }
    }

    func run() throws {
        let results = sections.flatMap(measure)
        if let json {
            try Report(results: results).encoded().write(to: URL(filePath: json))
        }
    }

    private func rows(of section: Section) -> [Row] { section.rows.filter { $0.matches(filter) } }

    private func measure(_ section: Section) -> [RowResult] {
        section.prepare()
        let results = rows(of: section).map { RowResult($0, in: section, $0.measure(rounds: rounds)) }
        printTable(of: results)
        return results
    }
}
