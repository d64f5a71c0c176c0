/// One of the slices that a container's keys are divided into, each behind a lock of its own, so that threads that
/// resolve different services seldom meet.
///
/// Its stacks are in a hash table with open addressing: no generic type and no hasher on the way to an unnamed service
/// (`Benchmarks`, rows 'hit among …').
struct Shard {
    private var slots: UnsafeMutablePointer<Slot>
    private var mask: Int
    private var count = 0
    /// Who observes the table: the same list in each of its shards. Nil, and not empty, when nobody does.
    var observers: ObserverList?

    /// A place in the hash table.
    private struct Slot {
        /// The address of what the service of an unnamed key is told by, so that a search need not look into the stack.
        var unnamed: UInt = 0
        var stack: UnsafeMutablePointer<Stack>?

        init() {}

        init(_ stack: UnsafeMutablePointer<Stack>) {
            self.stack = stack
            let key = stack.pointee.key
            unnamed = key.name == nil ? UInt(bitPattern: ObjectIdentifier(key.service)) : 0
        }

        static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Slot> {
            let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
            slots.initialize(repeating: Slot(), count: capacity)
            return slots
        }
    }

    fileprivate init(capacity: Int) {
        slots = Slot.allocate(capacity)
        mask = capacity - 1
    }

    @inline(__always)
    func find(_ key: ServiceKey) -> UnsafeMutablePointer<Stack>? {
        key.name == nil ? find(unnamed: key.service, hash: key.hash) : find(named: key)
    }

    @inline(never)
    private func find(named key: ServiceKey) -> UnsafeMutablePointer<Stack>? {
        var index = home(ofHash: key.hash)
        while let stack = slots[index].stack {
            if stack.pointee.key == key { return stack }
            index = (index &+ 1) & mask
        }
        return nil
    }

    /// The stack of the unnamed key of a service.
    @inline(__always)
    func find(unnamed service: Any.Type, hash: UInt) -> UnsafeMutablePointer<Stack>? {
        let service = UInt(bitPattern: ObjectIdentifier(service))
        var index = home(ofHash: hash)
        while slots[index].unnamed != service {
            if slots[index].stack == nil { return nil }
            index = (index &+ 1) & mask
        }
        return slots[index].stack
    }

    /// All stacks, in no order.
    var stacks: [UnsafeMutablePointer<Stack>] {
        UnsafeBufferPointer(start: slots, count: mask + 1).compactMap(\.stack)
    }

    /// The slot at which the search for a key begins. The bits above these choose the shard.
    @inline(__always)
    private func home(ofHash hash: UInt) -> Int { Int(truncatingIfNeeded: hash &>> 16) & mask }

    fileprivate mutating func insert(_ stack: UnsafeMutablePointer<Stack>) {
        if count * 4 >= (mask + 1) * 3 { grow() }
        count += 1
        place(stack)
    }

    private func place(_ stack: UnsafeMutablePointer<Stack>) {
        var index = home(ofHash: stack.pointee.key.hash)
        while slots[index].stack != nil { index = (index &+ 1) & mask }
        slots[index] = Slot(stack)
    }

    private mutating func grow() {
        let stacks = self.stacks
        let capacity = (mask + 1) * 2
        slots.deallocate()
        slots = Slot.allocate(capacity)
        mask = capacity - 1
        for stack in stacks { place(stack) }
    }

    fileprivate mutating func delete(_ stack: UnsafeMutablePointer<Stack>) {
        var hole = home(ofHash: stack.pointee.key.hash)
        while slots[hole].stack != stack { hole = (hole &+ 1) & mask }
        // Whoever stands behind the hole, and is allowed to stand in it, moves up, so that no search ends early.
        var index = (hole &+ 1) & mask
        while let next = slots[index].stack {
            let distanceFromHome = (index &- home(ofHash: next.pointee.key.hash)) & mask
            if distanceFromHome >= (index &- hole) & mask {
                slots[hole] = slots[index]
                hole = index
            }
            index = (index &+ 1) & mask
        }
        slots[hole] = Slot()
        count -= 1
    }

    fileprivate func deallocateSlots() {
        slots.deallocate()
    }
}

extension UnsafeMutablePointer<Shard> {
    /// What a shard takes up, with its lock.
    static var size: Int { MemoryLayout<Shard>.stride + MemoryLayout<LockPrimitive>.size }

    func initializeShard() {
        initialize(to: Shard(capacity: 8))
        primitive.initializeLock()
    }

    func deinitializeShard() {
        for stack in pointee.stacks { stack.deallocateStack() }
        pointee.deallocateSlots()
        deinitialize(count: 1)
        primitive.deinitializeLock()
    }

    @inline(__always)
    func lock() { primitive.lock() }

    /// Locks, if that takes no waiting.
    @inline(__always)
    func tryLock() -> Bool { primitive.tryLock() }

    @inline(__always)
    func unlock() { primitive.unlock() }

    /// A stack of the shard, which is locked.
    @inline(__always)
    func locked(_ stack: UnsafeMutablePointer<Stack>, hit: UnsafeMutableRawPointer?) -> LockedStack {
        LockedStack(hit: hit, lock: primitive, stack: stack)
    }

    /// The stack of a key, made when there is none.
    @inline(__always)
    func findOrMake(_ key: ServiceKey) -> UnsafeMutablePointer<Stack> { pointee.find(key) ?? make(key) }

    @inline(never)
    private func make(_ key: ServiceKey) -> UnsafeMutablePointer<Stack> {
        let stack = UnsafeMutablePointer<Stack>.allocate(capacity: 1)
        stack.initialize(to: Stack(key: key, shard: self))
        pointee.insert(stack)
        return stack
    }

    /// Frees a stack that nobody needs any more. Has to follow whatever may have made it so.
    func dispose(of stack: UnsafeMutablePointer<Stack>) {
        guard stack.isDisposable else { return }
        pointee.delete(stack)
        stack.deallocateStack()
    }

    /// The lock lies behind the shard and not in it, where ThreadSanitizer would take a change of the shard for one of the
    /// lock.
    @inline(__always)
    private var primitive: UnsafeMutablePointer<LockPrimitive> {
        (UnsafeMutableRawPointer(self) + MemoryLayout<Shard>.stride).assumingMemoryBound(to: LockPrimitive.self)
    }
}

extension UnsafeMutablePointer<Stack> {
    fileprivate func deallocateStack() {
        deinitialize(count: 1)
        deallocate()
    }
}
