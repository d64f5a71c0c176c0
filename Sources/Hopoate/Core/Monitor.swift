/// A lock that threads can wait under.
///
/// `CreationOnceTests` and `CycleTests` under ThreadSanitizer would catch a failure.
struct Monitor: @unchecked Sendable {
    private let waitingLock = WaitingLock()

    func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        HeldLocks.add(Waiting.self)
        waitingLock.lock()
        defer {
            waitingLock.unlock()
            HeldLocks.remove()
        }
        return try body()
    }

    /// Waits while `condition` holds. Evaluates it under the lock, now and after each `wakeAll()`.
    func wait<Failure>(while condition: () throws(Failure) -> Bool) throws(Failure) {
        try withLock { () throws(Failure) in
            while try condition() { waitingLock.wait() }
        }
    }

    /// Makes all waiting threads evaluate their conditions again.
    func wakeAll() { waitingLock.wakeAll() }
}
