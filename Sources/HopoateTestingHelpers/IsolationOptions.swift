/// What the container of an isolated test starts with, and which mistakes the test reports.
///
/// Combine options like a set: `[.forked, .verifyingMocks]`. Without options, the test starts with an empty container.
///
/// ```swift
/// @Suite(.isolatedDependencies(.forked)) struct FeedTests {}
/// @Suite(.isolatedDependencies([.strict, .verifyingMocks])) struct CheckoutTests {}
/// ```
public struct IsolationOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Creates options from bits.
    ///
    /// - Parameter rawValue: The options as bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Start with a fork of the shared container, which has the same registrations and creates its own instances. Mocks that other
    /// tests of Swift Testing have registered in the process-wide container are left out.
    ///
    /// ```swift
    /// @Suite(.isolatedDependencies(.forked)) struct FeedTests {}
    /// ```
    ///
    /// Creators run again, on the thread that first resolves their service in the test: see `DependencyContainer.fork()`.
    public static let forked = IsolationOptions(rawValue: 1)

    /// Start with a fork of the shared container, and report each real service that is resolved.
    ///
    /// A service is real if it was registered before the test's isolation began, and not by a ``MockContainer`` of the test. The
    /// default of a typed key is real, too. The report names the service, the line that resolved it and the line that registered
    /// it. The test continues with the real service.
    ///
    /// ```swift
    /// @Test(.isolatedDependencies(.strict), .mock((any Store).self) { MockStore() })
    /// func saving() {
    ///     Editor().save()  // an issue if this resolves anything but the store
    /// }
    /// ```
    ///
    /// While the test runs, it also reports real services that are resolved in the process-wide container: by an object that was
    /// created outside the test, or by a thread, a queue or a detached task without `carryingDependencies`. See
    /// <doc:What-a-strict-test-reports>.
    public static let strict = IsolationOptions(rawValue: 2)

    /// Report each mock that a ``MockContainer`` or a `.mock` trait registered in the test's container, and that was never
    /// resolved there, in a child or in a fork.
    ///
    /// If a newer registration hides the mock, the report names that registration. A mock that another mock overrides is not
    /// reported. If the code under test resolved a protocol that the mock conforms to, the report says so.
    ///
    /// ```swift
    /// @Suite(.isolatedDependencies([.strict, .verifyingMocks])) struct CheckoutTests {}
    /// ```
    public static let verifyingMocks = IsolationOptions(rawValue: 4)
}
