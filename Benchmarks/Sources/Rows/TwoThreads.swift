// The throughput of two threads, on a machine that other programs may use too.

import Foundation
import Synchronization

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

private struct TwoThreadRun {
    /// The start and the end of each thread.
    var starts: [ContinuousClock.Instant] = []
    var ends: [ContinuousClock.Instant] = []

    var duration: Duration { starts.min()!.duration(to: ends.max()!) }

    /// Whether each thread had a processor for nearly all of the time.
    var isParallel: Bool { starts.max()!.duration(to: ends.min()!) > duration * 0.8 }
}

private func runTwoThreads(_ calls: Int, _ first: @escaping Body, _ second: @escaping Body) -> TwoThreadRun {
    let clock = ContinuousClock()
    let ready = Atomic(0)
    let run = Mutex(TwoThreadRun())
    DispatchQueue.concurrentPerform(iterations: 2) { index in
        // Excludes the time that it takes to wake a thread.
        ready.add(1, ordering: .sequentiallyConsistent)
        var spins = 0
        while ready.load(ordering: .sequentiallyConsistent) < 2 {
            spins += 1
            // Yielding at once could start the other thread on this processor, where it would wait for this one.
            if spins > 100_000 { sched_yield() }
        }
        let start = clock.now
        _ = duration(of: calls, index == 0 ? first : second)
        let end = clock.now
        run.withLock {
            $0.starts.append(start)
            $0.ends.append(end)
        }
    }
    return run.withLock { $0 }
}
