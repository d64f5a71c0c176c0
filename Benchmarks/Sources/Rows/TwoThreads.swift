// The throughput of two threads, on a machine that other programs may use too.

/// The work of two threads with a body each, in the time in which one thread does 1 with the first body.
///
/// The best of three measurements, as other programs can only slow it down.
func throughputOfTwoThreads(_ calls: Int, _ first: @escaping Body, _ second: @escaping Body) -> Double {
    func shortest(_ measure: () -> Duration) -> Duration { min(measure(), measure(), measure()) }
    let alone = shortest { duration(of: calls, first) }
    return alone * 2 / shortest { durationOfTwoThreads(calls, first, second) }
}

/// The time from the first thread's start to the last one's end. Tries up to ten times to run both in parallel.
private func durationOfTwoThreads(_ calls: Int, _ first: @escaping Body, _ second: @escaping Body) -> Duration {
    for _ in 0..<10 {
        let run = runTwoThreads(calls, first, second)
        if run.isParallel { return run.duration }
    }
    return runTwoThreads(calls, first, second).duration
}
