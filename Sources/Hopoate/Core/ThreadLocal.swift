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

/// An object for each thread, made when the thread first asks for it and released when the thread ends.
///
/// A task-local value would cost ten times as much, and everything kept here lives within one synchronous call. The
/// invariant of the pointers: each slot owns one reference to its thread's object, until the thread ends.
/// `ThreadLocalTests` would see that lost.
struct ThreadLocal<Object: AnyObject>: Sendable {
    #if os(Windows)
    private let key: DWORD
    #elseif os(WASI)
    private let object = Protected<Object?>(nil)
    #else
    private let key: pthread_key_t
    #endif
    private let make: @Sendable () -> Object

    init(_ make: @escaping @Sendable () -> Object) {
        self.make = make
        #if os(Windows)
        key = FlsAlloc { $0.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }
        if key == FLS_OUT_OF_INDEXES { fatalError("Hopoate could not get a thread-local slot.") }
        #elseif !os(WASI)
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { object in
            // It is optional on some systems, but never nil.
            let object: UnsafeMutableRawPointer? = object
            object.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
        }
        if status != 0 { fatalError("Hopoate could not get a thread-local slot: error \(status).") }
        self.key = key
        #endif
    }

    /// The object of the calling thread.
    @inline(__always)
    var current: Object {
        #if os(Windows)
        let pointer = FlsGetValue(key)
        #elseif os(WASI)
        if let object = object.withLock({ $0 }) { return object }
        let pointer: UnsafeMutableRawPointer? = nil
        #else
        let pointer = pthread_getspecific(key)
        #endif
        return pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() } ?? first()
    }

    @inline(never)
    private func first() -> Object {
        let object = make()
        #if os(WASI)
        self.object.withLock { $0 = object }
        #elseif os(Windows)
        FlsSetValue(key, Unmanaged.passRetained(object).toOpaque())
        #else
        pthread_setspecific(key, Unmanaged.passRetained(object).toOpaque())
        #endif
        return object
    }
}
