/// Which registration of a stack is to answer.
enum StackPosition {
    case top
    /// The one that a decorator stands on.
    case below(AnyServiceRegistration)
    case exactly(AnyServiceRegistration)
}

/// The registrations of one key: a last-in-first-out stack, threaded through the registrations themselves.
///
/// Everything here is read and changed under the lock of the stack's shard. It lives in raw memory because a class's
/// properties would cost an exclusivity check each, which is a third of a hit.
struct Stack {
    let key: ServiceKey
    let shard: UnsafeMutablePointer<Shard>
    /// The instance that answers at once: the top registration's kept one, or nil when resolving takes more than that.
    private(set) var hit: UnsafeMutableRawPointer?
    /// The registration that answers. The stack owns one reference to each of its registrations.
    private(set) var top: Unmanaged<AnyServiceRegistration>?
    /// The type of the stack's registrations, once it has had one.
    fileprivate(set) var registrationType: AnyServiceRegistration.Type?
    /// How many hold a pointer to this stack: wrappers, and those about to push. While there are any it stays, also empty.
    var pins = 0
    /// Whether threads wait for the top registration's instance, and have to look again when the stack changes.
    var isAwaited = false

    init(key: ServiceKey, shard: UnsafeMutablePointer<Shard>) {
        self.key = key
        self.shard = shard
    }

    /// Whether threads have to be woken because of a change. The next one has to ask again.
    mutating func takeAwaited() -> Bool {
        defer { isAwaited = false }
        return isAwaited
    }

    /// Has to be called whenever a registration came or went, or what one keeps, or who observes has changed.
    @inline(__always)
    mutating func updateHit() {
        let isObserved = shard.pointee.observers != nil
        hit = isObserved ? nil : top?._withUnsafeGuaranteedRef { $0.instanceAtOnce }
    }
}

extension UnsafeMutablePointer<Stack> {
    /// Puts a registration on top of all that are not of a higher rank.
    func insert(_ registration: AnyServiceRegistration) {
        let entry = Unmanaged.passRetained(registration)
        pointee.registrationType = type(of: registration)
        var above: Unmanaged<AnyServiceRegistration>?
        var below = pointee.top
        while let next = below, next._withUnsafeGuaranteedRef({ $0.rank.rawValue > registration.rank.rawValue }) {
            above = next
            below = next._withUnsafeGuaranteedRef { $0.below }
        }
        registration.stack = self
        registration.above = above
        registration.below = below
        above?._withUnsafeGuaranteedRef { $0.below = entry }
        below?._withUnsafeGuaranteedRef { $0.above = entry }
        pointee.setTop(above == nil ? entry : pointee.top)
    }

    /// The registration at a position, if there is one.
    @inline(__always)
    func registration(at position: StackPosition) -> Unmanaged<AnyServiceRegistration>? {
        switch position {
        case .top: pointee.top
        case .below(let decorator): decorator.stack == self ? decorator.below : nil
        case .exactly(let registration): registration.stack == self ? .passUnretained(registration) : nil
        }
    }

    /// An empty stack of an unnamed key stays for the next registration of its type, as there are only so many types.
    @inline(__always)
    var isDisposable: Bool { pointee.top == nil && pointee.pins == 0 && pointee.key.name != nil }

    /// The registration that all others stand on.
    var bottom: AnyServiceRegistration? { registrations.first { $0.below == nil } }

    /// The registrations from the top down.
    var registrations: some Sequence<AnyServiceRegistration> {
        sequence(state: pointee.top) { entry in
            defer { entry = entry?.takeUnretainedValue().below }
            return entry?.takeUnretainedValue()
        }
    }

    /// Takes a registration out, wherever it is in the stack.
    ///
    /// - Returns: The stack's reference to it, for the caller to release when it has unlocked.
    @inline(__always)
    func unlink(_ registration: AnyServiceRegistration) -> Unmanaged<AnyServiceRegistration> {
        let above = registration.above
        let below = registration.below
        below?._withUnsafeGuaranteedRef { $0.above = above }
        above?._withUnsafeGuaranteedRef { $0.below = below }
        registration.above = nil
        registration.below = nil
        registration.stack = nil
        pointee.setTop(above == nil ? below : pointee.top)
        return Unmanaged.passUnretained(registration)
    }
}

extension Stack {
    @inline(__always)
    fileprivate mutating func setTop(_ top: Unmanaged<AnyServiceRegistration>?) {
        self.top = top
        updateHit()
    }
}
