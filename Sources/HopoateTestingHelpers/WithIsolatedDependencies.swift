import Hopoate

/// Runs an operation with a container of its own as `DependencyContainer.shared`.
///
/// ```swift
/// withIsolatedDependencies {
///     let container = DependencyContainer.shared
///     container.register(MockAnalytics(), for: (any AnalyticsProviding).self)
///     FeedViewModel().reload()
/// }
/// ```
///
/// Objects that are created in the operation, and child tasks, use this container. Other threads and detached tasks need
/// `carryingDependencies`. When the operation returns or throws, all registrations are removed, the newest first, on the calling
/// thread, even if other objects hold the container, which is closed. Asynchronous `onRemove` functions run afterwards, in a task
/// that this call does not await.
///
/// - Parameters:
///   - options: What the container starts with, and which mistakes to report. By default the container is empty.
///   - operation: Runs immediately, on the calling thread.
/// - Returns: The operation's result.
/// - Throws: The operation's error.
@_disfavoredOverload
@discardableResult
public func withIsolatedDependencies<Result>(
    _ options: IsolationOptions = [],
    operation: () throws -> Result
) rethrows -> Result {
    try Isolation(options).run(operation)
}

/// Runs an asynchronous operation with a container of its own as `DependencyContainer.shared`. At the end, it also cancels and
/// awaits the container's creations in progress, and awaits the clean-ups.
///
/// ```swift
/// await withIsolatedDependencies(.forked) {
///     let container = DependencyContainer.shared
///     container.register(MockAnalytics(), for: (any AnalyticsProviding).self)
///     await FeedViewModel().load()
/// }
/// ```
///
/// - Parameters:
///   - options: What the container starts with, and which mistakes to report: empty by default.
///   - isolation: The actor that the operation runs on. By default the caller's.
///   - operation: Runs immediately, in the calling task.
/// - Returns: The operation's result.
/// - Throws: The operation's error.
@discardableResult
public func withIsolatedDependencies<Result>(
    _ options: IsolationOptions = [],
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
) async rethrows -> Result {
    try await Isolation(options).run(isolation: isolation, operation)
}

/// Wraps work for another thread or queue, so that it uses the caller's shared container.
///
/// ```swift
/// DispatchQueue.global().async(execute: carryingDependencies { reload() })
/// Thread(block: carryingDependencies { reload() }).start()
/// ```
///
/// Threads, dispatch queues and detached tasks do not inherit the container of a test. Without this function, they use the
/// process-wide container, with the app's real services.
///
/// - Parameter operation: The work.
/// - Returns: The work, which uses the container that is shared now.
public func carryingDependencies<Value>(_ operation: @escaping @Sendable () -> Value) -> @Sendable () -> Value {
    let bindings = TaskBindings()
    return { bindings.run(operation) }
}

/// Wraps work for a detached task, so that it uses the caller's shared container.
///
/// ```swift
/// await Task.detached(operation: carryingDependencies { await reload() }).value
/// ```
///
/// - Parameter operation: The work.
/// - Returns: The work, which uses the container that is shared now.
public func carryingDependencies<Value: Sendable>(
    _ operation: @escaping @Sendable () async -> Value
) -> @Sendable () async -> Value {
    let bindings = TaskBindings()
    return { await bindings.run(operation) }
}

/// Wraps work for a detached task that may throw, so that it uses the caller's shared container.
///
/// ```swift
/// try await Task.detached(operation: carryingDependencies { try await load() }).value
/// ```
///
/// - Parameter operation: The work.
/// - Returns: The work, which uses the container that is shared now.
public func carryingDependencies<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
) -> @Sendable () async throws -> Value {
    let bindings = TaskBindings()
    return { try await bindings.run(operation) }
}

/// What is bound to a test's task.
private struct TaskBindings: Sendable {
    private let container = DependencyContainer.shared
    private let isolation = Isolation.current.get()

    func run<Value>(_ operation: () -> Value) -> Value {
        Isolation.current.withValue(isolation) { DependencyContainer.withShared(container, operation: operation) }
    }

    func run<Value: Sendable>(_ operation: @Sendable () async throws -> Value) async rethrows -> Value {
        try await Isolation.current.withValue(isolation) {
            try await DependencyContainer.withShared(container, operation: operation)
        }
    }
}
