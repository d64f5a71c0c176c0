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

    @Option(help: .hidden)
    var pulse: Double?

    @Option(help: "How often each row is measured together with its baseline.")
    var rounds = 301

    @Option(help: "In how many processes to measure. The median of what they find counts. (default: 1, or 5 to check)")
    var processes: Int?

    @Option(help: ArgumentHelp("Write the results as JSON, too.", valueName: "file"))
    var json: String?

    @Flag(help: "Fail when a row is over its bound, also after it has been measured again.")
    var check = false

    func validate() throws {
        if rounds < 1 { throw ValidationError("There has to be at least one round.") }
        if processCount < 1 { throw ValidationError("There has to be at least one process.") }
        if !sections.contains(where: { !rows(of: $0).isEmpty }) {
            throw ValidationError("There is no row whose name contains '\(filter ?? "")'.")
        }
    }

    func run() throws {
        if let pulse { Pulse.learn(.nanoseconds(pulse)) }
        var results: [RowResult] = []
        if processCount == 1, !check {
            results = sections.flatMap(measure)
        } else {
            let processes = Processes(count: processCount, rounds: rounds)
            results = try processes.measure(filter)
            if check { try measureAgain(&results, in: processes) }
            for section in sections { printTable(of: results.filter { $0.section == section.title }) }
        }
        if let json {
            try Report(results: results).encoded().write(to: URL(filePath: json))
        }
        if check { try fail(ifMissed: results) }
    }

    private var processCount: Int { processes ?? (check ? 5 : 1) }

    private func rows(of section: Section) -> [Row] {
        section.rows.filter { row in
            (names.isEmpty || names.contains(row.name))
                && (filter.map { row.name.localizedCaseInsensitiveContains($0) } ?? true)
        }
    }

    private func measure(_ section: Section) -> [RowResult] {
        section.prepare()
        let results = rows(of: section).map { RowResult($0, in: section, $0.measure(rounds: rounds)) }
        printTable(of: results)
        return results
    }

    /// Measures up to three times more what is over its bound, or was disturbed: the machine may have been busy for longer
    /// than a row takes.
    private func measureAgain(_ results: inout [RowResult], in processes: Processes) throws {
        for _ in 1...3 {
            let doubtful = results.indices.filter { results[$0].isDoubtful }
            if doubtful.isEmpty { return }
            sleep(10)
            let again = try processes.measure(named: Set(doubtful.map { results[$0].name }))
            for row in doubtful {
                if let result = again.first(where: results[row].isOfSameRow) { results[row] = result }
            }
        }
    }

    private func fail(ifMissed results: [RowResult]) throws {
        let missed = results.filter { $0.isReached == false }
        if missed.isEmpty { return }
        let lines = missed.map {
            "missed: \($0.section): \($0.name): \($0.ratio.rounded(places: 2)) × \($0.baseline)\n"
        }
        FileHandle.standardError.write(Data(lines.joined().utf8))
        throw ExitCode.failure
    }
}
