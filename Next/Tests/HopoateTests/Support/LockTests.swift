import Foundation
import Testing

@testable import Hopoate

@Suite struct LockTests {
    @Test func aLockExcludes() {
        let total = Protected(0)
        let haveEnded = onThreads(8) { _ in
            for _ in 0..<20_000 { total.withLock { $0 += 1 } }
        }
        #expect(haveEnded)
        #expect(total.withLock { $0 } == 160_000)
    }

    @Test func whoWaitsForLongSleepsAndGetsTheLockWhenItIsFree() {
        let (value, waiting, hasSlept) = (Protected(0), Shared<SleepCount?>(nil), Shared(false))
        let isHeld = Barrier(2)
        let haveEnded = onThreads(2) { index in
            if index == 0 {
                value.withLock { value in
                    isHeld.wait()
                    while waiting.value == nil { Thread.sleep(forTimeInterval: 0.001) }
                    hasSlept.value = waiting.value?.waitUntilItSleeps() == true
                    value = 1
                }
            } else {
                isHeld.wait()
                waiting.value = SleepCount()
                value.withLock { $0 = $0 == 1 ? 2 : -1 }
            }
        }
        #expect(haveEnded)
        #expect(hasSlept.value)
        #expect(value.withLock { $0 } == 2)
    }

    /// How often the thread that has made it sleeps from then on.
    private struct SleepCount: Sendable {
        #if os(Linux)
        private let thread = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        private var before = 0

        init() { before = total }

        /// What the system counts is giving up the processor to wait for something, and not to let others have it.
        private var total: Int {
            let status = thread.flatMap { try? String(contentsOfFile: "/proc/\($0)/status", encoding: .utf8) } ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return line.flatMap { Int($0.drop { !$0.isNumber }) } ?? 0
        }

        /// Returns whether it does.
        func waitUntilItSleeps() -> Bool {
            let limit = Date(timeIntervalSinceNow: 300)
            while total == before, limit.timeIntervalSinceNow > 0 { Thread.sleep(forTimeInterval: 0.001) }
            return total != before
        }
        #else
        func waitUntilItSleeps() -> Bool {
            Thread.sleep(forTimeInterval: 0.5)
            return true
        }
        #endif
    }
}
