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

    #if canImport(Testing)
    /// The test of Swift Testing that the current task belongs to, with its place.
    static var nameOfTest: String? {
        Test.current.map { "\($0.name) at \($0.sourceLocation.fileID):\($0.sourceLocation.line)" }
    }
    #else
    static let nameOfTest: String? = nil
    #endif

    #if canImport(Testing) && compiler(>=6.3)
    /// The test that the current task belongs to, if it can be warned: XCTest and older toolchains have no warnings.
    static var warnedTest: (id: Test.ID, name: String, hasCases: Bool)? {
        Test.current.map { ($0.id, $0.name, $0.isParameterized) }
    }
    #else
    static let warnedTest: (id: Int, name: String, hasCases: Bool)? = nil
    #endif

    /// What an exit test's body has to know, if that runs in this process.
    static var noteOfExitTest: String? {
        #if canImport(Testing) && compiler(>=6.2) && (os(macOS) || os(Linux) || os(Windows))
        return ExitTest.current == nil
            ? nil
            : "this is the process of an exit test, which has nothing that the test has registered. Call "
                + "`withIsolatedDependencies` in its body, and register there."
        #else
        return nil
        #endif
    }

    /// Whether any test owns the running code. None owns detached tasks, threads and queues.
    static var isCurrent: Bool { current.get() != nil || Isolation.current.get() != nil || nameOfTest != nil }

    /// The mark for work that runs elsewhere, so that it stays the work of the test that owns the running code, if any.
    static var toCarry: TestWork? { current.get() ?? (isCurrent ? TestWork() : nil) }
}
