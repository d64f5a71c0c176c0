extension DependencyContainer {
    /// The container that code uses by default: the process-wide one, unless ``withShared(_:operation:)`` has set another.
    ///
    /// The process-wide container lives as long as the process. While a creator runs, `shared` returns the container that creates
    /// the service. This is the container that has the registration, unless a child resolves a ``Lifetime/transient``,
    /// ``Lifetime/graph`` or ``Lifetime/perContainer`` service of its parent. Then it is the child. See <doc:The-stack>.
    ///
    /// ```swift
    /// DependencyContainer.shared.register(
    ///     AnalyticsProvider(),
    ///     for: (any AnalyticsProviding).self
    /// )
    /// ```
    public static var shared: DependencyContainer { ProcessFlag.bindings.isSet ? binding.get() : processWide }

    /// Runs an operation with another container as the ``shared`` one.
    ///
    /// The binding applies to everything that the operation calls, and to child tasks. It does not apply to other threads and
    /// detached tasks. An object with ``Dependency`` properties that is created inside keeps using the container, on any thread.
    ///
    /// ```swift
    /// let container = DependencyContainer()
    /// container.register(MockLogger(), for: (any LogProviding).self)
    /// DependencyContainer.withShared(container) {
    ///     FeedViewModel().reload()  // logs to the mock
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - container: The container that ``shared`` returns while the operation runs.
    ///   - operation: Runs immediately, on the calling thread.
    /// - Returns: The operation's result.
    /// - Throws: The operation's error.
    @discardableResult
    public static func withShared<Result>(
        _ container: DependencyContainer,
        operation: () throws -> Result
    ) rethrows -> Result {
        ProcessFlag.bindings.set()
        return try binding.withValue(container, operation: operation)
    }

    /// Runs an asynchronous operation with another container as the ``shared`` one.
    ///
    /// The binding applies to everything that the operation calls, and to child tasks. It does not apply to other threads and
    /// detached tasks. An object with ``Dependency`` properties that is created inside keeps using the container, on any thread.
    ///
    /// ```swift
    /// await DependencyContainer.withShared(container) {
    ///     await Synchronizer().run()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - container: The container that ``shared`` returns while the operation runs.
    ///   - isolation: The caller's actor, on which the operation runs.
    ///   - operation: Runs immediately, in the calling task.
    /// - Returns: The operation's result.
    /// - Throws: The operation's error.
    @discardableResult
    public static func withShared<Result>(
        _ container: DependencyContainer,
        isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        ProcessFlag.bindings.set()
        return try await binding.withValue(container, operation: operation, isolation: isolation)
    }

    static let binding = TaskLocal(wrappedValue: processWide)
}
