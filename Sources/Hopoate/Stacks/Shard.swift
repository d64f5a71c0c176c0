/// One of the slices that a container's stacks are divided into, each behind a lock of its own, so that threads that
/// resolve different services seldom meet.
struct Shard {
    var stacks: [Stack] = []
    /// The slots of the stacks without a name.
    private var addresses = AddressTable()
    private var named: [ServiceKey: Int] = [:]
    private var freeSlots: [Int] = []
    /// Stacks with a name that are not used any more, the longest so first. The last ones stay a while, for errors.
    private var unusedSlots: [Int] = []
    private static let unusedSlotLimit = 32
    /// The observers of the table. Nil, and not empty, when there are none.
    var observers: ObserverList?

    // The first shard keeps these for the whole table. A lock of their own would cost a child container a tenth
    // (`Benchmarks`, row 'make and drop a child container').
    weak var container: DependencyContainer?
    /// Whether the table may have copies of a parent's registrations for each container. Not any more when the container is gone,
    /// and the copies that its objects have caused in their `deinit`s are being released.
    var takesCopies = true
    /// The modules that are installed, by their numbers.
    var modules: [UInt64: ModuleInstallation] = [:]

    @inline(__always)
    func slot(of key: ServiceKey) -> Int? {
        if let address = key.address { return addresses.find(address) }
        return named[key]
    }

    mutating func slotOrNew(of key: ServiceKey) -> Int {
        if let slot = slot(of: key) { return slot }
        let slot = freeSlots.popLast() ?? stacks.count
        if slot == stacks.count { stacks.append(Stack(key)) } else { stacks[slot] = Stack(key) }
        if let address = key.address { addresses.insert(address, slot) } else { named[key] = slot }
        return slot
    }

    /// The instance of a stack that answers at once. Nil when it takes a decision.
    @inline(__always)
    func hit(_ slot: Int) -> LentInstance? { observers == nil ? stacks[slot].hit : nil }

    /// Frees a stack that nothing needs any more. Other stacks than named ones stay: there are only so many types.
    mutating func disposeIfUnused(_ slot: Int) {
        guard isUnused(slot), !unusedSlots.contains(slot) else { return }
        unusedSlots.append(slot)
        guard unusedSlots.count > Shard.unusedSlotLimit else { return }
        let oldest = unusedSlots.removeFirst()
        guard isUnused(oldest) else { return }
        named[stacks[oldest].key] = nil
        freeSlots.append(oldest)
    }

    private func isUnused(_ slot: Int) -> Bool {
        stacks[slot].entries.isEmpty && stacks[slot].pins == 0 && Shard.needsPin(stacks[slot].key)
    }

    /// Other stacks than named ones stay anyhow.
    static func needsPin(_ key: ServiceKey) -> Bool { key.address == nil }
}
