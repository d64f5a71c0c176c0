/// The slots that end together: those of a scope, of a graph, or of a container for the lifetime `.perContainer`.
///
/// Sendable because its variables are only touched under its lock.
final class SlotGroup: @unchecked Sendable {
    private var slots: [Slot] = []
    private var isClosed: Bool
    private var countToSweepAt = 16
    /// How many look-ups use a graph.
    private var users = 0
    /// One lock for several groups, as each look-up may have a graph of its own (`Benchmarks`, row 'graph').
    private static let locks = Protected(count: 16) { () }

    init(isClosed: Bool = false) { self.isClosed = isClosed }

    @inline(never)
    private func withLock<Result>(_ body: () -> Result) -> Result {
        let address = UInt(bitPattern: ObjectIdentifier(self))
        return SlotGroup.locks.withLock(at: Int(address >> 5 & 15)) { _ in body() }
    }

    /// Adds a slot, under the lock of its registration's shard.
    ///
    /// - Returns: False if the group's container has ended. Then no look-up may find the instance.
    func insert(_ slot: Slot) -> Bool {
        withLock {
            if isClosed { return false }
            slot.index = slots.count
            slots.append(slot)
            return true
        }
    }

    /// Removes a slot, under the lock of its registration's shard.
    func remove(_ slot: Slot) {
        withLock {
            guard let index = slot.index else { return }
            slots.swapAt(index, slots.count - 1)
            slots[index].index = index
            slots.removeLast()
            slot.index = nil
        }
    }

    /// The present slots, the oldest first.
    var all: [Slot] { withLock { slots }.ordered(by: \.lockedAge) }

    /// Accepts no slot afterwards.
    func close() { withLock { isClosed = true } }

    /// Releases the instances that have left their registration, if there are twice as many slots as the last sweep left.
    func sweep() {
        let isDue = withLock {
            if slots.count < countToSweepAt { return false }
            // Keeps other threads from sweeping meanwhile.
            countToSweepAt = .max
            return true
        }
        if !isDue { return }
        for slot in all.reversed() { slot.withLock { if slot.hasLeft { slot.leave(&$0) } } }
        withLock { countToSweepAt = max(16, 2 * slots.count) }
    }

    // MARK: - Graphs

    /// Whether a look-up uses the graph.
    var isInUse: Bool { withLock { users > 0 } }

    /// Makes a graph keep its instances until `endUse()`.
    func beginUse() { withLock { users += 1 } }

    /// After its last look-up, a graph only holds objects weakly, for the properties of objects that the look-up has created.
    @inline(never)
    func endUse() {
        let isOver = withLock {
            users -= 1
            return users == 0
        }
        if !isOver { return }
        // A release may let another look-up use the graph again.
        for slot in withLock({ slots }) { slot.withLock { if !isInUse { slot.weaken(&$0) } } }
    }

    deinit {
        for slot in slots { slot.withLock { slot.leave(&$0) } }
    }
}
