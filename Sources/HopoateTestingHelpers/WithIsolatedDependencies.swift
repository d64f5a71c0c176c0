import Hopoate

/// Runs an operation with a shared container of its own.
///
/// `DependencyContainer.shared` is that container for everything the operation calls and for child tasks. Objects made inside
/// keep it. `carryingDependencies` takes it to another thread or a detached task.
///
/// When the operation returns or throws, the container is reset, even if other objects still hold it. It releases its mocks and
/// other instances on the calling thread, the newest registration first. Later look-ups find nothing.
///
/// ```swift
/// func testReloading() {
///     withIsolatedDependencies {
///         DependencyContainer.shared.register(MockAnalytics(), for: (any AnalyticsProviding).self)
///         FeedViewModel().reload()
///     }
/// }
/// ```
///
/// - Parameters:
///   - options: The container's first registrations, and the faults to report.
///   - operation: Runs at once, on the calling thread.
/// - Returns: The operation's result.
/// - Throws: The operation's error.
public func withIsolatedDependencies<Result>(
    _ options: IsolationOptions = [],
    operation: () throws -> Result
) rethrows -> Result {
    try Isolation(options).run(operation)
}

/// Runs an asynchronous operation with a shared container of its own.
///
/// The container is reset after the asynchronous creations that the operation has begun. Otherwise this is the synchronous form,
/// which returns before the reset if such creations are in progress.
///
/// ```swift
/// func testLoading() async {
///     await withIsolatedDependencies(.forked) {
///         DependencyContainer.shared.register(MockAnalytics(), for: (any AnalyticsProviding).self)
///         await FeedViewModel().load()
///     }
/// }
/// ```
///
/// - Parameters:
///   - options: The container's first registrations, and the faults to report.
///   - isolation: The actor that the operation runs on: the caller's.
///   - operation: Runs at once, in the calling task.
/// - Returns: The operation's result.
/// - Throws: The operation's error.
public func withIsolatedDependencies<Result>(
    _ options: IsolationOptions = [],
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
) async rethrows -> Result {
    try await Isolation(options).run(isolation: isolation, operation)
}

/// Takes the caller's shared container to another thread or queue.
///
/// Other threads, dispatch queues and detached tasks do not inherit the shared container of a test. Unless this wraps the work,
/// look-ups there use the process-wide container, with the app's real services. Such a look-up is an issue while a test with
/// ``IsolationOptions/strict`` runs.
///
/// ```swift
/// DispatchQueue.global().async(execute: carryingDependencies { reload() })
/// Thread(block: carryingDependencies { reload() }).start()
/// ```
///
/// - Parameter operation: The operation to run elsewhere.
/// - Returns: The operation, which runs with the container that is shared now.
public func carryingDependencies<Value>(_ operation: @escaping @Sendable () -> Value) -> @Sendable () -> Value {
    let bindings = TaskBindings()
    return { bindings.run(operation) }
}

/// Takes the caller's shared container to a detached task.
///
/// ```swift
/// await Task.detached(operation: carryingDependencies { await reload() }).value
/// ```
///
/// - Parameter operation: The operation to run elsewhere.
/// - Returns: The operation, which runs with the container that is shared now.
public func carryingDependencies<Value: Sendable>(
    _ operation: @escaping @Sendable () async -> Value
) -> @Sendable () async -> Value {
    let bindings = TaskBindings()
    return { await bindings.run(operation) }
}

/// Takes the caller's shared container to a detached task that may throw.
///
/// ```swift
/// try await Task.detached(operation: carryingDependencies { try await load() }).value
/// ```
///
/// - Parameter operation: The operation to run elsewhere.
/// - Returns: The operation, which runs with the container that is shared now.
public func carryingDependencies<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
) -> @Sendable () async throws -> Value {
    let bindings = TaskBindings()
    return { try await bindings.run(operation) }
}

/// The values that are bound to a test's task.
private struct TaskBindings: Sendable {
    private let container = DependencyContainer.shared
    private let isolation = Isolation.current.get()
    private let work = TestWork.carried

    func run<Value>(_ operation: () -> Value) -> Value {
        TestWork.current.withValue(work) {
            Isolation.current.withValue(isolation) {
                DependencyContainer.withShared(container, operation: operation)
            }
        }
    }

    func run<Value: Sendable>(_ operation: @Sendable () async throws -> Value) async rethrows -> Value {
        try await TestWork.current.withValue(work) {
            try await Isolation.current.withValue(isolation) {
                try await DependencyContainer.withShared(container, operation: operation)
            }
        }
    }
}
