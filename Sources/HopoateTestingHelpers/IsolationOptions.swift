/// How a test is isolated from the shared container: see `withIsolatedDependencies` and `.isolatedDependencies`.
///
/// Options are combined like a set: `[.forked, .verifyingMocks]`. Without any, the test begins with an empty container.
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
    /// Creators run again, on the thread that first resolves their service in the test: see
    /// `DependencyContainer.fork()`.
    public static let forked = IsolationOptions(rawValue: 1)

    /// Begin with a fork, and report each resolution of what was registered before the test's isolation began. Mocks of a
    /// ``MockContainer`` are not reported.
    ///
    /// The report names the service, the line that asked for it, and the line that registered the real one. The test goes
    /// on with the real one. The default of a typed key counts as real. Each line that asks is reported once. A fork's
    /// resolutions are reported if `withIsolatedDependencies(.forked)` has made it, and not if `DependencyContainer.fork()` has.
    ///
    /// ```swift
    /// @Test(.isolatedDependencies(.strict), .mock((any Store).self) { MockStore() })
    /// func saving() {
    ///     Editor().save()  // an issue if this resolves anything but the store
    /// }
    /// ```
    ///
    /// While the test runs, look-ups in the process-wide container are watched too. These are reported:
    ///
    /// - Look-ups by the test itself, through an object that was made outside of the test.
    /// - Look-ups by work that no test owns: a detached task, a thread or a queue that has not taken the test's container
    ///   along with `carryingDependencies`.
    ///
    /// If no test owns the work, no one knows which test has started it. If only one strict test runs, it reports the look-up at
    /// its end. If several run, the last of them to end reports it, and names them all. A look-up after their end is not
    /// reported.
    ///
    /// Other tests may use the process-wide container in their own tasks, and in work that they wrap with
    /// `carryingDependencies`. A registration that a test makes there while the strict test runs does not count as real. A
    /// property that keeps a transient service from before the test looks nothing up, and is not seen.
    ///
    /// XCTest has no task for each test. There a test owns the work on the thread, or in the task, that calls
    /// `withIsolatedDependencies` or runs a method of an ``IsolatedDependenciesTestCase``, and the work that it wraps
    /// with `carryingDependencies`. So it owns the work of the main queue while it waits for an expectation on the main thread.
    /// It reports all other look-ups, even those of work that an earlier test has started.
    public static let strict = IsolationOptions(rawValue: 2)

    /// Report each mock that a ``MockContainer`` or a `.mock` trait has registered in the test's container, and that was never
    /// resolved there. Resolutions in a fork of the container do not count. The report names a newer registration that hid the mock.
    public static let verifyingMocks = IsolationOptions(rawValue: 4)
}
