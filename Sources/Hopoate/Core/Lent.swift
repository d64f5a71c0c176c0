/// A reference that is not counted, to an object that a lock's owner keeps.
///
/// Counting it would be a third of a hit (`Benchmarks`, rows 'resolve, …'). The invariant: it is only used under the lock of
/// the value that keeps the object, or while the call that keeps a look-up runs on the thread. `InterruptionTests` and
/// `CycleTests` under AddressSanitizer would see that lost.
struct Lent<Object: AnyObject> {
    private let reference: Unmanaged<Object>

    init(_ object: Object) { reference = .passUnretained(object) }

    @inline(__always)
    func with<Result>(_ body: (Object) -> Result) -> Result { reference._withUnsafeGuaranteedRef(body) }

    /// A reference that is counted.
    var object: Object { with { $0 } }
}
