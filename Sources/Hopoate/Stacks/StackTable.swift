/// All stacks of one container.
///
/// Wrappers of objects that the container keeps hold the table and not the container, which empties the table when it is
/// released.
final class StackTable: Sendable {
    let shards: Protected<Shard>
    private let shardCount: Int
    /// Unlike its address, a table's number is never used again.
    let number: UInt64
    /// Asked for services that are not registered here.
    let parent: StackTable?
    /// Kept alive as long as this table.
    let parentContainer: DependencyContainer?
    /// The table that this one is a part of, which outlives it. Nil for the table of a container.
    unowned let owner: StackTable?

    static let processWide = StackTable(isProcessWide: true)
    let isProcessWide: Bool

    init(parent: DependencyContainer? = nil, isProcessWide: Bool = false) {
        self.isProcessWide = isProcessWide
        owner = nil
        number = Numbers.next()
        shardCount = isProcessWide ? 16 : 1
        shards = Protected(count: shardCount) { Shard() }
        self.parent = parent?.table
        parentContainer = parent
    }

    /// Makes a table of one stack that no key of its owner finds, with a copy of an entry: that of one value of an argument, or of
    /// one `Lazy`. Resolving goes the way of any stack from there.
    init(partOf owner: StackTable, _ entry: Entry) {
        self.owner = owner
        isProcessWide = owner.isProcessWide
        number = owner.number
        shardCount = 1
        shards = Protected(Shard())
        parent = owner.parent
        parentContainer = nil
        withStackOrNew(of: entry.registration.key) { _ = $0.insert(entry.copy(for: self)) }
    }

    deinit {
        // Copies that came when the container was gone already. A parent notes each.
        let late = parent != nil && ProcessFlag.copies.isSet && !isEmpty ? stacks.flatMap(\.entries) : []
        for entry in late { parent?.forget(entry.registration) }
    }

    /// The container of this table. Nil when it is gone, and only objects that it kept still look into the table.
    var container: DependencyContainer? {
        get { isProcessWide ? .processWide : owner?.container ?? shards.withLock(\.container) }
        set { shards.withLock { $0.container = newValue } }
    }

    /// Whether it may have copies of a parent's registrations for each container.
    var takesCopies: Bool { container != nil && (owner ?? self).shards.withLock(\.takesCopies) }

    /// Changes the list of modules. Runs no user code.
    func changeModules<Result>(_ change: (inout [UInt64: ModuleInstallation]) -> Result) -> Result {
        shards.withLock { change(&$0.modules) }
    }

    @inline(__always)
    func shardIndex(of key: ServiceKey) -> Int {
        let address = key.address ?? UInt(bitPattern: ObjectIdentifier(key.service))
        return Int(truncatingIfNeeded: AddressTable.hash(address) &>> UInt(UInt.bitWidth &- 4)) & (shardCount &- 1)
    }

    /// Runs `body` with the shard of a key, which is locked.
    @inline(__always)
    func withShard<Result>(of key: ServiceKey, _ body: (inout Shard) -> Result) -> Result {
        shards.withLock(at: shardIndex(of: key), body)
    }

    /// Runs `body` with the stack of a key, if there is one. It is locked. If nothing needs the stack any more, it is freed.
    @inline(__always)
    func withStack<Result>(of key: ServiceKey, _ body: (inout Stack) -> Result) -> Result? {
        withShard(of: key) { shard in
            guard let slot = shard.slot(of: key) else { return nil }
            defer { if shard.stacks[slot].entries.isEmpty { shard.disposeIfUnused(slot) } }
            return body(&shard.stacks[slot])
        }
    }

    /// Runs `body` with the stack of a key, which is made if there is none. It is locked.
    func withStackOrNew<Result>(of key: ServiceKey, _ body: (inout Stack) -> Result) -> Result {
        withShard(of: key) { shard in body(&shard.stacks[shard.slotOrNew(of: key)]) }
    }

    /// Every stack as it is at one moment.
    var stacks: [Stack] {
        shardCount == 1 ? shards.withLock(\.stacks) : shards.withAllLocks { $0.stacks }.flatMap(\.self)
    }
}
