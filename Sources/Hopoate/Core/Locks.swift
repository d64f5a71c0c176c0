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
#error("Hopoate does not know the locks of this system: add it to Locks.swift and ThreadLocal.swift.")
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
        #if canImport(Darwin)
        primitive.initialize(to: os_unfair_lock())
        #elseif os(Windows)
        InitializeSRWLock(primitive)
        #elseif !os(WASI)
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

/// A mutex with a condition, and the state that they guard. It lives as long as the process.
///
/// The invariant that makes it Sendable: both primitives never move, and `state` is only reached through `withLock`.
/// `CreationOnceTests` and `CycleTests` under ThreadSanitizer would see that lost.
final class Monitor<State>: @unchecked Sendable {
    private var state: State

    #if os(Windows)
    private let mutex = UnsafeMutablePointer<SRWLOCK>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<CONDITION_VARIABLE>.allocate(capacity: 1)
    #elseif !os(WASI)
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    #endif

    init(_ state: State) {
        self.state = state
        #if os(Windows)
        InitializeSRWLock(mutex)
        InitializeConditionVariable(condition)
        #elseif !os(WASI)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
        #endif
    }

    func withLock<Result>(_ body: (inout State) -> Result) -> Result { wait { .some(body(&$0)) } }

    /// Runs `body` again and again under the lock until it returns a result. In between, it waits for `broadcast()`.
    func wait<Result>(until body: (inout State) -> Result?) -> Result {
        #if os(Windows)
        AcquireSRWLockExclusive(mutex)
        defer { ReleaseSRWLockExclusive(mutex) }
        #elseif !os(WASI)
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        #endif
        while true {
            if let result = body(&state) { return result }
            #if os(Windows)
            SleepConditionVariableSRW(condition, mutex, INFINITE, 0)
            #elseif os(WASI)
            fatalError("Nothing can be waited for where there is one thread.")
            #else
            pthread_cond_wait(condition, mutex)
            #endif
        }
    }

    /// Wakes all that wait.
    func broadcast() {
        withLock { _ in }
        #if os(Windows)
        WakeAllConditionVariable(condition)
        #elseif !os(WASI)
        pthread_cond_broadcast(condition)
        #endif
    }
}
