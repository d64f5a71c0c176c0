#if canImport(XCTest)
public import Hopoate
public import XCTest

/// A test case whose test methods have a shared container each.
///
/// `setUp`, the test method and `tearDown` run in the container. After them `asyncRemoveAll()` ends it, which awaits asynchronous
/// creations and the functions of `onRemove`. A registration that a method leaves in the process-wide container is reported at
/// its line. While a method waits for an expectation, the main queue's work runs in the method's container too. Other queues,
/// threads and detached tasks need `carryingDependencies`. With ``IsolationOptions/strict``, their look-ups in the process-wide
/// container fail the test.
///
/// Create mocks in `setUp`, in the test or in `registerDependencies(in:)`, and not as initial values of properties: XCTest creates
/// all instances of the class before the first test, outside of any test's container. The class is not isolated to an actor. If
/// the module's default isolation is the main actor, declare the subclass `nonisolated`. Create an object that needs the main
/// actor in a `@MainActor override func setUp() async throws`, or, in `registerDependencies(in:)`, with
/// `MainActor.assumeIsolated`, as XCTest runs on it.
///
/// ```swift
/// final class FeedTests: IsolatedDependenciesTestCase {
///     override func registerDependencies(in container: DependencyContainer) {
///         container.register(MockAnalytics(), for: (any AnalyticsProviding).self)
///     }
/// }
/// ```
open class IsolatedDependenciesTestCase: XCTestCase {
    /// The first registrations of each test method's container, and the faults to report. None by default.
    ///
    /// ```swift
    /// override var isolationOptions: IsolationOptions { [.strict, .verifyingMocks] }
    /// ```
    open var isolationOptions: IsolationOptions { [] }

    /// Sets up the container of a test method, before its `setUp`. Does nothing by default.
    ///
    /// - Parameter container: The container, which is also the shared one.
    open func registerDependencies(in container: DependencyContainer) {}

    /// Runs a test method in its own container.
    open override func invokeTest() {
        reportingLeftoverRegistrations {
            // A test that has failed or was skipped may not have used its mocks. `hasSucceeded` is false before the end.
            Isolation(isolationOptions, of: name).run(verifying: {
                testRun?.totalFailureCount == 0 && testRun?.hasBeenSkipped == false
            }) {
                registerDependencies(in: .shared)
                super.invokeTest()
                Isolation.current.get()?.findNewerRegistrations()
                // Waiting lets the main queue run.
                let ended = XCTestExpectation(description: "All instances are cleaned up.")
                Task {
                    await DependencyContainer.shared.asyncRemoveAll()
                    ended.fulfill()
                }
                _ = XCTWaiter.wait(for: [ended], timeout: 600)
            }
        }
    }
}
#endif
