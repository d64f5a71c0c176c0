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
    /// The container's parent. After a trial, the look-ups of a fork go on in the original.
    let ownParent: StackTable?
    /// Keeps the parent alive while this table lives.
    let parentContainer: DependencyContainer?
    let state = Protected(State())

    struct State {
        weak var container: DependencyContainer?
        var observers: [Observer] = []
        /// The modules that are installed, in this order.
        var modules: [Module] = []
        /// The registrations of the last module that was removed, or of the last removal of everything, for errors.
        var removed: RemovedRegistrations?
        /// Nil before the first one is created.
        var instances: Instances?
        /// Whether the container has ended.
        var isClosed = false
        /// The call of `withChild` that ended the container. Without a file, its test ended it.
        var end: CodePlace?
    }

    static let processWide = StackTable(isProcessWide: true)
    let isProcessWide: Bool
    let isFork: Bool
    /// The shards of all live containers except the process-wide one. Several lists, so that threads seldom wait for
    /// one another.
    private static let living = Protected(count: 16) { [Protected<Shard>]() }

    init(parent: DependencyContainer? = nil, isProcessWide: Bool = false, isFork: Bool = false) {
        self.isProcessWide = isProcessWide
        self.isFork = isFork
        shards = Protected(count: isProcessWide ? 16 : 1) { Shard() }
        ownParent = parent?.table()
        parentContainer = parent
    }

    /// The container of this table. Nil if it was released, and only objects that it had kept still use the table.
    @inline(never)
    var container: DependencyContainer? { isProcessWide ? .processWide : withState(\.container) }

    func addToLiving(for container: DependencyContainer) {
        withState { $0.container = container }
        StackTable.living.withLock(at: Int(number % 16)) { $0.append(shards) }
    }

    /// Removes the table from the list, as its container has ended. Searches from the end: most often, the newest
    /// container ends first.
    func removeFromLiving() {
        StackTable.living.withLock(at: Int(number % 16)) { living in
            if let index = living.lastIndex(where: { $0 === shards }) { living.remove(at: index) }
        }
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

    /// The container's instances of the lifetime `.perContainer`.
    var instances: Instances {
        withState { state in
            let instances = state.instances ?? Instances(isClosed: state.isClosed)
            state.instances = instances
            return instances
        }
    }

    /// Look-ups of services that are not registered here continue there.
    var parent: StackTable? { ownParent ?? (ProcessFlag.trials.isSet && answering !== self ? answering : nil) }

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

    /// Runs a function with every shard, one after the other, each under its lock.
    func withShards(_ change: (inout Shard) -> Void) {
        for index in 0..<shards.count { shards.withLock(at: index, change) }
    }
}

/// One of the slices that a table's stacks are divided into, each behind a lock of its own.
struct Shard {
    private(set) var stacks = StackMap()
    /// The number of stacks at which unused ones are removed. Small in the library's own tests, so that they find faults of this.
    private var countToSweepAt = leastCountToSweepAt
    private static var leastCountToSweepAt: Int { HeldLocks.areChecked ? 2 : 64 }
    /// The largest version of the stacks that were empty at a sweep. A key without a stack has this one, as its version must not
    /// fall: a property would take the instance of a removed registration for the newest one.
    private(set) var sweptVersion: UInt64 = 0
    /// Whether the table has observers, which disables the fast path.
    var isObserved = false
    /// Whether the table's container has ended. The shard accepts no registration then.
    var isClosed = false
    /// The endings and clean-ups in the container. Only the first shard has them.
    fileprivate var endings = Endings()

    @inline(__always)
    mutating func stackOrNew(of key: ServiceKey, in table: StackTable) -> Stack {
        stacks.find(key)?.object ?? newStack(of: key, in: table)
    }

    @inline(never)
    private mutating func newStack(of key: ServiceKey, in table: StackTable) -> Stack {
        if stacks.stacks.count >= countToSweepAt { sweep() }
        let stack = Stack(key, in: table, version: sweptVersion)
        stacks.insert(stack)
        return stack
    }

    /// Removes the stacks without registrations that no wrapper refers to.
    private mutating func sweep() {
        for stack in stacks.stacks where stack.entries.isEmpty { sweptVersion = max(sweptVersion, stack.version) }
        stacks.removeAll { $0.entries.isEmpty && isKnownUniquelyReferenced(&$0) }
        countToSweepAt = max(Shard.leastCountToSweepAt, 2 * stacks.stacks.count)
    }
}

extension Protected<Shard> {
    /// Begins an ending or clean-up.
    ///
    /// - Returns: The earlier ones.
    func begin(_ ending: Ending) -> [Ending] { withLock { $0.endings.begin(ending) } }

    /// The endings and clean-ups in the container, of which some may have ended.
    var endings: [Ending] { withLock(\.endings.all) }
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

    func discarding(_ body: (inout Shard, inout Discarded) -> Void) -> Discarded {
        shards.discarding(at: Int(index), body)
    }

    func begin(_ ending: Ending) -> [Ending] { shards.begin(ending) }

    func isIn(_ table: StackTable) -> Bool { shards === table.shards }
}
