/// A value for each thread, made when the thread first asks for it and released when the thread ends.
///
/// A task-local value would cost ten times as much, and everything kept here lives within one synchronous call. The
/// invariant of the pointers: each slot owns one reference to its thread's value, until the thread ends.
/// `ThreadLocalTests` would see that lost.
struct ThreadLocal<Value>: Sendable {
    private let slot = ThreadSlot()
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// The value of the calling thread.
    @inline(__always)
    var current: ThreadValue<Value> { ThreadValue(at: slot.pointer ?? first()) }

    @inline(never)
    private func first() -> UnsafeMutableRawPointer {
        let value = Unmanaged.passRetained(ManagedBuffer<Value, Void>.create(minimumCapacity: 0) { _ in make() })
        slot.set(value.toOpaque())
        return value.toOpaque()
    }
}

/// The value of one thread, for as long as that runs. It is not Sendable, so the compiler keeps it from other threads.
///
/// No references to it are counted, as each resolution takes it, and no access is checked for overlaps (`Benchmarks`, row
/// 'transient'). The invariant: no access lasts while other code runs. `InterruptionTests` under AddressSanitizer would see
/// that lost.
struct ThreadValue<Value> {
    private let pointer: UnsafeMutablePointer<Value>

    @inline(__always)
    fileprivate init(at address: UnsafeMutableRawPointer) {
        pointer = Unmanaged<ManagedBuffer<Value, Void>>.fromOpaque(address)
            ._withUnsafeGuaranteedRef { $0.withUnsafeMutablePointerToHeader { $0 } }
    }

    var state: Value {
        @inline(__always)
        unsafeAddress { UnsafePointer(pointer) }
        @inline(__always)
        nonmutating unsafeMutableAddress { pointer }
    }
}
