// One pointer per thread.

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

/// A slot that holds another pointer on each thread, and is nil on a thread that has not set it.
///
/// A task-local value would cost ten times as much, and everything kept here lives within one synchronous call.
struct ThreadLocal: Sendable {
    #if os(Windows)
    private let key: DWORD
    #elseif os(WASI)
    private let slot: Slot
    private final class Slot: @unchecked Sendable { var pointer: UnsafeMutableRawPointer? }
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
        precondition(key != FLS_OUT_OF_INDEXES, "Hopoate could not get a thread-local slot.")
        #elseif os(WASI)
        slot = Slot()
        #else
        var key = pthread_key_t()
        let status = pthread_key_create(&key, destroy)
        precondition(status == 0, "Hopoate could not get a thread-local slot: error \(status).")
        self.key = key
        #endif
    }

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
