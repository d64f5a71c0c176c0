// A lock that one can wait under until something changes: for threads that wait for another thread's creation.

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
#endif

/// A mutex and a condition, alive as long as the process, with the state that they protect.
///
/// Sendable because both primitives are made for being shared and never move, and `state` is only touched between
/// `lock()` and `unlock()`; `CreationOnceTests` and `CycleTests` under ThreadSanitizer would see that lost.
final class Monitor<State>: @unchecked Sendable {
    /// To be read and changed by who holds the lock.
    var state: State

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
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
        #endif
    }

    func lock() {
        #if os(Windows)
        AcquireSRWLockExclusive(mutex)
        #elseif !os(WASI)
        pthread_mutex_lock(mutex)
        #endif
    }

    func unlock() {
        #if os(Windows)
        ReleaseSRWLockExclusive(mutex)
        #elseif !os(WASI)
        pthread_mutex_unlock(mutex)
        #endif
    }

    /// Unlocks, waits for a `broadcast()`, and locks again. May also return without one.
    func wait() {
        #if os(Windows)
        SleepConditionVariableSRW(condition, mutex, INFINITE, 0)
        #elseif os(WASI)
        fatalError("Nothing can be waited for where there is one thread.")
        #else
        pthread_cond_wait(condition, mutex)
        #endif
    }

    /// Wakes all who wait.
    func broadcast() {
        #if os(Windows)
        WakeAllConditionVariable(condition)
        #elseif !os(WASI)
        pthread_cond_broadcast(condition)
        #endif
    }
}
