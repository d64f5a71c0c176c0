/// All stacks of one container.
///
/// Wrappers of objects that the container keeps hold the table, not the container. The container empties and closes the
/// table when it is released.
final class StackTable: Sendable {
    /// The process-wide container has several, so that threads that resolve different services seldom wait for one
    /// another.
    let shards: Protected<Shard>
    /// Unlike its address, a table's number is never used again.
    let number = Numbers.next()
    /// The container's parent, in which look-ups of services that are not registered here continue.
    let parent: StackTable?
    /// Keeps the parent alive while this table lives.
    let parentContainer: DependencyContainer?
    let state = Protected(State())

    struct State {
        weak var container: DependencyContainer?
        var observers: [Observer] = []
        /// The modules that are installed, in this order.
        var modules: [Module] = []
        /// The slots of the lifetime `.perContainer`. Nil before the first one is made.
        var slots: SlotGroup?
        /// Whether the container is ending, or has ended.
        var isClosed = false
        /// The call of `withChild` that ended the container. Without a file, its test ended it. Nil if it was released.
        var end: CodePlace?
        /// The clean-ups in progress of its services, each of one call.
        var cleanUps: [Activity] = []
    }

    static let processWide = StackTable(isProcessWide: true)
    let isProcessWide: Bool
    let isFork: Bool
    /// The shards of all containers but the process-wide one and those that have ended. Several lists, so that threads seldom wait for
    /// one another.
    private static let living = Protected(count: 16) { [Protected<Shard>]() }

    init(parent: DependencyContainer? = nil, isProcessWide: Bool = false, isFork: Bool = false) {
        self.isProcessWide = isProcessWide
        self.isFork = isFork
        shards = Protected(count: isProcessWide ? 16 : 1) { Shard() }
        self.parent = parent?.table
        parentContainer = parent
    }

    /// The container of this table. Nil if it was released, and only objects that it had kept still use the table.
    @inline(never)
    var container: DependencyContainer? { isProcessWide ? .processWide : withState(\.container) }

    func addToLiving(for container: DependencyContainer) {
        withState { $0.container = container }
        StackTable.living.withLock(at: Int(number % 16)) { $0.append(shards) }
    }

    func removeFromLiving() {
        StackTable.living.withLock(at: Int(number % 16)) { living in
            // Most containers end before older ones do.
            guard let index = living.lastIndex(where: { $0 === shards }) else { return }
            living.swapAt(index, living.count - 1)
            living.removeLast()
        }
    }

    /// The clean-ups in progress of its services, without those that the current task runs in.
    var cleanUps: [Activity] {
        let own = TaskActivity.current?.activity
        return withState(\.cleanUps).filter { $0 !== own }
    }

    /// The newest live container with registrations for a key, except the process-wide one. The search holds none without, which might
    /// be released meanwhile.
    static func newestLive(with key: ServiceKey) -> StackTable? {
        var newest: StackTable?
        for list in 0..<living.count {
            for shards in living.withLock(at: list, { $0 }) {
                let table = shards.withLock(at: key.shardIndex(of: shards.count)) { shard in
                    shard.stacks[key].flatMap { $0.entries.isEmpty ? nil : $0.table }
                }
                if let table, table.number > newest?.number ?? 0 { newest = table }
            }
        }
        return newest
    }

    /// The container's slots of the lifetime `.perContainer`.
    var slots: SlotGroup {
        withState { state in
            let slots = state.slots ?? SlotGroup(isClosed: state.isClosed)
            state.slots = slots
            return slots
        }
    }

    /// This table and its parents, the outermost last.
    var withParents: [StackTable] {
        var tables = [self]
        while let parent = tables[tables.count - 1].parent { tables.append(parent) }
        return tables
    }

    func withState<Result>(_ body: (inout State) -> Result) -> Result { state.withLock(body) }

    /// Runs `body` with the shard of a key, which is locked.
    @inline(__always)
    func withShard<Result>(of key: ServiceKey, _ body: (inout Shard) -> Result) -> Result {
        shards.withLock(at: key.shardIndex(of: shards.count), body)
    }

    @inline(__always)
    func withShard<Result>(of key: ServiceKey, _ body: (inout Shard, inout Discarded) -> Result) -> Result {
        shards.withLock(at: key.shardIndex(of: shards.count), body)
    }

    func shardReference(of key: ServiceKey) -> ShardReference {
        ShardReference(shards: shards, index: UInt8(key.shardIndex(of: shards.count)))
    }

    /// Whether the container has ended, and is empty.
    var hasEnded: Bool { shards.withLock(\.hasEnded) }

    /// Runs a function with every shard, one after the other, each under its lock.
    func withShards(_ change: (inout Shard) -> Void) {
        for index in 0..<shards.count { shards.withLock(at: index, change) }
    }
}

/// One of the slices that a table's stacks are divided into, each behind a lock of its own.
struct Shard {
    private(set) var stacks = StackMap()
    /// The number of stacks at which unused ones are removed. Small in the library's own tests, so that they find faults of this. 32 bits,
    /// so that a shard and its lock fit into 64 bytes (`Benchmarks`, row 'bytes of a child container').
    private var countToSweepAt = leastCountToSweepAt
    private static var leastCountToSweepAt: Int32 { HeldLocks.areChecked ? 2 : 64 }
    /// Whether the table has observers, which disables the fast path.
    var isObserved = false
    /// Whether the table's container is ending, or has ended. The shard accepts no registration then.
    var isClosed = false
    /// Whether it has ended, and is empty. Look-ups go on in its parent then.
    var hasEnded = false

    @inline(__always)
    mutating func stackOrNew(of key: ServiceKey, in table: StackTable) -> Stack {
        stacks.find(key)?.object ?? newStack(of: key, in: table)
    }

    @inline(never)
    private mutating func newStack(of key: ServiceKey, in table: StackTable) -> Stack {
        if stacks.stacks.count >= countToSweepAt { sweep() }
        let stack = Stack(key, in: table)
        stacks.insert(stack)
        return stack
    }

    /// Removes the stacks without registrations that no wrapper refers to. Errors still name what the last call removed.
    private mutating func sweep() {
        var lastCause: UInt64 = 0
        for stack in stacks.stacks { lastCause = max(lastCause, stack.causeOfRemoval) }
        stacks.removeAll {
            let isNamed = $0.causeOfRemoval > 0 && $0.causeOfRemoval == lastCause
            return !isNamed && $0.entries.isEmpty && isKnownUniquelyReferenced(&$0)
        }
        countToSweepAt = max(Shard.leastCountToSweepAt, 2 * Int32(clamping: stacks.stacks.count))
    }
}

/// A reference to a shard that does not keep its table's parents alive.
struct ShardReference {
    fileprivate let shards: Protected<Shard>
    fileprivate let index: UInt8

    @inline(__always)
    func withLock<Result>(_ body: (inout Shard) -> Result) -> Result { shards.withLock(at: Int(index), body) }

    @inline(__always)
    func withLock<Result>(_ body: (inout Shard, inout Discarded) -> Result) -> Result {
        shards.withLock(at: Int(index), body)
    }

    func isIn(_ table: StackTable) -> Bool { shards === table.shards }

    func isInTable(of other: ShardReference) -> Bool { shards === other.shards }
}
