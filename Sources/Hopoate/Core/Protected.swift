/// Values that can only be reached under their locks: one value, or several with a lock each.
///
/// The invariant that makes it Sendable: each value is only accessed between `lock()` and `unlock()` of its own lock,
/// and lives as long as the memory. `LockTests` under ThreadSanitizer would catch a violation.
package struct Protected<Value>: @unchecked Sendable {
    private let memory: Memory<Value>
    /// How many values there are.
    let count: Int

    package init(_ value: Value) { self.init(count: 1) { value } }

    /// Creates several values. The functions below take an `index`.
    init(count: Int, _ makeValue: () -> Value) { (memory, self.count) = (.make(count, makeValue), count) }

    /// Runs `body` under the lock of a value. No user code may run in it. Objects that may hold user objects go to a
    /// `Discarded`, which closures of two parameters get.
    @inline(__always)
    package func withLock<Result>(at index: Int = 0, _ body: (inout Value) -> Result) -> Result {
        let (lock, value) = memory.part(index)
        HeldLocks.add(Value.self)
        lock.lock()
        defer {
            lock.unlock()
            HeldLocks.remove()
        }
        return body(&value.pointee)
    }

    /// Whether both refer to the same memory.
    static func === (left: Protected, right: Protected) -> Bool { left.memory === right.memory }
}

/// The locks and their values in one allocation, after a header with their number.
private final class Memory<Value>: ManagedBuffer<Int, UInt64> {
    /// The bytes of a lock and a value, in whole cache lines: threads that use different values must not share one.
    private static var stride: Int { (offset + MemoryLayout<Value>.size + 63) / 64 * 64 }

    /// The bytes from a lock to its value.
    @inline(__always)
    private static var offset: Int { (MemoryLayout<Lock.Primitive>.size + 7) / 8 * 8 }

    @inline(__always)
    final func part(_ index: Int) -> (lock: Lock, value: UnsafeMutablePointer<Value>) {
        let lock = withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) } + index * Memory.stride
        return (Lock(at: lock), (lock + Memory.offset).assumingMemoryBound(to: Value.self))
    }

    static func make(_ count: Int, _ makeValue: () -> Value) -> Memory {
        let memory = unsafeDowncast(create(minimumCapacity: count * stride / 8) { _ in count }, to: Memory.self)
        for index in 0..<count {
            let (lock, value) = memory.part(index)
            lock.initialize()
            value.initialize(to: makeValue())
        }
        return memory
    }

    deinit {
        for index in 0..<header {
            let (lock, value) = part(index)
            lock.destroy()
            value.deinitialize(count: 1)
        }
    }
}
