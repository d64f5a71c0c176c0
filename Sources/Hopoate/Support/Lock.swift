// The one lock of the package: the short critical sections in which the stacks are read and changed. Unlocking is compiled
// into users' code, hence the public imports.

#if canImport(Darwin)
public import Darwin
#elseif os(Windows)
public import WinSDK
#elseif canImport(Glibc)
import Glibc
public import Synchronization
#elseif canImport(Musl)
import Musl
public import Synchronization
#elseif canImport(Android)
public import Android
#elseif os(WASI)
#else
#error("Hopoate does not know the locks of this system: add it to Lock.swift, Monitor.swift and ThreadLocal.swift.")
#endif

/// What the operating system locks with.
///
/// No user code ever runs under it and nothing waits under it. A look-up holds it for some ten nanoseconds, and only
/// listing, forking and growing for longer. That is why Linux gets a spin lock of its own: it costs one atomic operation
/// instead of a mutex's two, and no calls, which is a third of a hit in a process with threads (`Benchmarks`, row 'hit').
/// Whoever meets it locked for longer yields the processor, and then sleeps.
@usableFromInline
struct LockPrimitive {
    #if canImport(Darwin)
    @usableFromInline var value = os_unfair_lock()
    #elseif os(Windows)
    @usableFromInline var value = SRWLOCK()
    #elseif canImport(Glibc) || canImport(Musl)
    /// Whether it is locked, as 0 or 1. Only used as an `Atomic`.
    @usableFromInline var value: UInt32 = 0
    #elseif canImport(Android)
    @usableFromInline var value = pthread_mutex_t()
    #elseif os(WASI)
    @usableFromInline var value: Void = ()
    #endif
}

extension UnsafeMutablePointer<LockPrimitive> {
    /// Makes the memory a lock. It must not move until `deinitializeLock()`.
    func initializeLock() {
        initialize(to: LockPrimitive())
        #if os(Windows)
        InitializeSRWLock(&pointee.value)
        #elseif canImport(Android)
        pthread_mutex_init(&pointee.value, nil)
        #endif
    }

    func deinitializeLock() {
        #if canImport(Android)
        pthread_mutex_destroy(&pointee.value)
        #endif
        deinitialize(count: 1)
    }

    @inline(__always)
    func lock() {
        #if canImport(Darwin)
        os_unfair_lock_lock(&pointee.value)
        #elseif os(Windows)
        AcquireSRWLockExclusive(&pointee.value)
        #elseif canImport(Glibc) || canImport(Musl)
        if !tryLock() { lockContended() }
        #elseif canImport(Android)
        pthread_mutex_lock(&pointee.value)
        #endif
    }

    /// Locks, if that takes no waiting.
    ///
    /// - Returns: Whether it has.
    @inline(__always)
    func tryLock() -> Bool {
        #if canImport(Darwin)
        os_unfair_lock_trylock(&pointee.value)
        #elseif os(Windows)
        TryAcquireSRWLockExclusive(&pointee.value) != 0
        #elseif canImport(Glibc) || canImport(Musl)
        value.pointee.exchange(1, ordering: .acquiring) == 0
        #elseif canImport(Android)
        pthread_mutex_trylock(&pointee.value) == 0
        #else
        true
        #endif
    }

    @inlinable
    @inline(__always)
    func unlock() {
        #if canImport(Darwin)
        os_unfair_lock_unlock(&pointee.value)
        #elseif os(Windows)
        ReleaseSRWLockExclusive(&pointee.value)
        #elseif canImport(Glibc) || canImport(Musl)
        // The optimiser moves retains down over stores, also over this one, but not over a fence. What is read under the
        // lock would be retained after it, when somebody else may have freed it. x86 needs no instruction for the fence.
        atomicMemoryFence(ordering: .acquiring)
        value.pointee.store(0, ordering: .releasing)
        #elseif canImport(Android)
        pthread_mutex_unlock(&pointee.value)
        #endif
    }

    #if canImport(Glibc) || canImport(Musl)
    /// Not a mutable pointer, as ThreadSanitizer would take two threads' use of one for a race.
    @inlinable
    @inline(__always)
    var value: UnsafePointer<Atomic<UInt32>> {
        UnsafeRawPointer(self).assumingMemoryBound(to: Atomic<UInt32>.self)
    }

    /// Tries for about a microsecond, then gives the processor to the holder, and sleeps when that did not help either:
    /// a holder of lower real-time priority only runs while we sleep.
    @inline(never)
    private func lockContended() {
        var attempts = 0
        while value.pointee.load(ordering: .relaxed) != 0 || !tryLock() {
            attempts &+= 1
            if attempts > 2_000 {
                usleep(50)
            } else if attempts > 100 {
                sched_yield()
            }
        }
    }
    #endif
}

/// A lock with the value that it protects, both on the heap.
///
/// Sendable because `withLock` is the only way to the value; `LockTests.aLockExcludes` under ThreadSanitizer would see
/// that lost.
package final class Protected<Value>: @unchecked Sendable {
    private let primitive = UnsafeMutablePointer<LockPrimitive>.allocate(capacity: 1)
    @exclusivity(unchecked) private var value: Value

    package init(_ value: Value) {
        primitive.initializeLock()
        self.value = value
    }

    deinit {
        primitive.deinitializeLock()
        primitive.deallocate()
    }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        primitive.lock()
        defer { primitive.unlock() }
        return body(&value)
    }
}
