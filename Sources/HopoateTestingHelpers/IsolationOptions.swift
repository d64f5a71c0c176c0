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

    /// Start with a fork of the shared container, which has the same registrations and creates its own instances. The mocks of the
    /// process-wide container are left out.
    ///
    /// ```swift
    /// @Suite(.isolatedDependencies(.forked)) struct FeedTests {}
    /// ```
    ///
    /// Creators run again, on the thread that first resolves their service in the test: see `DependencyContainer.fork()`.
    public static let forked = IsolationOptions(rawValue: 1)

    /// Start with a fork of the shared container, and report each real service that is resolved in it.
    ///
    /// A service is real if it was registered before the test's isolation began, and not by a ``MockContainer`` of the test. The
    /// default of a typed key is real, too. The report names the service, the line that resolved it and the line that registered
    /// it. What the service's creator resolves is not reported. The test continues with the real service.
    ///
    /// ```swift
    /// @Test(.isolatedDependencies(.strict), .mock((any Store).self) { MockStore() })
    /// func saving() {
    ///     Editor().save()  // an issue if this resolves anything but the store
    /// }
    /// ```
    ///
    /// See <doc:Testing-recipes#What-a-strict-test-reports>.
    public static let strict = IsolationOptions(rawValue: 2)

    /// Report each mock that a ``MockContainer`` or a `.mock` trait registered in the test's container, and that was never
    /// resolved there, in a child or in a fork.
    ///
    /// A mock that another mock overrides is not reported, nor are the mocks of a test that has recorded an issue. If the service
    /// was resolved with an argument, the report says so.
    ///
    /// ```swift
    /// @Suite(.isolatedDependencies([.strict, .verifyingMocks])) struct CheckoutTests {}
    /// ```
    public static let verifyingMocks = IsolationOptions(rawValue: 4)
}
