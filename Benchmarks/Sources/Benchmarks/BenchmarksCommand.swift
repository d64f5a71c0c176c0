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

    @Option(help: "How often each row is measured together with its baseline.")
    var rounds = 301

    @Option(help: ArgumentHelp("Write the results as JSON, too.", valueName: "file"))
    var json: String?

    @Flag(help: "Fail when a row is over its bound, also after it has been measured again with more rounds.")
    var check = false

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
        let missed = results.filter { $0.isReached == false }
        if check, !missed.isEmpty {
            let lines = missed.map {
                "missed: \($0.section): \($0.name): \($0.ratio.rounded(places: 2)) × \($0.baseline)\n"
            }
            FileHandle.standardError.write(Data(lines.joined().utf8))
            throw ExitCode.failure
        }
    }

    private func rows(of section: Section) -> [Row] {
        guard let filter else { return section.rows }
        return section.rows.filter { $0.name.localizedCaseInsensitiveContains(filter) }
    }

    private func measure(_ section: Section) -> [RowResult] {
        section.prepare()
        let results = rows(of: section).map { row in
            RowResult(row, in: section, row.measure(rounds: rounds, attempts: check ? 3 : 1))
        }
        if !results.isEmpty { printTable(of: results, title: section.title) }
        return results
    }
}
