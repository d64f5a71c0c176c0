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
        var generation: UInt64 = 0
        /// Functions that let go of the instances, by the numbers of the registrations that keep them, with the numbers of the
        /// registrations that these are copies of, and the generations of the instances.
        var keepers: [UInt64: (origin: UInt64, generation: UInt64, letGo: @Sendable () -> Void)] = [:]
    }

    private let state = Protected(State())

    /// Makes a scope without instances.
    public init() {}

    /// Ends the lives of all instances of the scope: the next resolution of each service creates a new one.
    ///
    /// They are released on the calling thread, the newest registration's first, after `onRemove` has run for each.
    /// An instance whose creation is under way is not kept: it goes to the thread that creates it, or to the tasks that await
    /// it. Threads that wait for it, and tasks that await an instance that a thread creates, ask again.
    public func reset() {
        let keepers = state.withLock { state in
            state.generation += 1
            return state.keepers
        }
        Waiting.wakeAll()
        // Each stays until its turn has come: another thread that resets the scope meanwhile must not return before.
        for (number, keeper) in keepers.sorted(by: { ($0.value.origin, $0.key) > ($1.value.origin, $1.key) }) {
            keeper.letGo()
            state.withLock { if $0.keepers[number]?.generation == keeper.generation { $0.keepers[number] = nil } }
        }
    }

    var generation: UInt64 { state.withLock { $0.generation } }

    /// Notes that a registration keeps an instance, unless the scope has been reset since the creation began.
    ///
    /// - Parameters:
    ///   - kept: The instance.
    ///   - creation: The creation that has made it.
    ///   - table: The table that the registration stands in.
    /// - Returns: Whether the registration may keep it.
    func admit(_ kept: AnyKept, of creation: Creation, in table: StackTable) -> Bool {
        let registration = creation.registration
        return state.withLock { state in
            guard state.generation == creation.generation else { return false }
            let letGo = { @Sendable [weak table, weak kept] in
                if let kept { table?.changeStack(of: registration.key) { $0.takeKept(of: registration, ifOf: kept) } }
            }
            state.keepers[registration.number] = (registration.origin, creation.generation, letGo)
            return true
        }
    }

    func forget(_ registration: AnyServiceRegistration) { state.withLock { $0.keepers[registration.number] = nil } }
}
