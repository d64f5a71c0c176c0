import Foundation
import Synchronization

/// Lets threads meet without sleeping, so that they continue at the same moment.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class StartingLine: Sendable {
    private let count: Int
    private let arrived = Atomic(0)

    init(_ count: Int) { self.count = count }

    /// The current round of the threads, or the next one.
    var round: Int { (arrived.load(ordering: .sequentiallyConsistent) - 1) / count }

    /// - Parameter round: How often the threads have met before.
    func wait(_ round: Int) {
        var awaited = arrived.add(1, ordering: .sequentiallyConsistent).newValue
        var turns = 0
        while awaited < (round + 1) * count {
            turns += 1
            // A missing thread may need the processor.
            if turns % 1000 == 0 { sched_yield() }
            awaited = arrived.load(ordering: .sequentiallyConsistent)
        }
    }
}
