// Measures rows and their baselines together, in many short rounds.

import Rows

/// The result of several rounds of one row.
struct Measurement {
    let value: Double
    /// The cost of the row, as a multiple of its baseline.
    let ratio: Double
    /// Whether something else used the core for most of the rounds.
    let isDisturbed: Bool
}

extension Row {
    /// Measures the row until enough rounds were undisturbed, or ten times as many rounds have run.
    func measure(rounds: Int) -> Measurement {
        let subject = CalibratedSubject(prepare())
        let reference = CalibratedSubject(baseline.prepare())
        defer { removeRegistrations() }
        let unit = baseline.unit
        let wanted = unit.rounds(of: rounds)
        var measured: [Round] = []
        var undisturbed: [Round] = []
        while undisturbed.count < wanted, measured.count < 10 * wanted {
            for _ in undisturbed.count..<wanted {
                let pulse = Pulse.take()
                // Alternates the order, so that a machine that gets faster or slower meanwhile favours neither.
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

/// A subject with a number of calls that takes less than a scheduler's time slice, and long enough for the clock.
private struct CalibratedSubject {
    private let subject: Subject
    private let calls: Int

    init(_ subject: Subject) {
        self.subject = subject
        calls = subject.calls(lasting: .microseconds(200))
    }

    func measure() -> Double { subject.measure(calls: calls) }
}

extension Baseline.Unit {
    /// Fewer rounds if they take longer, or vary little.
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
