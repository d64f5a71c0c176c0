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
    private struct State {
        /// How many times the scope has been reset.
        var generation = 0
        /// The registrations that have instances of the scope, or are making one, by their numbers, each with the generation of
        /// that.
        var registrations: [UInt64: (registration: AnyServiceRegistration, generation: Int)] = [:]
    }

    private let state = Protected(State())

    /// Makes a scope without instances.
    public init() {}

    /// Ends the lives of all instances of the scope: the next resolution of each service creates a new one.
    ///
    /// They are released on the calling thread, the newest registration's first, after `onRemove` has run for each.
    /// An instance whose creation is under way is not kept: it goes to the thread that creates it, or to the tasks that await
    /// it. Threads that wait for it ask again when it has been created.
    public func reset() {
        let before = state.withLock { state in
            state.generation += 1
            return state.registrations
        }
        // Each stays listed until its turn has come: another thread that resets the scope meanwhile must not return before.
        for registration in before.values.map(\.registration).orderedByAge.reversed() {
            let isMeant = { (state: State) in
                state.registrations[registration.number]?.generation == before[registration.number]?.generation
            }
            if state.withLock({ isMeant($0) }) { registration.reset() }
            state.withLock { if isMeant($0) { $0.registrations[registration.number] = nil } }
        }
    }

    /// Notes a registration that begins to make an instance.
    func note(_ registration: AnyServiceRegistration) {
        state.withLock { $0.registrations[registration.number] = (registration, $0.generation) }
    }

    func forget(_ registration: AnyServiceRegistration) {
        state.withLock { $0.registrations[registration.number] = nil }
    }
}
