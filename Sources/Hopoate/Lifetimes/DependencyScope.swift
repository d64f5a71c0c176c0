/// The time for which instances of ``Lifetime/scoped(_:)`` services live: a session, a document, a game.
///
/// One scope may serve any number of services and containers. It holds no instance itself: each stays with its
/// registration, until that is removed or the scope is reset.
///
/// A reset concerns every container: with a scope that is global, also those of tests that run at the same time. A scope
/// that belongs to an object, your app delegate say, does not meet with those of others.
///
/// ```swift
/// let session = DependencyScope()
/// container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
/// session.reset()  // at logout
/// ```
public final class DependencyScope: Sendable {
    /// The registrations that have instances of the scope, or are making one.
    private let registrations = Protected<[ObjectIdentifier: AnyServiceRegistration]>([:])

    /// Makes a scope without instances.
    public init() {}

    /// Ends the lives of all instances of the scope: the next resolution of each service creates a new one.
    ///
    /// They are released on the calling thread, the newest registration's first, after `onRemove` has run for each. Nobody awaits
    /// asynchronous functions of `onRemove`: ``asyncReset(isolation:)`` does. An instance that is created meanwhile, before its
    /// registration's turn has come, is released too. An instance whose creation is in progress is not kept: it goes to the thread
    /// that creates it, or to the tasks that await it. Threads that wait for it look it up again when it has been created.
    public func reset() {
        HeldLocks.checkNone()
        // Each stays listed until it is reset: another thread that resets the scope meanwhile must not return before.
        Ending.run(removals())
    }

    /// Ends the lives of all instances of the scope, and awaits the functions that clean them up.
    ///
    /// First it awaits the asynchronous creations in progress in the containers that have instances of the scope, then it releases
    /// one registration's instances after the other, as ``DependencyContainer/asyncRemoveAll(isolation:)`` does. The functions
    /// run also if the caller's task is cancelled.
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
            Removal(registration: $0, rankAndAge: $0.number)
        }
    }

    /// Notes a registration that begins to make an instance. Under the lock of its shard.
    func note(_ registration: AnyServiceRegistration) {
        registrations.withLock { $0[ObjectIdentifier(registration)] = registration }
    }

    /// Forgets a registration that has no instance any more. Under the lock of its shard.
    func forget(_ registration: AnyServiceRegistration) {
        registrations.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(registration)) }
    }
}
