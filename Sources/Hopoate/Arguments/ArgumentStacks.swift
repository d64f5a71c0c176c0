// One registration that takes an argument has a stack of its own for each value that it has been asked for, with one
// registration on it, which makes and keeps the service for that value.

/// A value of an argument that can be told from others.
struct ArgumentValue: Sendable {
    private let value: UncheckedSendable<AnyHashable>
    /// The type of a value that is only known to be of some type: 1 as an `Int` is not 1 as a `Double`.
    private let type: ObjectIdentifier?
    let hash: Int

    /// Nil for a value that cannot be hashed, or that is not even equal to itself. Runs users' code.
    init?<Value>(_ value: Value) {
        func erase<H: Hashable>(_ type: H.Type) -> AnyHashable? { (value as? H).map { AnyHashable($0) } }
        let known = (Value.self as? any Hashable.Type).flatMap { erase($0) }
        guard let hashable = known ?? value as? AnyHashable, hashable == hashable else { return nil }
        self.value = UncheckedSendable(hashable)
        type = known == nil ? ObjectIdentifier(Swift.type(of: hashable.base)) : nil
        hash = hashable.hashValue
    }

    /// Runs users' code.
    func isEqual(to other: ArgumentValue) -> Bool {
        hash == other.hash && type == other.type && value.value == other.value.value
    }
}

/// The stacks for the values that a registration has been asked for.
final class ArgumentStacks: Sendable {
    private let state = Protected(State())

    /// The number of values from which on those that keep nothing are looked for, a few each time that one is added.
    private static let countToSweepAt = 64
    private static let sweepLength = 4

    /// The stack for a value, made when there is none. Nil when the registration has been removed.
    func stack(for value: ArgumentValue, now: Double, _ make: () -> PrivateStack) -> PrivateStack? {
        var made: PrivateStack?
        while true {
            guard let known = state.withLock({ $0.isRemoved ? nil : $0.items[value.hash] ?? [] }) else { return nil }
            // Outside the lock, as it runs users' `==`.
            if let item = known.first(where: { $0.value.isEqual(to: value) }) { return item.stack }
            let stack = made ?? make()
            made = stack
            let item = Item(value: value, stack: stack)
            guard state.withLock({ $0.insert(item, ifThereAre: known.count) }) else { continue }
            sweep(now: now, sparing: stack)
            return stack
        }
    }

    private func sweep(now: Double, sparing stack: PrivateStack) {
        for _ in 0..<ArgumentStacks.sweepLength {
            guard let item = state.withLock({ $0.takeNext() }) else { return }
            let isIdle = item.stack !== stack && item.stack.emptyIfIdle(at: now)
            state.withLock { isIdle ? $0.remove(item) : $0.putBack(item) }
        }
    }

    /// Lets go of what a registration keeps, for every value.
    func reset(_ origin: UInt64) {
        for item in state.withLock({ $0.items }).values.joined() { item.stack.reset(origin) }
    }

    /// Takes out all stacks, and lets go of what they keep, the newest first.
    func removeAll() {
        let items = state.withLock { state in
            defer {
                state = State()
                state.isRemoved = true
            }
            return state.items.values.joined()
        }
        for item in items.sorted(by: { $0.stack.registration.number > $1.stack.registration.number }) {
            item.stack.empty()
        }
    }
}

extension ArgumentStacks {
    private struct Item {
        let value: ArgumentValue
        let stack: PrivateStack
    }

    private struct State {
        /// By the hashes of their values.
        private(set) var items: [Int: [Item]] = [:]
        /// The items that are to be looked at, from the next one on.
        private var queue: [Item] = []
        private var next = 0
        var isRemoved = false

        /// Adds an item, unless others of its hash have come or gone.
        mutating func insert(_ item: Item, ifThereAre count: Int) -> Bool {
            guard !isRemoved, items[item.value.hash]?.count ?? 0 == count else { return false }
            items[item.value.hash, default: []].append(item)
            queue.append(item)
            return true
        }

        /// The item whose turn it is to be looked at, if there are many. It is put back or removed afterwards.
        mutating func takeNext() -> Item? {
            guard queue.count >= ArgumentStacks.countToSweepAt else { return nil }
            next = (next + 1) % queue.count
            queue.swapAt(next, queue.count - 1)
            return queue.removeLast()
        }

        mutating func putBack(_ item: Item) { queue.append(item) }

        mutating func remove(_ item: Item) {
            items[item.value.hash]?.removeAll { $0.stack === item.stack }
            if items[item.value.hash]?.isEmpty == true { items[item.value.hash] = nil }
        }
    }
}
