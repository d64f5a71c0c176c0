/// The slots of a registration by the look-ups that find them. Only touched under the lock of the registration's shard.
final class KeyedSlots {
    private(set) var buckets: [SlotKey: [Slot]] = [:]
    /// The number of keys at which a sweep removes the slots of weakly held instances that were released.
    private var countToSweepAt = 16

    var all: [Slot] { buckets.values.flatMap(\.self) }

    func add(_ slot: Slot, _ key: SlotKey, _ discarded: inout Discarded) {
        if buckets.count >= countToSweepAt { sweep(&discarded) }
        buckets[key, default: []].append(slot)
    }

    func remove(_ slot: Slot, _ key: SlotKey) {
        guard let slots = buckets.removeValue(forKey: key) else { return }
        let others = slots.filter { $0 !== slot }
        if !others.isEmpty { buckets[key] = others }
    }

    private func sweep(_ discarded: inout Discarded) {
        for slot in all where slot.box?.isWeak == true {
            // Released after unlocking, as it may be the last reference then.
            let instance = slot.box?.strong
            discarded.add(instance)
            if instance == nil { slot.leave(&discarded) }
        }
        countToSweepAt = max(16, 2 * buckets.count)
    }
}

/// The look-ups that find a slot: those for an argument, of a requesting container, or in a graph.
struct SlotKey: Hashable, Sendable {
    let graph: ObjectIdentifier?
    /// The number of the requesting container's table, if that or a graph owns the instance. Otherwise 0.
    let table: UInt64
    /// The argument's hash. Look-ups compare the arguments outside the lock.
    let hash: Int

    func hash(into hasher: inout Hasher) {
        let graph = UInt64(graph.map { UInt(bitPattern: $0) } ?? 0)
        hasher.combine(graph ^ table << 32 ^ UInt64(truncatingIfNeeded: hash))
    }
}

extension AnyServiceRegistration {
    /// The slots of some look-ups.
    final func slots(_ key: SlotKey) -> [Slot] { keyedSlots?.buckets[key] ?? [] }

    /// The slot of the same look-ups as another registration's.
    final func slot(like other: Slot) -> Slot? {
        guard let key = other.key else { return slot }
        return slots(key).first { $0.argument === other.argument }
    }

    final func add(_ slot: Slot, _ discarded: inout Discarded) {
        guard let key = slot.key else { return self.slot = slot }
        let keyed = keyedSlots ?? KeyedSlots()
        keyedSlots = keyed
        keyed.add(slot, key, &discarded)
    }

    final func remove(_ slot: Slot) {
        if let key = slot.key { keyedSlots?.remove(slot, key) } else if self.slot === slot { self.slot = nil }
    }

    /// The slots that its own container keeps: the one for all look-ups, and those for arguments. The oldest first.
    final var ownSlots: [Slot] {
        var slots = keyedSlots?.all.filter { $0.key?.graph == nil && $0.key?.table == 0 } ?? []
        if let slot { slots.append(slot) }
        return slots.byAge
    }

    /// The instance for all look-ups.
    final var kept: AnyBox? { registeredInstance ?? slot?.box }
}

extension [Slot] {
    /// The oldest first. Under the lock of their registrations.
    @inline(never)
    var byAge: [Slot] { ordered(by: \.age) }
}
