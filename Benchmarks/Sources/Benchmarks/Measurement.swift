// How rows are measured: against their baselines in the same moment, in many short rounds.

import Rows

/// Several rounds of one row.
struct Measurement {
    let value: Double
    /// What the row costs, as a multiple of its baseline.
    let ratio: Double
    let rounds: Int
}

extension Row {
    /// Measures the row, and again with more rounds when it misses its bound, as somebody else may have used the machine.
    func measure(rounds: Int, attempts: Int) -> Measurement {
        let measurement = measure(rounds: rounds)
        guard attempts > 1, !isReached(by: measurement) else { return measurement }
        return measure(rounds: 3 * rounds, attempts: attempts - 1)
    }

    func isReached(by measurement: Measurement) -> Bool {
        bound.map { measurement.ratio <= $0 } ?? true
    }

    private func measure(rounds allRounds: Int) -> Measurement {
        let subject = Calibrated(prepare())
        let rounds = subject.rounds(of: allRounds)
        let reference = Calibrated(baseline.prepare())
        defer { tidyUp() }
        var values: [Double] = []
        var ratios: [Double] = []
        for round in 0..<rounds {
            // In turns, so that a machine that gets faster or slower meanwhile favours neither.
            let isFirst = round.isMultiple(of: 2)
            let early = isFirst ? subject.measure() : reference.measure()
            let late = isFirst ? reference.measure() : subject.measure()
            let (value, base) = isFirst ? (early, late) : (late, early)
            values.append(value)
            ratios.append(subject.unit.isBetterWhenLarger ? base / value : value / base)
        }
        return Measurement(value: values.median, ratio: ratios.median, rounds: rounds)
    }
}

/// A subject with as many calls as make a short turn: shorter than the time for which a system runs one program before
/// another gets its turn, and long enough for the clock.
private struct Calibrated {
    private let subject: Subject
    private let calls: Int

    init(_ subject: Subject) {
        self.subject = subject
        calls = subject.calls(lasting: .microseconds(200))
    }

    var unit: Subject.Unit { subject.unit }

    /// Fewer where a round takes longer, or always comes to the same.
    func rounds(of rounds: Int) -> Int {
        switch unit {
        case .nanoseconds: rounds
        case .threads, .bytes: (rounds + 2) / 3
        }
    }

    func measure() -> Double { subject.measure(calls: calls) }
}

extension [Double] {
    fileprivate var median: Double { sorted()[count / 2] }
}
