// How rows are measured: against their baselines in the same moment, in many short rounds.

import Rows

/// Several rounds of one row.
struct Measurement {
    let value: Double
    /// What the row costs, as a multiple of its baseline.
    let ratio: Double
    /// Whether something else ran on the core nearly all of the time.
    let isDisturbed: Bool
}

extension Row {
    /// Measures the row, until enough rounds were undisturbed or ten times as many have been tried.
    func measure(rounds: Int) -> Measurement {
        let subject = Calibrated(prepare())
        let reference = Calibrated(baseline.prepare())
        defer { tidyUp() }
        let unit = baseline.unit
        let wanted = unit.rounds(of: rounds)
        var measured: [Round] = []
        var undisturbed: [Round] = []
        while undisturbed.count < wanted, measured.count < 10 * wanted {
            for _ in undisturbed.count..<wanted {
                let pulse = Pulse.take()
                // In turns, so that a machine that gets faster or slower meanwhile favours neither.
                let isFirst = measured.count.isMultiple(of: 2)
                let early = isFirst ? subject.measure() : reference.measure()
                let late = isFirst ? reference.measure() : subject.measure()
                let (value, base) = isFirst ? (early, late) : (late, early)
                let ratio = unit.isBetterWhenLarger ? base / value : value / base
                measured.append(Round(pulse: pulse, value: value, ratio: ratio))
            }
            undisturbed = measured.filter { !unit.isTimed || Pulse.isUndisturbed($0.pulse) }
        }
        let isDisturbed = undisturbed.count < (wanted + 3) / 4
        let counted = isDisturbed ? measured : undisturbed
        return Measurement(
            value: counted.map(\.value).median,
            ratio: counted.map(\.ratio).median,
            isDisturbed: isDisturbed
        )
    }
}

private struct Round {
    let pulse: Duration
    let value: Double
    let ratio: Double
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

    func measure() -> Double { subject.measure(calls: calls) }
}

extension Baseline.Unit {
    /// Fewer where a round takes longer, or nearly always comes to the same.
    fileprivate func rounds(of rounds: Int) -> Int {
        switch self {
        case .nanoseconds: rounds
        case .threads: (rounds + 2) / 3
        case .milliseconds, .bytes: (rounds + 29) / 30
        }
    }
}

extension [Double] {
    fileprivate var median: Double { sorted()[count / 2] }
}
