/// Finds endless loops in the library's own tests: traps after 10,000 turns without a new removal, creation or decorator.
///
/// Only in debug builds, and only in processes that check the locks, as `HeldLocks` does.
struct LoopBudget {
    #if DEBUG && !os(WASI)
    private var turns = 0

    mutating func takeTurn(of loop: StaticString) {
        turns += 1
        if turns > 10_000, HeldLocks.areChecked {
            // Users never see this message, so 'Errors explained' does not list it.
            let message = "The loop of \(loop) does not end."
            fatalError(message)
        }
    }

    mutating func renew() { turns = 0 }
    #else
    @inline(__always) mutating func takeTurn(of loop: StaticString) {}
    @inline(__always) mutating func renew() {}
    #endif
}
