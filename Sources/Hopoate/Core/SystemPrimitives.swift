#if canImport(Darwin)
import Darwin
#elseif os(Windows)
import WinSDK
import ucrt
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif os(WASI)
import WASILibc
#else
#error("Hopoate has no locks and threads for this system: add them to SystemPrimitives.swift.")
#endif

/// The operating system's lock for short critical sections, by its address.
///
/// No user code runs under it, and no thread waits under it. The address must not change, and is the only way to the
/// lock: ThreadSanitizer would report a change of a Swift variable as a race.
struct Lock {
    private let primitive: UnsafeMutablePointer<Primitive>

    @inline(__always)
    init(at address: UnsafeMutableRawPointer) { primitive = address.assumingMemoryBound(to: Primitive.self) }

    #if canImport(Darwin)
    typealias Primitive = os_unfair_lock

    func initialize() { primitive.initialize(to: os_unfair_lock()) }
    func destroy() {}
    func lock() { os_unfair_lock_lock(primitive) }
    func unlock() { os_unfair_lock_unlock(primitive) }
    #elseif os(Windows)
    typealias Primitive = SRWLOCK

    func initialize() { InitializeSRWLock(primitive) }
    func destroy() {}
    func lock() { AcquireSRWLockExclusive(primitive) }
    func unlock() { ReleaseSRWLockExclusive(primitive) }
    #elseif os(WASI)
    typealias Primitive = Void

    func initialize() {}
    func destroy() {}
    func lock() {}
    func unlock() {}
    #else
    typealias Primitive = pthread_mutex_t

    func initialize() { pthread_mutex_init(primitive, nil) }
    func destroy() { pthread_mutex_destroy(primitive) }
    func lock() { pthread_mutex_lock(primitive) }
    func unlock() { pthread_mutex_unlock(primitive) }
    #endif
}

/// The operating system's lock that threads can wait under. It lives as long as the process, and never moves.
struct WaitingLock {
    #if os(Windows)
    private let mutex = UnsafeMutablePointer<SRWLOCK>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<CONDITION_VARIABLE>.allocate(capacity: 1)

    init() {
        InitializeSRWLock(mutex)
        InitializeConditionVariable(condition)
    }

    func lock() { AcquireSRWLockExclusive(mutex) }
    func unlock() { ReleaseSRWLockExclusive(mutex) }
    func wait() { SleepConditionVariableSRW(condition, mutex, INFINITE, 0) }
    func wakeAll() { WakeAllConditionVariable(condition) }
    #elseif os(WASI)
    func lock() {}
    func unlock() {}
    func wait() { fatalError("A system with one thread cannot wait for another thread.") }
    func wakeAll() {}
    #else
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
    func wait() { pthread_cond_wait(condition, mutex) }
    func wakeAll() { pthread_cond_broadcast(condition) }
    #endif
}

/// The operating system's pointer for each thread. It owns a reference, which is released when the thread ends.
struct ThreadSlot: Sendable {
    #if os(Windows)
    private let key = FlsAlloc { $0.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }

    init() { if key == FLS_OUT_OF_INDEXES { fatalError("Hopoate could not get a thread-local slot.") } }

    var pointer: UnsafeMutableRawPointer? { FlsGetValue(key) }
    func set(_ pointer: UnsafeMutableRawPointer) { FlsSetValue(key, pointer) }
    #elseif os(WASI)
    private let only = Protected<UnsafeMutableRawPointer?>(nil)

    var pointer: UnsafeMutableRawPointer? { only.withLock { $0 } }
    func set(_ pointer: UnsafeMutableRawPointer) { only.withLock { $0 = pointer } }
    #else
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { object in
            // Optional on some systems, but never nil.
            let object: UnsafeMutableRawPointer? = object
            object.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
        }
        if status != 0 { fatalError("Hopoate could not get a thread-local slot: error \(status).") }
        self.key = key
    }

    var pointer: UnsafeMutableRawPointer? { pthread_getspecific(key) }
    func set(_ pointer: UnsafeMutableRawPointer) { pthread_setspecific(key, pointer) }
    #endif
}

/// The environment that the process was started with.
enum ProcessEnvironment {
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

func printToStandardError(_ line: String) {
    let text = line + "\n"
    #if os(Windows)
    _ = _write(2, text, UInt32(text.utf8.count))
    #else
    _ = write(2, text, text.utf8.count)
    #endif
}

/// The system's monotonic clock, in seconds after an arbitrary moment. It cannot be set, and also runs while the system sleeps.
enum SystemClock {
    #if canImport(Darwin)
    static var secondsNow: Double { Double(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)) / 1e9 }
    #else
    private static let start = ContinuousClock.now

    static var secondsNow: Double {
        @inline(never) get { start.duration(to: .now) / .seconds(1) }
    }
    #endif
}
