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
    static var testName: String? {
        Test.current.map { "\($0.name) at \($0.sourceLocation.fileID):\($0.sourceLocation.line)" }
    }
    #else
    static let testName: String? = nil
    #endif

    /// The test that the current task belongs to. Nil for XCTest.
    static var test: RunningTest? {
        #if canImport(Testing)
        guard let test = Test.current, let name = testName else { return nil }
        let argument = Test.Case.current.flatMap { $0.isParameterized ? "\($0)" : nil }
        return RunningTest(name: test.name, id: name + (argument ?? ""))
        #else
        return nil
        #endif
    }

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
    static var ownsCurrentCode: Bool { current.get() != nil || Isolation.current.get() != nil || testName != nil }

    /// The mark to bind to work that runs elsewhere, so that the current test owns it. Nil if no test owns the running code.
    static var carried: TestWork? { current.get() ?? (ownsCurrentCode ? TestWork() : nil) }
}

/// A test of Swift Testing, or one of its cases.
struct RunningTest: Hashable {
    let name: String
    /// The name and place, with the arguments of a case.
    let id: String
}
