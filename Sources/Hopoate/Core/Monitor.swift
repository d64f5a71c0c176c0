/// A lock that threads can wait under.
///
/// `CreationOnceTests` and `CycleTests` under ThreadSanitizer would see it fail.
struct Monitor: @unchecked Sendable {
    private let waitingLock = WaitingLock()

    func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        waitingLock.lock()
        defer { waitingLock.unlock() }
        return try body()
    }

    /// Waits as long as a condition holds. It is asked under the lock, now and after each `wakeAll()`.
    func wait<Failure>(while condition: () throws(Failure) -> Bool) throws(Failure) {
        waitingLock.lock()
        defer { waitingLock.unlock() }
        while try condition() { waitingLock.wait() }
    }

    /// Lets all that wait ask for their conditions again.
    func wakeAll() { waitingLock.wakeAll() }
}
