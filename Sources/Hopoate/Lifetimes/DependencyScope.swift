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
    /// They are released on the calling thread, the newest registration's first, after `onRemove` has run for each. An instance
    /// that is created meanwhile, before its registration's turn has come, is released too.
    /// An instance whose creation is under way is not kept: it goes to the thread that creates it, or to the tasks that await
    /// it. Threads that wait for it ask again when it has been created.
    public func reset() {
        HeldLocks.checkNone()
        // Each stays listed until it is reset: another thread that resets the scope meanwhile must not return before.
        for registration in Array(registrations.withLock(\.values)).orderedByAge.reversed() { registration.reset() }
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
