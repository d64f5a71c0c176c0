#if canImport(XCTest)
public import Hopoate
public import XCTest

/// A test case that runs each test method with a container of its own as `DependencyContainer.shared`.
///
/// `setUp`, the test method and `tearDown` use this container. After `tearDown`, the container cancels and awaits its own creations
/// in progress, removes everything, awaits the clean-ups, and is closed.
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
/// mock in the process-wide container, because XCTest creates all instances of the class before the first test. The subclass may be `@MainActor`. If the default isolation of the module is the main actor, declare it `nonisolated`:
/// <doc:Testing-recipes#XCTest>.
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
        let isolation = Isolation(isolationOptions, of: name)
        // A test that has failed or was skipped may not have used its mocks. `hasSucceeded` is false before the end.
        isolation.run(verifying: { testRun?.totalFailureCount == 0 && testRun?.hasBeenSkipped == false }) {
            registerDependencies(in: .shared)
            super.invokeTest()
            // Waiting lets the main queue run.
            let ended = XCTestExpectation(description: "All instances are cleaned up.")
            Task {
                await isolation.container.asyncRemoveAll()
                ended.fulfill()
            }
            // A hang ends by the time allowance of the test, as any other one.
            _ = XCTWaiter.wait(for: [ended], timeout: 86_400)
        }
    }
}
#endif
