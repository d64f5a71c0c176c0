// One pointer per thread.

#if canImport(Darwin)
import Darwin
#elseif os(Windows)
import WinSDK
#elseif canImport(Glibc)
import Glibc
import Synchronization
#elseif canImport(Musl)
import Musl
import Synchronization
#elseif canImport(Android)
import Android
#endif

/// A slot that holds another pointer on each thread, and is nil on a thread that has not set it.
///
/// A task-local value would cost ten times as much, and everything kept here lives within one synchronous call. On Linux
/// it gets its key when it is first used, so that a global slot is a constant and takes no call to find, which is a
/// twentieth of a creation (`Benchmarks`, row 'transient').
struct ThreadLocal: ~Copyable, Sendable {
    #if os(Windows)
    private let key: DWORD
    #elseif os(WASI)
    private let slot = Slot()
    private final class Slot: @unchecked Sendable { var pointer: UnsafeMutableRawPointer? }
    #elseif canImport(Glibc) || canImport(Musl)
    /// The key and 1, or 0 as long as there is none.
    private let numberedKey = Atomic<UInt64>(0)
    private let destroy: Destructor
    #else
    private let key: pthread_key_t
    #endif

    #if canImport(Darwin)
    typealias Destructor = @convention(c) (UnsafeMutableRawPointer) -> Void
    #else
    typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void
    #endif

    /// - Parameter destroy: Called on a thread that ends, with what is in its slot, if anything.
    init(destroy: @escaping Destructor) {
        #if os(Windows)
        key = FlsAlloc(destroy)
        if key == FLS_OUT_OF_INDEXES { fatalError("Hopoate could not get a thread-local slot.") }
        #elseif os(WASI)
        #elseif canImport(Glibc) || canImport(Musl)
        self.destroy = destroy
        #else
        key = ThreadLocal.makeKey(destroy)
        #endif
    }

    #if !os(Windows) && !os(WASI)
    private static func makeKey(_ destroy: @escaping Destructor) -> pthread_key_t {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, destroy)
        if status != 0 { fatalError("Hopoate could not get a thread-local slot: error \(status).") }
        return key
    }
    #endif

    #if canImport(Glibc) || canImport(Musl)
    private var key: pthread_key_t {
        @inline(__always) get {
            let numberedKey = numberedKey.load(ordering: .acquiring)
            return numberedKey == 0 ? firstKey() : pthread_key_t(truncatingIfNeeded: numberedKey &- 1)
        }
    }

    /// Of threads that come here at once, one has made the key, and the others make one in vain.
    @inline(never)
    private func firstKey() -> pthread_key_t {
        let key = ThreadLocal.makeKey(destroy)
        let numbered = UInt64(key) + 1
        let made = numberedKey.compareExchange(expected: 0, desired: numbered, ordering: .acquiringAndReleasing)
        if !made.exchanged { pthread_key_delete(key) }
        return made.exchanged ? key : pthread_key_t(made.original - 1)
    }
    #endif

    var pointer: UnsafeMutableRawPointer? {
        @inline(__always) get {
            #if os(Windows)
            FlsGetValue(key)
            #elseif os(WASI)
            slot.pointer
            #else
            pthread_getspecific(key)
            #endif
        }
        nonmutating set {
            #if os(Windows)
            FlsSetValue(key, newValue)
            #elseif os(WASI)
            slot.pointer = newValue
            #else
            pthread_setspecific(key, newValue)
            #endif
        }
    }
}
