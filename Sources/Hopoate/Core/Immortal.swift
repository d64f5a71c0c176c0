/// A reference to an object that lives as long as the process. It is not counted, as keys are copied often (`Benchmarks`, row
/// 'typed key …').
///
/// The invariant: the object is kept for good, as `TypedKeys` does with keys. `DependencyKeyTests` under AddressSanitizer
/// would see that lost.
@usableFromInline
@frozen
struct Immortal<Object: AnyObject>: @unchecked Sendable {
    @usableFromInline let reference: Unmanaged<Object>

    init(_ object: Object) { reference = .passUnretained(object) }

    var object: Object { reference.takeUnretainedValue() }

    @inline(__always)
    var address: UInt { UInt(bitPattern: reference.toOpaque()) }
}
