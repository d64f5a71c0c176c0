/// A group of instances that you release together, such as those of a session, a document or a game.
///
/// A service joins a scope by its lifetime, ``Lifetime/scoped(_:)``. Any number of services and containers can share a scope. The
/// scope itself holds no instances: each registration keeps its own, until the scope is reset or the registration is removed.
///
/// Let an object own the scope, such as the app delegate. A reset affects all containers, so a global scope would also reset the
/// containers of tests that run at the same time.
///
/// ```swift
/// let session = DependencyScope()
/// container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
/// session.reset()  // at logout
/// ```
public final class DependencyScope: Sendable {
    /// The instances of the scope, and those in creation.
    let slots = SlotGroup()

    /// Creates a scope, to which you add services with ``Lifetime/scoped(_:)``.
    ///
    /// ```swift
    /// let session = DependencyScope()
    /// container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
    /// ```
    public init() {}

    /// Releases all instances of the scope, so that each service is created again when it is next resolved.
    ///
    /// The calling thread runs the `onRemove` functions of each instance and releases it, beginning with the newest registration.
    /// Asynchronous functions run afterwards, one after the other, in a task that this call does not await; to await them, use
    /// ``asyncReset(isolation:)``. If a creator is running, its instance is not cached, and not cleaned up: see
    /// <doc:Lifetimes-and-defaults#Remove-a-service-while-its-creator-runs>.
    ///
    /// ```swift
    /// let before = container.resolve(Inbox.self)
    /// session.reset()
    /// let after = container.resolve(Inbox.self)  // another inbox
    /// ```
    public func reset() {
        HeldLocks.checkNone()
        Removal.run(removals())
    }

    /// Releases all instances of the scope, and awaits the functions that clean them up.
    ///
    /// First the call cancels and awaits the scope's creations in progress, on other threads too. A creator of the scope may make the
    /// call, which neither cancels nor awaits the creation that it is a part of. Then the call releases the instances of one
    /// registration after the other, as ``DependencyContainer/asyncRemoveAll(isolation:fileID:line:)`` does. The functions run even if
    /// the caller's task is cancelled. If a creation or clean-up takes longer than ten seconds, its name and line are printed on standard
    /// error.
    ///
    /// ```swift
    /// container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
    ///     .onRemove { await $0.disconnect() }
    /// await session.asyncReset()  // the inbox is disconnected
    /// ```
    ///
    /// - Parameter isolation: The caller's actor. Synchronous functions and `deinit`s run on it.
    public func asyncReset(isolation: isolated (any Actor)? = #isolation) async {
        await Removal.asyncRun(isolation: isolation) { self.removals() }
    }

    /// The newest registration comes first, and the newest of its instances.
    func removals() -> [Removal] { slots.all.map { Removal(of: $0, turn: $0.registration.number) } }
}
