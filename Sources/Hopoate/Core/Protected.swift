/// Values that can only be reached under their locks: one value, or several with a lock each.
///
/// The invariant that makes it Sendable: the values are only touched between `lock()` and `unlock()` of their own locks,
/// and they live as long as this object. `LockTests.aLockExcludes` under ThreadSanitizer would see that lost.
package final class Protected<Value>: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    private let count: Int

    package convenience init(_ value: Value) { self.init(count: 1) { value } }

    /// Makes several values. `index` in the functions below tells them apart.
    init(count: Int, _ makeValue: () -> Value) {
        self.count = count
        memory = .allocate(byteCount: count * Protected.stride, alignment: 16)
        for index in 0..<count {
            lock(at: index).initialize()
            value(at: index).initialize(to: makeValue())
        }
    }

    deinit {
        for index in 0..<count {
            lock(at: index).destroy()
            value(at: index).deinitialize(count: 1)
        }
        memory.deallocate()
    }

    /// Room for a lock and a value, in whole cache lines: threads that use different values must not meet in one.
    private static var stride: Int { (offset + MemoryLayout<Value>.size + 63) / 64 * 64 }

    /// A value lies behind its lock.
    @inline(__always)
    private static var offset: Int { (MemoryLayout<Lock.Primitive>.size + 15) / 16 * 16 }

    @inline(__always)
    private func lock(at index: Int) -> Lock { Lock(at: memory + index * Protected.stride) }

    @inline(__always)
    private func value(at index: Int) -> UnsafeMutablePointer<Value> {
        (memory + index * Protected.stride + Protected.offset).assumingMemoryBound(to: Value.self)
    }

    /// Runs `body` under the lock of a value. No user code may run in it, and so nothing of a user's may be released in it.
    @inline(__always)
    package func withLock<Result>(at index: Int = 0, _ body: (inout Value) -> Result) -> Result {
        let lock = lock(at: index)
        lock.lock()
        defer { lock.unlock() }
        return body(&value(at: index).pointee)
    }

    /// Runs `body` with one value after the other, each under its lock.
    func changeEach<Result>(_ body: (inout Value) -> Result) -> [Result] {
        (0..<count).map { withLock(at: $0, body) }
    }

    /// Copies of all values as they are at one moment.
    var snapshot: [Value] {
        for index in 0..<count { lock(at: index).lock() }
        defer { for index in 0..<count { lock(at: index).unlock() } }
        return (0..<count).map { value(at: $0).pointee }
    }
}
