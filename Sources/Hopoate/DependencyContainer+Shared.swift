// Which container is the shared one: the current task's, or else the process-wide one.

extension DependencyContainer {
    /// The shared container: the one that ``withShared(_:operation:)`` has bound for the current task, or else the
    /// process-wide one, which lives as long as the process.
    ///
    /// Inside a creator it is the container whose creator that is.
    ///
    /// ```swift
    /// DependencyContainer.shared.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)
    /// ```
    @inlinable
    public static var shared: DependencyContainer { sharedContainer() }

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
    ///   - container: What is shared meanwhile.
    ///   - operation: Runs at once, on the calling thread.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    @discardableResult
    public static func withShared<Result>(
        _ container: DependencyContainer,
        operation: () throws -> Result
    ) rethrows -> Result {
        ProcessFlags.set(.bindings)
        return try ResolvingThread.current.withShared(container) {
            try binding.withValue(container, operation: operation)
        }
    }

    /// Runs an asynchronous operation in which ``shared`` is another container.
    ///
    /// The binding holds for everything the operation calls and for child tasks that it starts. It does not hold on
    /// other threads and in detached tasks; objects with ``Dependency`` properties that were made inside keep the
    /// container wherever they run.
    ///
    /// - Parameters:
    ///   - container: What is shared meanwhile.
    ///   - isolation: The actor that the operation runs on: the caller's.
    ///   - operation: Runs at once, in the calling task.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    @discardableResult
    public static func withShared<Result>(
        _ container: DependencyContainer,
        isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        ProcessFlags.set(.bindings)
        return try await binding.withValue(container, operation: operation, isolation: isolation)
    }

    /// A creator that runs on this thread comes first, as its frame knows of bindings that were made within it.
    @inline(never)
    fileprivate static var boundOrProcessWide: DependencyContainer {
        guard ProcessFlags.current.mayBindShared else {
            ProcessWide.setContainer(processWide)
            return processWide
        }
        if let shared = ResolvingThread.current.pointee.shared { return shared }
        guard ProcessFlags.current.contains(.bindings) else { return processWide }
        return binding.get() ?? processWide
    }

    private static let binding = TaskLocal<DependencyContainer?>(wrappedValue: nil)
}

/// The shared container. Whoever calls a static property calls for the class's metadata first, which this spares
/// (`Benchmarks`, row 'hit').
@usableFromInline
func sharedContainer() -> DependencyContainer { ProcessWide.container ?? DependencyContainer.boundOrProcessWide }
