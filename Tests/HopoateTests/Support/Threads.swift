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

/// Runs a body on threads that begin at once. Returns their results, except those of threads that hang.
@discardableResult
func atOnce<Result: Sendable>(
    _ count: Int,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
    let (barrier, results) = (Barrier(count), Shared<[Int: Result]>([:]))
    let haveEnded = onThreads(count) { index in
        barrier.wait()
        let result = body(index)
        results.change { $0[index] = result }
    }
    #expect(haveEnded, sourceLocation: sourceLocation)
    return (0..<count).compactMap { results.value[$0] }
}

/// Lets threads wait until all of them have arrived.
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

/// Lets threads meet again and again.
final class Meet: @unchecked Sendable {
    private let condition = NSCondition()
    private let count: Int
    private var arrived = 0
    private var meetings = 0

    init(_ count: Int) { self.count = count }

    func wait() {
        condition.lock()
        defer { condition.unlock() }
        arrived += 1
        let meeting = meetings
        if arrived == count {
            (arrived, meetings) = (0, meetings + 1)
            condition.broadcast()
        }
        while meeting == meetings { condition.wait() }
    }
}
