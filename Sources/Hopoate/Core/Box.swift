/// An instance of some service. It never changes, so any thread may read it.
@usableFromInline
class AnyBox: @unchecked Sendable {
    /// The weak box that the registration holds, if this is its strong form.
    private final let known: AnyBox?
    /// The bytes of a service that is held weakly. Nil for all others. Only set by an initializer.
    fileprivate final var bytes: UnsafeMutableRawPointer?

    fileprivate init(knownAs known: AnyBox? = nil) { self.known = known }

    /// Whether the instance is held weakly.
    final var isWeak: Bool { bytes != nil }

    /// The same object for all boxes of one instance. A decoration is valid if it was created from this.
    final var identity: AnyBox { known ?? self }

    /// The instance to use. Nil if it was held weakly and has been released.
    var strong: AnyBox? { self }

    /// The object that is held weakly. Nil if it has been released.
    var object: AnyObject? { nil }

    /// The same instance, held weakly. Nil if it is not an object.
    func weakened() -> AnyBox? { nil }

    /// The instance without its type.
    var instance: Any { () }
}

/// Keeps an instance of a service alive.
@usableFromInline
final class Box<Service>: AnyBox, @unchecked Sendable {
    @usableFromInline let service: Service

    init(_ service: Service, knownAs known: AnyBox? = nil) {
        self.service = service
        super.init(knownAs: known)
    }

    override func weakened() -> AnyBox? {
        type(of: service as Any) is AnyObject.Type ? WeakBox(service) : nil
    }

    override var instance: Any { service }
}

extension AnyBox {
    /// The invariant of the downcast: a stack whose key is of `Service` only holds instances of `Service`, as pushing
    /// is generic over the type that the key is created from. `ServiceTypesTests` would catch a violation.
    @inlinable
    @inline(__always)
    final func service<Service>(as type: Service.Type) -> Service {
        unsafeDowncast(self, to: Box<Service>.self).service
    }

    func lend(to borrow: (BorrowedInstance) -> Void) { withExtendedLifetime(self) { borrow(BorrowedInstance(self)) } }
}

/// A weak reference to an object that provides a service.
///
/// It also stores the service's bytes, unowned: casting the object back to an existential service would cost as much as
/// several resolutions (`Benchmarks`, row 'weak'). The invariant: the bytes are only read while the object that they
/// refer to is held. `WeakTests` under AddressSanitizer would catch a violation.
@usableFromInline
final class WeakBox<Service>: AnyBox, @unchecked Sendable {
    private weak var reference: AnyObject?

    fileprivate init(_ service: Service) {
        reference = service as AnyObject
        let memory = MemoryLayout<Service>.self
        super.init()
        bytes = .allocate(byteCount: memory.size, alignment: memory.alignment)
        withUnsafePointer(to: service) { bytes!.copyMemory(from: $0, byteCount: memory.size) }
    }

    deinit { bytes?.deallocate() }

    override var object: AnyObject? { reference }

    override var strong: AnyBox? {
        guard let reference else { return nil }
        return withExtendedLifetime(reference) { Box(bytes!.load(as: Service.self), knownAs: self) }
    }
}

/// An instance, lent to the code that looks it up. A cached one is lent under the lock of its stack, and a created one on the stack
/// of the thread. Borrowers copy or move the service once, and do not keep this.
///
/// Lending counts no reference, which would be a third of a hit (`Benchmarks`, rows 'resolve, …'). The invariants: a
/// registration of the stack holds the instance, and only code that has the lock can release it. On the slow path,
/// `AnyBox.lend` holds the instance instead. If the instance is held weakly, the lender retains its object, and the
/// borrower takes that reference over, exactly once. `InterruptionTests` and `WeakTests` under AddressSanitizer would
/// catch a violation.
@usableFromInline
struct BorrowedInstance {
    /// Nil for a created service without a box.
    @usableFromInline let reference: Unmanaged<AnyBox>?
    /// The service, if it is held weakly or has no box.
    @usableFromInline let bytes: UnsafeMutableRawPointer?

    /// Lends a created service without a box, which would be an allocation (`Benchmarks`, row 'transient').
    @inline(__always)
    static func lend<Service>(_ service: UnsafeMutablePointer<Service>, to borrow: (BorrowedInstance) -> Void) {
        borrow(BorrowedInstance(reference: nil, bytes: service))
    }

    /// Whether a cached instance is held weakly.
    var isWeak: Bool { bytes != nil }

    @inlinable
    @inline(__always)
    func service<Service>(as type: Service.Type) -> Service {
        guard let bytes else { return reference!._withUnsafeGuaranteedRef { $0.service(as: type) } }
        if reference == nil { return bytes.load(as: type) }
        // Moves the service: a copy and a release would take a quarter of the time (`Benchmarks`, row 'weak').
        return bytes.assumingMemoryBound(to: type).move()
    }

    /// Lends the instance, unless it was held weakly and has been released.
    ///
    /// - Returns: Whether it is lent.
    @inline(__always)
    func lend(to borrow: (BorrowedInstance) -> Void) -> Bool {
        if isWeak, !retainObject() { return false }
        borrow(self)
        return true
    }

    /// Retains the object of an instance that is held weakly, for the borrower. False if it has been released.
    @inline(never)
    private func retainObject() -> Bool {
        guard let object = reference!._withUnsafeGuaranteedRef({ $0.object }) else { return false }
        _ = Unmanaged.passRetained(object)
        return true
    }
}

extension BorrowedInstance {
    @inline(__always)
    init(_ box: AnyBox) { self.init(reference: .passUnretained(box), bytes: box.bytes) }
}

/// An uncounted reference to an object that a locked value or a running call keeps.
///
/// Counting it would be a third of a hit (`Benchmarks`, rows 'resolve, …'). The invariant: it is only used under the
/// lock of the value that keeps the object, or while the call that keeps a look-up runs on the thread.
/// `InterruptionTests` and `CycleTests` under AddressSanitizer would catch a violation.
struct Unretained<Object: AnyObject> {
    private let reference: Unmanaged<Object>

    init(_ object: Object) { reference = .passUnretained(object) }

    @inline(__always)
    func with<Result>(_ body: (Object) -> Result) -> Result { reference._withUnsafeGuaranteedRef(body) }

    /// A counted reference.
    var object: Object { with { $0 } }
}
