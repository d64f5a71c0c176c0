/// The instances of the lifetime `.graph` that one outermost resolution shares.
///
/// It holds them until the resolution is over. From then on it only knows those objects that somebody else holds, for
/// the properties of objects that the resolution has made.
final class ResolutionGraph: Sendable {
    private struct Entry {
        let kept: AnyKept
        /// The same instance, if it is an object.
        let weak: AnyKept?
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var isOver = false
    }

    private let state = Protected(State())

    /// The instance of a registration, if there is one that was made from the given source.
    func instance(of registration: AnyServiceRegistration, source: AnyKept?) -> AnyKept? {
        state.withLock { state in
            guard let entry = state.entries[registration.number], entry.kept.source === source else { return nil }
            return entry.kept.strong
        }
    }

    /// Keeps an instance, unless another thread was faster.
    ///
    /// - Returns: The instance to use.
    func keep(_ kept: AnyKept, of registration: AnyServiceRegistration) -> AnyKept {
        let weak = kept.weakened()
        // Known by the weak reference, so that what a decorator makes of it does not hold it when the resolution is over.
        let kept = weak?.strong ?? kept
        var before: Entry?
        let faster = state.withLock { state -> AnyKept? in
            before = state.entries[registration.number]
            if let faster = before?.kept.strong, before?.kept.source === kept.source { return faster }
            let held = state.isOver ? weak : kept
            state.entries[registration.number] = held.map { Entry(kept: $0, weak: weak) }
            return nil
        }
        // The previous instance is released after unlocking.
        return withExtendedLifetime(before) { faster ?? kept }
    }

    /// Lets go of the instances, as the resolution is over.
    func end() {
        let before = state.withLock { state in
            defer {
                state.isOver = true
                state.entries = state.entries.compactMapValues { entry in
                    entry.weak.map { Entry(kept: $0, weak: $0) }
                }
            }
            return state.entries
        }
        withExtendedLifetime(before) {}
    }
}
