/// An instance of some service. It never changes, so any thread may read it.
@usableFromInline
class AnyBox: @unchecked Sendable {
    /// For the strong form of a weak instance, the weak one, which its registration holds.
    private final let known: AnyBox?
    /// Whether the instance is held weakly.
    final let isWeak: Bool

    fileprivate init(knownAs known: AnyBox? = nil, isWeak: Bool = false) {
        self.known = known
        self.isWeak = isWeak
    }

    /// The same object for all that stand for one instance. A decoration is good as long as it was created from this.
    final var identity: AnyBox { known ?? self }

    /// The instance to use. Nil when it was held weakly and is gone.
    var strong: AnyBox? { self }

    /// The object that is held weakly. Nil when it is gone.
    var object: AnyObject? { nil }

    /// The same instance, held weakly. Nil if it is not an object.
    func weakened() -> AnyBox? { nil }

    /// The instance without its type.
    var instance: Any { () }
}

/// An instance of a service, which this keeps alive.
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
    /// The service. The invariant of the downcast: a stack of a key of `Service` holds instances of `Service` only, as
    /// pushing is generic over the type that the key is created from. `ServiceTypesTests` would see that lost.
    @inlinable
    @inline(__always)
    final func service<Service>(as type: Service.Type) -> Service {
        unsafeDowncast(self, to: Box<Service>.self).service
    }

    func lend(to borrow: (LentInstance) -> Void) { withExtendedLifetime(self) { borrow(LentInstance(self)) } }
}

/// An object that others keep alive, as the service that it was created as.
///
/// The service's bytes stand beside the weak reference and are not owned: casting the object back to an existential
/// service would cost as much as several resolutions (`Benchmarks`, row 'weak'). The invariant: the bytes are only read
/// while the object that they refer to is held. `WeakTests` under AddressSanitizer would see that lost.
@usableFromInline
final class WeakBox<Service>: AnyBox, @unchecked Sendable {
    private weak var reference: AnyObject?
    @usableFromInline let bytes: UnsafeMutablePointer<Service>

    fileprivate init(_ service: Service) {
        reference = service as AnyObject
        bytes = .allocate(capacity: 1)
        super.init(isWeak: true)
        withUnsafePointer(to: service) {
            UnsafeMutableRawPointer(bytes).copyMemory(from: $0, byteCount: MemoryLayout<Service>.size)
        }
    }

    deinit { bytes.deallocate() }

    override var object: AnyObject? { reference }

    override var strong: AnyBox? {
        guard let reference else { return nil }
        return withExtendedLifetime(reference) { Box(bytes.pointee, knownAs: self) }
    }
}

/// The cached instance of the fast path, lent under the lock of its stack. Borrowers copy it, and do not keep it.
///
/// Lending it costs nothing, where a reference to it would have to be counted, a third of a hit (`Benchmarks`, rows
/// 'resolve, …').
/// The invariants: a registration of the stack holds it, and only code that has the lock can release it. Of one that is
/// held weakly, a reference to its object is lent with it, which the borrower takes over once. `InterruptionTests` and
/// `WeakTests` under AddressSanitizer would see that lost.
@usableFromInline
struct LentInstance {
    @usableFromInline let reference: Unmanaged<AnyBox>
    /// Whether the instance is held weakly.
    @usableFromInline let isWeak: Bool
    /// When the instance ends, in seconds of the system's clock.
    private let expiry: Double

    @inline(__always)
    init(_ box: AnyBox, expiry: Double = .infinity) {
        reference = .passUnretained(box)
        isWeak = box.isWeak
        self.expiry = expiry
    }

    /// A reference to an instance that is not held weakly.
    var box: AnyBox { reference._withUnsafeGuaranteedRef { $0 } }

    /// Whether the instance may be over.
    var isConditional: Bool { isWeak || expiry < .infinity }

    @inlinable
    @inline(__always)
    func service<Service>(as type: Service.Type) -> Service {
        reference._withUnsafeGuaranteedRef { box in
            // To copy the service, and release the object, would take a quarter of the time (`Benchmarks`, row 'weak').
            if isWeak { return unsafeDowncast(box, to: WeakBox<Service>.self).bytes.move() }
            return box.service(as: type)
        }
    }

    /// Lends the instance, unless it is over. If a clock of the user decides that, the look-up takes the slow path.
    ///
    /// - Returns: Whether it is lent.
    @inline(__always)
    func lend(to borrow: (LentInstance) -> Void) -> Bool {
        if isConditional, !isGood() { return false }
        borrow(self)
        return true
    }

    /// Whether the instance is not over. Retains the object of a weak one for the borrower.
    @inline(never)
    private func isGood() -> Bool {
        if expiry < .infinity, ProcessFlag.clocks.isSet || expiry <= SystemClock.secondsNow { return false }
        if !isWeak { return true }
        guard let object = reference._withUnsafeGuaranteedRef({ $0.object }) else { return false }
        _ = Unmanaged.passRetained(object)
        return true
    }
}

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
