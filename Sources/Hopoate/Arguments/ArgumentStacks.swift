/// The stacks for the values that a registration which takes an argument has been asked for, one for each. On it stands one
/// registration, which makes and keeps the service for that value, with its decorators.
final class ArgumentStacks: Sendable {
    private typealias Value = (number: UInt64, argument: LookupArgument, stack: StackTable)

    private struct State {
        /// By the hashes of their arguments.
        var values: [Int: [Value]] = [:]
        var count = 0
        /// The number of values from which on those that keep nothing are looked for.
        var countToSweepAt = ArgumentStacks.leastCountToSweepAt
    }

    private static let leastCountToSweepAt = 16

    private let state = Protected(State())

    /// The stack for an argument, made when there is none.
    func stack(for argument: LookupArgument, now: Double, _ make: () -> StackTable) -> StackTable {
        let hash = argument.hash
        while true {
            let known = state.withLock { $0.values[hash] ?? [] }
            // Outside the lock, as it runs users' `==`.
            if let value = known.first(where: { $0.argument.isEqual(to: argument) }) { return value.stack }
            sweepIfThereAreMany(now: now)
            let stack = make()
            let isAdded = state.withLock { state in
                // Others of its hash may have come or gone.
                let isSame = (state.values[hash] ?? []).elementsEqual(known) { $0.number == $1.number }
                if isSame {
                    state.values[hash, default: []].append((Numbers.next(), argument, stack))
                    state.count += 1
                }
                return isSame
            }
            if isAdded { return stack }
        }
    }

    /// Takes out the stacks that keep nothing, if there are twice as many as were left the last time. One thread does.
    private func sweepIfThereAreMany(now: Double) {
        let values = state.withLock { state -> [Int: [Value]]? in
            if state.count < state.countToSweepAt { return nil }
            state.countToSweepAt = .max
            return state.values
        }
        guard let values else { return }
        for (hash, values) in values {
            for value in values {
                guard let letGo = value.stack.takeIfIdle(at: now) else { continue }
                // Before anything is released, which runs users' code: as long as an empty stack is here, look-ups for its
                // value ask again and again.
                state.withLock { state in
                    state.values[hash]?.removeAll { $0.number == value.number }
                    if state.values[hash]?.isEmpty == true { state.values[hash] = nil }
                    state.count -= 1
                }
                letGo.release()
            }
        }
        state.withLock { $0.countToSweepAt = max(ArgumentStacks.leastCountToSweepAt, 2 * $0.count) }
    }

    /// The tables of the stacks, the newest first.
    var tables: [StackTable] {
        state.withLock(\.values).values.joined().sorted { $0.number > $1.number }.map(\.stack)
    }
}
