/// A lock that threads can wait under, and the state that it guards.
///
/// The invariant that makes it Sendable: `state` is only reached under the lock. `CreationOnceTests` and `CycleTests` under
/// ThreadSanitizer would see that lost.
final class Monitor<State>: @unchecked Sendable {
    private var state: State
    private let waitingLock = WaitingLock()

    init(_ state: State) { self.state = state }

    func withLock<Result, Failure>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        try wait { state throws(Failure) in .some(try body(&state)) }
    }

    /// Runs `body` again and again under the lock until it returns a result or throws. In between, it waits for `broadcast()`.
    func wait<Result, Failure>(until body: (inout State) throws(Failure) -> Result?) throws(Failure) -> Result {
        waitingLock.lock()
        defer { waitingLock.unlock() }
        while true {
            if let result = try body(&state) { return result }
            waitingLock.wait()
        }
    }

    /// Runs `body` under the lock, and wakes all that wait.
    func broadcast<Result>(_ body: (inout State) -> Result) -> Result {
        defer { waitingLock.wakeAll() }
        return withLock(body)
    }
}
