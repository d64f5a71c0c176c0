import Hopoate

#if canImport(Testing)
import Testing
#endif

/// Marks the work of one test: its task, child tasks, and work that `carryingDependencies` has wrapped there.
///
/// Swift Testing binds the test to its task. XCTest binds nothing, so there `Isolation` marks the work: it is bound on the thread
/// of the test method, or in the task of an asynchronous one. So it also marks the main queue's work while the method waits.
final class TestWork: Sendable {
    static let current = TaskLocal<TestWork?>(wrappedValue: nil)

    #if canImport(Testing)
    /// The name and place of the test that the current task belongs to. XCTest has none.
    static var nameOfTest: String? {
        Test.current.map { "\($0.name) at \($0.sourceLocation.fileID):\($0.sourceLocation.line)" }
    }
    #else
    static let nameOfTest: String? = nil
    #endif

    #if canImport(Testing) && compiler(>=6.3)
    /// The test that the current task belongs to. Nil for XCTest and older toolchains, which have no warnings.
    static var testToWarn: (id: Test.ID, name: String, hasCases: Bool)? {
        Test.current.map { ($0.id, $0.name, $0.isParameterized) }
    }
    #else
    static let testToWarn: (id: Int, name: String, hasCases: Bool)? = nil
    #endif

    /// A hint for the body of an exit test, if this process runs one.
    static var exitTestHint: String? {
        #if canImport(Testing) && compiler(>=6.2) && (os(macOS) || os(Linux) || os(Windows))
        return ExitTest.current == nil
            ? nil
            : "this is the process of an exit test, which has none of the test's registrations. Call "
                + "`withIsolatedDependencies` in its body, and register the services there."
        #else
        return nil
        #endif
    }

    /// Whether a test owns the running code. No test owns detached tasks, threads and queues.
    static var ownsCurrentCode: Bool { current.get() != nil || Isolation.current.get() != nil || nameOfTest != nil }

    /// The mark to bind to work that runs elsewhere, so that the current test owns it. Nil if no test owns the running code.
    static var carried: TestWork? { current.get() ?? (ownsCurrentCode ? TestWork() : nil) }
}
