// Two threads that run bodies at the same time. `Peers` uses this file too.

import Foundation
import Synchronization

/// What two threads did that began at the same time.
struct TwoThreadRun {
    /// The start and the end of each thread.
    var starts: [ContinuousClock.Instant] = []
    var ends: [ContinuousClock.Instant] = []

    var duration: Duration { starts.min()!.duration(to: ends.max()!) }

    /// Whether each thread had a processor for nearly all of the time.
    var isParallel: Bool { starts.max()!.duration(to: ends.min()!) > duration * 0.8 }
}

/// Calls each body a number of times, in a thread of its own.
func runTwoThreads(_ calls: Int, _ first: @escaping Body, _ second: @escaping Body) -> TwoThreadRun {
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
