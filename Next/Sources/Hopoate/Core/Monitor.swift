/// A lock that threads can wait under, and the state that it guards.
///
/// The invariant that makes it Sendable: `state` is only reached under the lock. `CreationOnceTests` and `CycleTests` under
/// ThreadSanitizer would see that lost.
final class Monitor<State>: @unchecked Sendable {
    private var state: State
    private let waitingLock = WaitingLock()

    init(_ state: State) { self.state = state }

    func withLock<Result, Failure>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        waitingLock.lock()
        defer { waitingLock.unlock() }
        return try body(&state)
    }

    /// Waits as long as a condition holds. It is asked under the lock, now and after each `wakeAll()`.
    func wait<Failure>(while condition: (inout State) throws(Failure) -> Bool) throws(Failure) {
        waitingLock.lock()
        defer { waitingLock.unlock() }
        while try condition(&state) { waitingLock.wait() }
    }

    /// Lets all that wait ask for their conditions again.
    func wakeAll() { waitingLock.wakeAll() }
}
