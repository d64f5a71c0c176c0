// What two threads get done at the same time, on a machine that others may use, too.

import Foundation
import Synchronization

/// What two threads get done with a body each, in the time in which one does 1 with the first.
///
/// The best of three, as whoever else uses the machine can only make things worse.
func throughputOfTwoThreads(_ calls: Int, _ first: @escaping Body, _ second: @escaping Body) -> Double {
    func shortest(_ measure: () -> Duration) -> Duration { min(measure(), measure(), measure()) }
    let alone = shortest { duration(of: calls, first) }
    return alone * 2 / shortest { durationOfTwoThreads(calls, first, second) }
}

/// How long it takes from when both threads are there until both have made their calls.
private func durationOfTwoThreads(_ calls: Int, _ first: @escaping Body, _ second: @escaping Body) -> Duration {
    for _ in 0..<10 {
        let run = runTwoThreads(calls, first, second)
        if run.isParallel { return run.duration }
    }
    return runTwoThreads(calls, first, second).duration
}

private struct Run {
    /// When either thread has begun, and when it was through.
    var starts: [ContinuousClock.Instant] = []
    var ends: [ContinuousClock.Instant] = []

    var duration: Duration { starts.min()!.duration(to: ends.max()!) }

    /// Whether each thread had a processor for nearly all of the time.
    var isParallel: Bool { starts.max()!.duration(to: ends.min()!) > duration * 0.8 }
}

private func runTwoThreads(_ calls: Int, _ first: @escaping Body, _ second: @escaping Body) -> Run {
    let clock = ContinuousClock()
    let ready = Atomic(0)
    let run = Mutex(Run())
    DispatchQueue.concurrentPerform(iterations: 2) { index in
        // The time that it takes to wake a thread is not what is to be measured.
        ready.add(1, ordering: .sequentiallyConsistent)
        var looks = 0
        while ready.load(ordering: .sequentiallyConsistent) < 2 {
            looks += 1
            // Not at once, as the other thread would then be started on this processor, and wait for this one.
            if looks > 100_000 { sched_yield() }
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
