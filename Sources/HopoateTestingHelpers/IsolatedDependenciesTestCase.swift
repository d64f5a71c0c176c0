#if canImport(XCTest)
public import Hopoate
public import XCTest

/// A test case that runs each test method with a container of its own as `DependencyContainer.shared`.
///
/// `setUp`, the test method and `tearDown` use this container. After `tearDown`, `asyncRemoveAll()` ends the container. If a method
/// leaves a registration in the process-wide container, the test fails at the line of that registration.
///
/// ```swift
/// final class FeedTests: IsolatedDependenciesTestCase {
///     override func registerDependencies(in container: DependencyContainer) {
///         container.register(MockAnalytics(), for: (any AnalyticsProviding).self)
///     }
/// }
/// ```
///
/// Create mocks in `setUp`, in the test or in ``registerDependencies(in:)``. An initial value of a property would register its
/// mock outside the test's container, because XCTest creates all instances of the class before the first test. If the default
/// isolation of the module is the main actor, declare the subclass `nonisolated`: <doc:Testing-recipes#XCTest>.
open class IsolatedDependenciesTestCase: XCTestCase {
    /// What the container of each test method starts with, and which mistakes fail the test. None by default.
    ///
    /// ```swift
    /// override var isolationOptions: IsolationOptions { [.strict, .verifyingMocks] }
    /// ```
    open var isolationOptions: IsolationOptions { [] }

    /// Registers services in the container of a test method, before its `setUp`. Does nothing by default.
    ///
    /// ```swift
    /// override func registerDependencies(in container: DependencyContainer) {
    ///     container.register(MockAnalytics(), for: (any AnalyticsProviding).self)
    /// }
    /// ```
    ///
    /// XCTest calls this on the main thread. To create a `@MainActor` object here, use `MainActor.assumeIsolated`.
    ///
    /// - Parameter container: The test method's container, which is also `DependencyContainer.shared`.
    open func registerDependencies(in container: DependencyContainer) {}

    /// Runs a test method with its own container.
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
