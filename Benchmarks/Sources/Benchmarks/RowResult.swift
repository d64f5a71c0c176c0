// The result of a row, as a line of the table and as JSON.

import Foundation
import Rows
import TextTable

struct RowResult: Encodable {
    let section: String
    let name: String
    let unit: Baseline.Unit
    let value: Double
    let ratio: Double
    let baseline: String
    let bound: Double?
    /// Nil if there is no bound.
    let isReached: Bool?
    /// Whether something else used the core for most of the rounds.
    let isDisturbed: Bool

    init(_ row: Row, in section: Section, _ measurement: Measurement) {
        self.section = section.title
        name = row.name
        unit = row.baseline.unit
        value = measurement.value
        ratio = measurement.ratio
        baseline = row.baseline.name
        bound = row.bound
        isReached = row.bound.map { measurement.ratio <= $0 }
        isDisturbed = measurement.isDisturbed
    }
}

/// Prints results of one section.
func printTable(of results: [RowResult]) {
    guard let title = results.first?.section else { return }
    let table = TextTable<RowResult> { result in
        [
            Column(title: "row", value: result.name),
            Column(title: "cost", value: result.cost, align: .right),
            Column(title: "ratio", value: result.ratio.rounded(places: 2), align: .right),
            Column(title: "to", value: result.baseline),
            Column(title: "must reach", value: result.bound.map { "≤ \($0.formatted())" } ?? "", align: .right),
            Column(title: "", value: result.verdict),
        ]
    }
    print("\n\(title)\n\n\(table.string(for: results, style: Style.pipe) ?? "")")
    // Shows the progress of a run that is written to a file or a pipe.
    fflush(nil)
}

extension RowResult {
    fileprivate var verdict: String {
        let words = [isReached.map { $0 ? "ok" : "missed" }, isDisturbed ? "disturbed" : nil]
        return words.compactMap { $0 }.joined(separator: ", ")
    }

    fileprivate var cost: String {
        switch unit {
        case .nanoseconds: "\(value.rounded(places: 1)) ns"
        case .milliseconds: "\((value / 1e6).rounded(places: 2)) ms"
        case .threads: "\(value.rounded(places: 2)) threads"
        case .bytes: "\(value.rounded(places: 0)) B"
        }
    }
}

extension Double {
    func rounded(places: Int) -> String { String(format: "%.\(places)f", self) }
}
