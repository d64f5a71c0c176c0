/// A lock that threads can wait under, and the state that it guards.
///
/// The invariant that makes it Sendable: `state` is only reached under the lock. `CreationOnceTests` and `CycleTests` under
/// ThreadSanitizer would see that lost.
final class Monitor<State>: @unchecked Sendable {
    private var state: State
    private let waitingLock = WaitingLock()

    init(_ state: State) { self.state = state }

    func withLock<Result>(_ body: (inout State) -> Result) -> Result { wait { .some(body(&$0)) } }

    /// Runs `body` again and again under the lock until it returns a result. In between, it waits for `broadcast()`.
    func wait<Result>(until body: (inout State) -> Result?) -> Result {
        waitingLock.lock()
        defer { waitingLock.unlock() }
        while true {
            if let result = body(&state) { return result }
            waitingLock.wait()
        }
    }

    /// Wakes all that wait.
    func broadcast() {
        withLock { _ in }
        waitingLock.wakeAll()
    }
}
