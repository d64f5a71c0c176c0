/// A value for each thread, created on first use and released when the thread ends.
///
/// A task-local value would cost ten times as much, and the library needs its values within one synchronous call only.
/// The invariant of the pointers: each slot owns one reference to its thread's value, until the thread ends.
/// `ThreadLocalTests` would catch a violation.
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

/// The value of one thread, valid until the thread ends. It is not Sendable, so the compiler keeps it from other
/// threads.
///
/// Each resolution uses it, so it counts no references and checks no access for overlaps (`Benchmarks`, row
/// 'transient'). The invariant: no access lasts while other code runs. `InterruptionTests` under AddressSanitizer would
/// catch a violation.
struct ThreadValue<Value> {
    private let pointer: UnsafeMutablePointer<Value>

    var state: Value {
        @inline(__always)
        unsafeAddress { UnsafePointer(pointer) }
        @inline(__always)
        nonmutating unsafeMutableAddress { pointer }
    }
}

extension ThreadValue {
    @inline(__always)
    fileprivate init(at address: UnsafeMutableRawPointer) {
        pointer = Unmanaged<ManagedBuffer<Value, Void>>.fromOpaque(address)
            ._withUnsafeGuaranteedRef { $0.withUnsafeMutablePointerToHeader { $0 } }
    }

    /// Lends a value that stands on the stack of the thread.
    @inline(__always)
    static func lend(
        _ value: inout Value,
        to body: (ThreadValue) throws(DependencyError) -> Void
    ) throws(DependencyError) {
        try withUnsafeMutablePointer(to: &value) { value throws(DependencyError) in
            try body(ThreadValue(pointer: value))
        }
    }
}
