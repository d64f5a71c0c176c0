/// How a test is isolated from the shared container: see `withIsolatedDependencies` and `.isolatedDependencies`.
///
/// Combine options like a set: `[.forked, .verifyingMocks]`. Without options, the test begins with an empty container.
///
/// ```swift
/// @Suite(.isolatedDependencies(.forked)) struct FeedTests {}
/// @Suite(.isolatedDependencies([.strict, .verifyingMocks])) struct CheckoutTests {}
/// ```
public struct IsolationOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes options from bits.
    ///
    /// - Parameter rawValue: The options as bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Begin with a fork of the shared container: its registrations, with instances of the test's own.
    ///
    /// Creators run again, on the thread that first resolves their service in the test. See `DependencyContainer.fork()`.
    public static let forked = IsolationOptions(rawValue: 1)

    /// Begin with a fork, and report each resolution of a real service: one that was registered before the test's isolation
    /// began, and not by a ``MockContainer``.
    ///
    /// The report names the service, the line that resolved it, and the line that registered it. The test continues with the
    /// real service. The default of a typed key counts as real. Each line that resolves a service is reported once. Resolutions in
    /// a fork are reported if `withIsolatedDependencies(.forked)` has made it, and not if `DependencyContainer.fork()` has.
    ///
    /// ```swift
    /// @Test(.isolatedDependencies(.strict), .mock((any Store).self) { MockStore() })
    /// func saving() {
    ///     Editor().save()  // an issue if this resolves anything but the store
    /// }
    /// ```
    ///
    /// While the test runs, it also reports look-ups in the process-wide container:
    ///
    /// - by the test itself, through an object that was made outside of the test;
    /// - by work that no test owns: a detached task, a thread or a queue without `carryingDependencies`.
    ///
    /// It is unknown which test has started work that no test owns. If only one strict test runs, it reports the look-up at its
    /// end. If several run, the last of them to end reports it, and names them all. A look-up after their end is not reported.
    ///
    /// Other tests may use the process-wide container in their own tasks, and in work that they wrap with
    /// `carryingDependencies`. A registration that a test makes there while the strict test runs does not count as real. A
    /// property that keeps a transient service from before the test looks nothing up, so nothing is reported.
    ///
    /// XCTest has no task for each test. There a test owns the work on the thread, or in the task, that calls
    /// `withIsolatedDependencies` or runs a method of an ``IsolatedDependenciesTestCase``, and the work that it wraps with
    /// `carryingDependencies`. So it owns the work of the main queue while it waits for an expectation on the main thread.
    /// It reports all other look-ups, even those of work that an earlier test has started.
    public static let strict = IsolationOptions(rawValue: 2)

    /// Report each mock that a ``MockContainer`` or a `.mock` trait has registered in the test's container, and that was never
    /// resolved there. Resolutions in a fork of the container do not count. The report names a newer registration that hid the mock.
    public static let verifyingMocks = IsolationOptions(rawValue: 4)
}
