// Measures all libraries and the limit in turns, in many short rounds.

/// The medians of one library's rounds.
struct Measurement {
    let nanoseconds: Double
    /// The time as a multiple of the limit's time in the same round.
    let ratio: Double
}

/// A library's bodies, with a number of calls that takes less than a scheduler's time slice.
private struct Subject {
    let bodies: [Body]
    let calls: Int

    init(_ bodies: [Body], in row: Row) {
        self.bodies = row.hasTwoThreads ? bodies : Array(bodies.prefix(1))
        var calls = 1
        _ = duration(of: calls, bodies[0])
        while (0..<3).map({ _ in duration(of: calls, bodies[0]) }).min()! < .microseconds(100) { calls *= 2 }
        self.calls = calls
    }

    /// The nanoseconds that a call takes its thread. Nil if two threads could not run in parallel.
    func measure() -> Double? {
        let duration = bodies.count == 1 ? duration(of: calls, bodies[0]) : durationOfTwoThreads(calls, bodies)
        return duration.map { $0 / .nanoseconds(1) / Double(calls) }
    }
}

/// Measures the limit and all libraries that have the row, once a round. The limit comes first.
///
/// - Returns: The measurements, and the number of undisturbed rounds. If these are less than a quarter, all rounds count.
func measure(_ row: Row, rounds: Int, _ libraries: [[Body]]) -> (measurements: [Measurement], undisturbed: Int) {
    let limit: [Body] = [{ Limit.service }, { Limit.otherService }]
    let subjects = ([limit] + libraries).map { Subject($0, in: row) }
    var measured: [(pulse: Duration, times: [Double])] = []
    var undisturbed: [[Double]] = []
    for round in 0..<5 * rounds where undisturbed.count < rounds {
        var times = [Double?](repeating: nil, count: subjects.count)
        var slowest = Pulse.take()
        // Each round begins with another subject, so that none is always measured after the same one.
        for place in subjects.indices {
            let index = (place + round) % subjects.count
            times[index] = subjects[index].measure()
            slowest = max(slowest, Pulse.take())
        }
        if times.contains(nil) { continue }
        measured.append((slowest, times.map { $0! }))
        undisturbed = measured.filter { Pulse.isUndisturbed($0.pulse) }.map(\.times)
    }
    let counted = undisturbed.count * 4 < rounds ? measured.map(\.times) : undisturbed
    let measurements = subjects.indices.map { index in
        Measurement(nanoseconds: counted.map { $0[index] }.median, ratio: counted.map { $0[index] / $0[0] }.median)
    }
    return (measurements, undisturbed.count)
}

/// Not inlined: the optimiser would move work of the limit out of the loop.
@inline(never)
func duration(of calls: Int, _ body: Body) -> Duration {
    ContinuousClock().measure {
        for _ in 0..<calls { _ = body() }
    }
}

/// The time from the first thread's start to the last one's end. Nil if none of many tries ran both in parallel.
private func durationOfTwoThreads(_ calls: Int, _ bodies: [Body]) -> Duration? {
    for _ in 0..<50 {
        let run = runTwoThreads(calls, bodies[0], bodies[1])
        if run.isParallel { return run.duration }
    }
    return nil
}

extension [Double] {
    fileprivate var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
