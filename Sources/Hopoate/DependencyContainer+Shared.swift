extension DependencyContainer {
    /// The shared container: the one that ``withShared(_:operation:)`` has bound for the current task, or else the
    /// process-wide one, which lives as long as the process.
    ///
    /// In a creator it is the container that creates the service: the one that the creator is registered in, or, for a
    /// ``Lifetime/transient``, ``Lifetime/graph`` or ``Lifetime/perContainer`` service, the child that looks it up.
    ///
    /// ```swift
    /// DependencyContainer.shared.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)
    /// ```
    public static var shared: DependencyContainer { ProcessFlag.bindings.isSet ? binding.get() : processWide }

    /// Runs an operation in which ``shared`` is another container.
    ///
    /// The binding holds for everything that the operation calls, and for child tasks. It does not hold on other threads and in
    /// detached tasks. Objects with ``Dependency`` properties that are made inside keep the container wherever they run.
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
    /// The binding holds for everything that the operation calls, and for child tasks. It does not hold on other threads and in
    /// detached tasks. Objects with ``Dependency`` properties that are made inside keep the container wherever they run.
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
