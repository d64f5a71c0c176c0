import Hopoate

#if canImport(Testing)
import Testing
#endif

/// A mark on the work of one test: its task, child tasks, and work that `carryingDependencies` has wrapped there.
///
/// Swift Testing runs a test in a task, and binds the test to it. XCTest binds nothing. There `Isolation` marks the work: it
/// is bound on the thread that runs the test method, and in the task of an asynchronous one. So it also holds for the main
/// queue's work while the method waits.
final class TestWork: Sendable {
    static let current = TaskLocal<TestWork?>(wrappedValue: nil)

    /// Whether any test owns the running code. None owns detached tasks, threads and queues.
    static var isCurrent: Bool {
        #if canImport(Testing)
        if Test.current != nil { return true }
        #endif
        return current.get() != nil || Isolation.current.get() != nil
    }

    /// The mark for work that runs elsewhere, so that it stays the work of the test that owns the running code, if any.
    static var toCarry: TestWork? { current.get() ?? (isCurrent ? TestWork() : nil) }
}
