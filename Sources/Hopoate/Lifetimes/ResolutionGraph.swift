/// The identity of an instance of the lifetime `.graph`.
struct GraphKey: Hashable {
    private let registration: UInt64
    /// The number of the table whose container was asked, and makes the instance.
    private let maker: UInt64

    init(_ registration: AnyServiceRegistration, _ lookup: Lookup) {
        self.registration = registration.number
        maker = lookup.asker?.number ?? registration.tableNumber
    }
}

/// The instances of the lifetime `.graph` that one outermost resolution shares.
///
/// It holds them until the resolution is over. From then on it only knows the objects that something else holds, for
/// the properties of objects that the resolution has made.
final class ResolutionGraph: Sendable {
    private struct State {
        var instances: [GraphKey: AnyKept] = [:]
        /// The resolutions and creations that it lasts for.
        var holders = 0
    }

    private let state = Protected(State())

    /// The instance of a key, if there is one that was made from the given source.
    func instance(_ key: GraphKey, source: AnyKept?) -> AnyKept? {
        state.withLock { state in
            guard let kept = state.instances[key], kept.source === source else { return nil }
            return kept.strong
        }
    }

    /// Keeps an instance, unless another thread was faster.
    ///
    /// - Returns: The instance to use.
    func keep(_ kept: AnyKept, as key: GraphKey) -> AnyKept {
        let weak = kept.weakened()
        // Known by the weak reference, so that its decoration does not hold it when the resolution is over.
        let kept = weak?.strong ?? kept
        var before: AnyKept?
        let faster = state.withLock { state -> AnyKept? in
            before = state.instances[key]
            if before?.source === kept.source, let faster = before?.strong { return faster }
            state.instances[key] = state.holders == 0 ? weak : kept
            return nil
        }
        // The previous instance is released after unlocking.
        return withExtendedLifetime(before) { faster ?? kept }
    }

    /// Makes the graph last until `end()`.
    func begin() { state.withLock { $0.holders += 1 } }

    /// Lets go of the instances, if nothing that the graph lasts for goes on.
    func end() {
        let before = state.withLock { state in
            let before = state.instances
            state.holders -= 1
            if state.holders == 0 {
                // An instance that is made from a value would keep the value alive.
                state.instances = before.compactMapValues { kept in
                    sequence(first: kept.identity, next: \.source).allSatisfy(\.isWeak) ? kept.identity : nil
                }
            }
            return before
        }
        // Released after unlocking.
        withExtendedLifetime(before) {}
    }
}
