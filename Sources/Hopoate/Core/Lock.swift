#if canImport(Darwin)
import Darwin
#elseif os(Windows)
import WinSDK
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif os(WASI)
#else
#error("Hopoate does not know the locks of this system: add it to Lock.swift, Monitor.swift and ThreadLocal.swift.")
#endif

/// The operating system's lock for short critical sections, where it lies in memory.
///
/// No user code runs under it and nothing waits under it. It is only reached by its address, which must not change: a
/// change of a Swift variable would be a race for ThreadSanitizer.
struct Lock {
    #if canImport(Darwin)
    typealias Primitive = os_unfair_lock
    #elseif os(Windows)
    typealias Primitive = SRWLOCK
    #elseif os(WASI)
    typealias Primitive = Void
    #else
    typealias Primitive = pthread_mutex_t
    #endif

    private let primitive: UnsafeMutablePointer<Primitive>

    @inline(__always)
    init(at address: UnsafeMutableRawPointer) { primitive = address.assumingMemoryBound(to: Primitive.self) }

    func initialize() {
        #if os(WASI)
        #else
        primitive.initialize(to: Primitive())
        #endif
        #if os(Windows)
        InitializeSRWLock(primitive)
        #elseif !canImport(Darwin) && !os(WASI)
        pthread_mutex_init(primitive, nil)
        #endif
    }

    func destroy() {
        #if !canImport(Darwin) && !os(Windows) && !os(WASI)
        pthread_mutex_destroy(primitive)
        #endif
    }

    @inline(__always)
    func lock() {
        #if canImport(Darwin)
        os_unfair_lock_lock(primitive)
        #elseif os(Windows)
        AcquireSRWLockExclusive(primitive)
        #elseif !os(WASI)
        pthread_mutex_lock(primitive)
        #endif
    }

    @inline(__always)
    func unlock() {
        #if canImport(Darwin)
        os_unfair_lock_unlock(primitive)
        #elseif os(Windows)
        ReleaseSRWLockExclusive(primitive)
        #elseif !os(WASI)
        pthread_mutex_unlock(primitive)
        #endif
    }
}
