/// A stack that is found, and whose shard is locked.
///
/// Taking a hit out of it is compiled into users' code, which knows the type of the service: copying the instance takes a
/// retain there. Here it would take a call through the type's metadata, and calls are most of a hit (`Benchmarks`, row
/// 'hit').
@usableFromInline
struct LockedStack {
    /// The instance that answers at once, if there is one.
    @usableFromInline let hit: UnsafeMutableRawPointer?
    @usableFromInline let lock: UnsafeMutablePointer<LockPrimitive>
    let stack: UnsafeMutablePointer<Stack>

    /// Copies the hit, and unlocks.
    @inlinable
    @inline(__always)
    func take<Service>(_ hit: UnsafeMutableRawPointer) -> Service {
        defer { lock.unlock() }
        return hit.assumingMemoryBound(to: Service.self).pointee
    }
}
