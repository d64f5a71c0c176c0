/// What the instances of ``Lifetime/scoped(_:)`` services live in: a session, a document, a game.
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
    private struct State {
        /// How many times the scope has been reset.
        var generation: UInt64 = 0
        /// What lets go of the instances, by the numbers of the registrations that keep them.
        var keepers: [UInt64: @Sendable () -> Void] = [:]
    }

    private let state = Protected(State())

    /// Makes a scope without instances.
    public init() {}

    /// Ends the lives of all instances of the scope: the next resolution of each service creates a new one.
    ///
    /// They are released on the calling thread, the newest registration's first, after `onRemove` has run for each.
    /// An instance whose creation is under way goes to those who asked for it, and is not kept.
    public func reset() {
        let keepers = state.withLock { state in
            state.generation += 1
            defer { state.keepers = [:] }
            return state.keepers
        }
        for (_, letGo) in keepers.sorted(by: { $0.key > $1.key }) { letGo() }
    }

    var generation: UInt64 { state.withLock { $0.generation } }

    /// Notes that a registration keeps an instance, unless the scope has been reset since the creation began.
    ///
    /// - Parameters:
    ///   - creation: What makes the instance.
    ///   - table: The table that the registration stands in.
    /// - Returns: Whether the registration may keep it.
    func admit(_ creation: Creation, of table: StackTable) -> Bool {
        let registration = creation.registration
        return state.withLock { state in
            guard state.generation == creation.generation else { return false }
            state.keepers[registration.number] = { [weak table] in table?.letGoOfKept(registration) }
            return true
        }
    }

    func forget(_ registration: AnyServiceRegistration) {
        let forgotten = state.withLock { $0.keepers.removeValue(forKey: registration.number) }
        withExtendedLifetime(forgotten) {}
    }
}
