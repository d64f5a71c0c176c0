/// How many of the library's locks the calling thread holds. Debug builds count them, release builds do nothing.
///
/// User code must not run under a lock: it may enter the library again, which would deadlock. Each way into the library
/// locks a shard, under no other lock, or calls `checkNone()`. In the library's own tests both trap under a lock.
enum HeldLocks {
    #if DEBUG && !os(WASI)
    private static let ofThreads = ThreadLocal { (count: 0, outermost: Any.self as Any.Type) }
    /// Only the library's tests declare the conformance. Looked up once.
    static let areChecked = (DependencyContainer.processWide as Any) is any TrappingUnderLocks

    /// Counts a lock. The type of the value that it protects names it.
    static func add(_ value: Any.Type) {
        if value == Shard.self { checkNone() }
        let held = ofThreads.current
        if held.state.count == 0 { held.state.outermost = value }
        held.state.count += 1
    }

    static func remove() { ofThreads.current.state.count -= 1 }

    static func checkNone() {
        let held = ofThreads.current.state
        if held.count > 0, areChecked {
            // Users never see this message, so 'Errors explained' does not list it.
            let lock = String(reflecting: held.outermost)
            let message = "User code runs under the lock of \(lock), and calls the library."
            fatalError(message)
        }
    }
    #else
    @inline(__always) static var areChecked: Bool { false }
    @inline(__always) static func add(_ value: Any.Type) {}
    @inline(__always) static func remove() {}
    @inline(__always) static func checkNone() {}
    #endif
}

#if DEBUG
/// If `DependencyContainer` conforms to this, the program traps when user code enters the library under one of its
/// locks.
package protocol TrappingUnderLocks {}
#endif
