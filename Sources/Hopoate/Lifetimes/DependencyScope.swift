/// The time for which instances of ``Lifetime/scoped(_:)`` services live: a session, a document, a game.
///
/// Any number of services and containers may share a scope. It holds no instances: each registration keeps its own, until the
/// registration is removed or the scope is reset.
///
/// A reset affects all containers. So a global scope also resets the containers of tests that run at the same time. Give each
/// app delegate, for example, a scope of its own.
///
/// ```swift
/// let session = DependencyScope()
/// container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
/// session.reset()  // at logout
/// ```
public final class DependencyScope: Sendable {
    /// The registrations that have instances of the scope, or are creating one.
    private let registrations = Protected<[ObjectIdentifier: AnyServiceRegistration]>([:])

    /// Makes a scope without instances.
    public init() {}

    /// Ends the lives of all instances of the scope: the next resolution of each service creates a new one.
    ///
    /// They are released on the calling thread, the newest registration's first, after `onRemove` has run for each. Only
    /// ``asyncReset(isolation:)`` awaits asynchronous functions of `onRemove`. An instance that is created before its registration's
    /// turn is released too. An instance whose creation is in progress is not kept: only the creating thread, or the tasks that
    /// await it, get it. Threads that wait for it look the service up again after the creation.
    public func reset() {
        HeldLocks.checkNone()
        // Each registration stays listed until it is reset, as a concurrent reset must not return before.
        Ending.run(removals())
    }

    /// Ends the lives of all instances of the scope, and awaits the functions that clean them up.
    ///
    /// First it awaits the asynchronous creations in progress in the containers that have instances of the scope. Then it releases
    /// the instances one registration after the other, as ``DependencyContainer/asyncRemoveAll(isolation:)`` does. The functions run
    /// even if the caller's task is cancelled.
    ///
    /// ```swift
    /// container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
    ///     .onRemove { await $0.disconnect() }
    /// await session.asyncReset()  // the inbox is disconnected
    /// ```
    ///
    /// - Parameter isolation: The caller's actor. Synchronous functions and `deinit`s run on it.
    public func asyncReset(isolation: isolated (any Actor)? = #isolation) async {
        let tables = registrations.withLock(\.values).compactMap { registration in
            registration.shard.withLock { _ in registration.stack?.table }
        }
        await Ending.asyncRun(in: tables, isolation: isolation, removals)
    }

    @Sendable private func removals() -> [Removal] {
        registrations.withLock(\.values).map {
            Removal(registration: $0, turn: $0.number)
        }
    }

    /// Adds a registration that begins to create an instance. Call it under the lock of the registration's shard.
    func add(_ registration: AnyServiceRegistration) {
        registrations.withLock { $0[ObjectIdentifier(registration)] = registration }
    }

    /// Removes a registration that has no more instances. Call it under the lock of the registration's shard.
    func remove(_ registration: AnyServiceRegistration) {
        registrations.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(registration)) }
    }
}
