import Foundation
import Testing

/// Threads of its own, as a dispatch queue or the cooperative pool has too few to wait for one another.
///
/// - Returns: Whether all of them ended within a time that is never reached when nothing hangs.
@discardableResult
func onThreads(_ count: Int, within seconds: Double = 300, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
    let group = DispatchGroup()
    for index in 0..<count {
        group.enter()
        let thread = Thread {
            body(index)
            group.leave()
        }
        thread.start()
    }
    return group.wait(timeout: .now() + seconds) == .success
}

/// Runs an operation that blocks, on a thread of its own.
func onThread<Result: Sendable>(_ operation: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: operation()) }.start()
    }
}

/// Runs two operations on threads of their own at once, again and again, and something after each time.
func inStep(
    _ rounds: Int,
    _ first: @escaping @Sendable (Int) -> Void,
    _ second: @escaping @Sendable (Int) -> Void,
    _ afterwards: @escaping @Sendable (Int) -> Void = { _ in }
) {
    let steps = [Shared(0), Shared(0)]
    let haveEnded = onThreads(2) { index in
        // Awake, as a thread that wakes comes late.
        func step(_ number: Int) {
            steps[index].value = number
            while steps[1 - index].value < number { sched_yield() }
        }
        for round in 0..<rounds {
            step(round * 3 + 1)
            index == 0 ? first(round) : second(round)
            step(round * 3 + 2)
            if index == 0 { afterwards(round) }
            step(round * 3 + 3)
        }
    }
    #expect(haveEnded)
}

/// Where threads wait until all of them have come.
final class Barrier: @unchecked Sendable {
    private let condition = NSCondition()
    private var missing: Int

    init(_ count: Int) { missing = count }

    func wait() {
        condition.lock()
        defer { condition.unlock() }
        missing -= 1
        if missing <= 0 { condition.broadcast() }
        while missing > 0 { condition.wait() }
    }
}
