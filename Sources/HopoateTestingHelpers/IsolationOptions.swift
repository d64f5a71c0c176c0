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
    /// What creators have made is made again, on the thread that first resolves it in the test: see
    /// `DependencyContainer.fork()`.
    public static let forked = IsolationOptions(rawValue: 1)

    /// Begin with a fork, and report each resolution of what the test has not registered itself.
    ///
    /// The report names the service, the line that asked for it, and the line that registered the real one. The test goes
    /// on with the real one. The default of a typed key counts as real. Each line that asks is reported once; what a
    /// thread or a detached task looks up in the process-wide container, because nothing has taken the test's container
    /// along, is not seen.
    public static let strict = IsolationOptions(rawValue: 2)

    /// Report each mock that was registered by a ``MockContainer`` in the test's container and was never resolved.
    public static let verifyingMocks = IsolationOptions(rawValue: 4)
}
