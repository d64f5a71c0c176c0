// Which container is the shared one: the current task's, or else the process-wide one.

extension DependencyContainer {
    /// The shared container: the one that ``withShared(_:operation:)`` has bound for the current task, or else the
    /// process-wide one, which lives as long as the process.
    ///
    /// Inside a creator it is the container that makes the service: the one that the creator is registered in, or, for a
    /// ``Lifetime/transient``, ``Lifetime/graph`` or ``Lifetime/perContainer`` service, the child of it that was asked.
    ///
    /// ```swift
    /// DependencyContainer.shared.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)
    /// ```
    public static var shared: DependencyContainer { ProcessFlag.bindings.isSet ? binding.get() : processWide }

    /// Runs an operation in which ``shared`` is another container.
    ///
    /// The binding holds for everything the operation calls and for child tasks that it starts. It does not hold on
    /// other threads and in detached tasks; objects with ``Dependency`` properties that were made inside keep the
    /// container wherever they run.
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
    ///   - container: The container that is shared meanwhile.
    ///   - operation: Runs at once, on the calling thread.
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

    /// Runs an asynchronous operation in which ``shared`` is another container.
    ///
    /// The binding holds for everything the operation calls and for child tasks that it starts. It does not hold on
    /// other threads and in detached tasks; objects with ``Dependency`` properties that were made inside keep the
    /// container wherever they run.
    ///
    /// - Parameters:
    ///   - container: The container that is shared meanwhile.
    ///   - isolation: The actor that the operation runs on: the caller's.
    ///   - operation: Runs at once, in the calling task.
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
