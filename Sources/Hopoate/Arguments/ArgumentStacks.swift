/// The stacks for the values that a registration which takes an argument has been asked for, one for each. On it stands one
/// registration, which makes and keeps the service for that value.
final class ArgumentStacks: Sendable {
    private struct State {
        /// By the hashes of their values. Nil when the registration has been removed.
        var stacks: [Int: [PrivateStack]]? = [:]
        /// The number of values from which on those that keep nothing are looked for.
        var countToSweepAt = ArgumentStacks.leastCountToSweepAt
    }

    private static let leastCountToSweepAt = 16

    private let state = Protected(State())

    /// The stack for an argument with a hash, made when there is none. Nil when the registration has been removed.
    func stack(for argument: LookupArgument, _ hash: Int, now: Double, _ make: () -> PrivateStack) -> PrivateStack? {
        lazy var made = make()
        while true {
            guard let known = state.withLock({ $0.stacks.map { $0[hash] ?? [] } }) else { return nil }
            // Outside the lock, as it runs users' `==`.
            if let stack = known.first(where: { $0.argument?.isEqual(to: argument) == true }) { return stack }
            sweepIfThereAreMany(now: now)
            let stack = made
            let isAdded = state.withLock { state in
                // Others of its hash may have come or gone.
                guard state.stacks?[hash, default: []].count == known.count else { return false }
                state.stacks?[hash, default: []].append(stack)
                return true
            }
            if isAdded { return stack }
        }
    }

    /// Takes out the stacks that keep nothing, if there are twice as many as were left the last time. One thread does.
    private func sweepIfThereAreMany(now: Double) {
        let stacks = state.withLock { state -> [Int: [PrivateStack]]? in
            guard let stacks = state.stacks, stacks.count >= state.countToSweepAt else { return nil }
            state.countToSweepAt = .max
            return stacks
        }
        guard let stacks else { return }
        for (hash, stacks) in stacks {
            let idle = stacks.filter { $0.emptyIfIdle(at: now) }
            if idle.isEmpty { continue }
            // At once, as look-ups for these values come back until there are other stacks.
            state.withLock { state in
                let left = state.stacks?[hash]?.filter { stack in !idle.contains { $0 === stack } }
                state.stacks?[hash] = left?.isEmpty == true ? nil : left
            }
        }
        state.withLock { $0.countToSweepAt = max(ArgumentStacks.leastCountToSweepAt, 2 * ($0.stacks?.count ?? 0)) }
    }

    /// Lets go of what a registration keeps, for every value.
    func reset(_ origin: UInt64) {
        for stack in (state.withLock(\.stacks) ?? [:]).values.joined() { stack.change { $0.reset(origin) } }
    }

    /// Takes out all stacks, and lets go of what they keep, the newest first.
    func removeAll() {
        let stacks = (state.withLock { $0.stacks.take() } ?? [:]).values.joined()
        for stack in stacks.sorted(by: { $0.registration.number > $1.registration.number }) {
            stack.change { $0.removeAll() }
        }
    }
}
