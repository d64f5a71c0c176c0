/// All stacks of one container: a handle to raw memory, free to copy and to pass around.
///
/// Sendable because every shard is only touched under its lock, and the rest never changes. Whoever uses a table has to
/// see to it that its `StackTableOwner`, if it has one, is alive.
struct StackTable: @unchecked Sendable {
    /// Unlike its address, a table's number is never used again.
    private struct Header {
        let number: UInt64
        /// Nil for the process-wide table.
        var owner: Unmanaged<StackTableOwner>?
        var isReleased = false
        let modules = Protected<[ModuleInstallation]>([])
    }

    private let memory: UnsafeMutableRawPointer

    private static let shardBits = 4
    private static let shardCount = 1 << shardBits
    /// Two cache lines, as processors fetch them in pairs: threads that use different shards must not meet in one.
    private static let stride = 128

    /// The table of the process-wide container. It is never freed.
    @inline(__always)
    static var processWide: StackTable {
        ProcessWide.table.map { StackTable(memory: $0) } ?? makeProcessWide()
    }

    @inline(never)
    private static func makeProcessWide() -> StackTable { madeProcessWide }

    private static let madeProcessWide: StackTable = {
        let table = StackTable()
        ProcessWide.table = table.memory
        return table
    }()

    @inline(__always)
    private init(memory: UnsafeMutableRawPointer) { self.memory = memory }

    fileprivate init() {
        assert(UnsafeMutablePointer<Shard>.size <= StackTable.stride)
        memory = .allocate(byteCount: (StackTable.shardCount + 1) * StackTable.stride, alignment: StackTable.stride)
        memory.initializeMemory(as: Header.self, to: Header(number: Numbers.next()))
        for shard in shards { shard.initializeShard() }
    }

    fileprivate func setOwner(_ owner: StackTableOwner) {
        header.pointee.owner = Unmanaged.passUnretained(owner)
    }

    fileprivate func destroy() {
        for shard in shards { shard.deinitializeShard() }
        header.deinitialize(count: 1)
        memory.deallocate()
    }

    private var header: UnsafeMutablePointer<Header> { memory.assumingMemoryBound(to: Header.self) }

    /// Whether the container of this table is gone, and only objects that it made still look into it.
    var isReleased: Bool {
        get {
            shard(at: 0).lock()
            defer { shard(at: 0).unlock() }
            return header.pointee.isReleased
        }
        nonmutating set {
            shard(at: 0).lock()
            defer { shard(at: 0).unlock() }
            header.pointee.isReleased = newValue
        }
    }

    /// The container of this table, unless it is being released.
    var container: DependencyContainer? {
        guard let owner = header.pointee.owner else { return .processWide }
        return owner._withUnsafeGuaranteedRef { $0.container }
    }

    /// The table that is asked for what nothing is registered for here.
    var parent: StackTable? { header.pointee.owner?._withUnsafeGuaranteedRef { $0.parent?.table } }

    /// What keeps the table's memory. Nil for the process-wide table.
    var owner: StackTableOwner? { header.pointee.owner?.takeUnretainedValue() }

    var isProcessWide: Bool { memory == StackTable.processWide.memory }

    /// The modules that are installed, in the order of their first naming.
    var modules: Protected<[ModuleInstallation]> { header.pointee.modules }

    /// What tells this table from every other that the process has had.
    var number: UInt64 { header.pointee.number }

    @inline(__always)
    func shard(of key: ServiceKey) -> UnsafeMutablePointer<Shard> { shard(ofHash: key.hash) }

    /// The shard that a key belongs to: the top bits of its hash choose it.
    @inline(__always)
    func shard(ofHash hash: UInt) -> UnsafeMutablePointer<Shard> {
        shard(at: Int(truncatingIfNeeded: hash &>> UInt(UInt.bitWidth &- StackTable.shardBits)))
    }

    @inline(__always)
    private func shard(at index: Int) -> UnsafeMutablePointer<Shard> {
        (memory + (index &+ 1) &* StackTable.stride).assumingMemoryBound(to: Shard.self)
    }

    private var shards: [UnsafeMutablePointer<Shard>] {
        (0..<StackTable.shardCount).map { shard(at: $0) }
    }

    /// Runs `body` with every stack of the table while nothing changes in any of them.
    func withAllStacks<Result>(_ body: ([UnsafeMutablePointer<Stack>]) -> Result) -> Result {
        withAllShards { shards in body(shards.flatMap(\.pointee.stacks)) }
    }

    /// Runs `body` with every shard of the table, all of them locked.
    func withAllShards<Result>(_ body: ([UnsafeMutablePointer<Shard>]) -> Result) -> Result {
        let shards = shards
        for shard in shards { shard.lock() }
        defer { for shard in shards { shard.unlock() } }
        return body(shards)
    }
}

/// Frees a table when the container, and every wrapper that may still look into it, are gone.
///
/// Sendable because the container is set once, before anybody else sees the owner.
final class StackTableOwner: @unchecked Sendable {
    let table = StackTable()
    let parent: DependencyContainer?
    weak var container: DependencyContainer?

    init(parent: DependencyContainer?) {
        self.parent = parent
        table.setOwner(self)
    }

    deinit {
        // A wrapper that outlives the container may have had a default registered.
        table.removeAll()
        table.destroy()
    }
}
