import Hopoate

#if canImport(Testing)
import Testing
#endif

/// What tells the work of one test: its task, child tasks, and what `carryingDependencies` has wrapped there.
///
/// Swift Testing runs a test in a task, and binds the test to it. XCTest binds nothing. There `Isolation` tells the work: it
/// is bound on the thread that runs the test method, and in the task of an asynchronous one. So it also holds for what the
/// main queue runs while the method waits.
final class TestWork: Sendable {
    static let current = TaskLocal<TestWork?>(wrappedValue: nil)

    /// Whether a test, whichever it is, owns what runs now. None owns detached tasks, threads and queues.
    static var isCurrent: Bool {
        #if canImport(Testing)
        if Test.current != nil { return true }
        #endif
        return current.get() != nil || Isolation.current.get() != nil
    }

    /// What to bind to work that runs elsewhere, so that it stays the work of the test that owns what runs now, if any.
    static var toCarry: TestWork? { current.get() ?? (isCurrent ? TestWork() : nil) }
}
