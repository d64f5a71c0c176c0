/// An object for each thread, made when the thread first asks for it and released when the thread ends.
///
/// A task-local value would cost ten times as much, and everything kept here lives within one synchronous call. The
/// invariant of the pointers: each slot owns one reference to its thread's object, until the thread ends.
/// `ThreadLocalTests` would see that lost.
struct ThreadLocal<Object: AnyObject>: Sendable {
    private let slot = ThreadSlot()
    private let make: @Sendable () -> Object

    init(_ make: @escaping @Sendable () -> Object) { self.make = make }

    /// The object of the calling thread.
    @inline(__always)
    var current: Object { slot.pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() } ?? first() }

    @inline(never)
    private func first() -> Object {
        let object = make()
        slot.set(Unmanaged.passRetained(object).toOpaque())
        return object
    }
}
