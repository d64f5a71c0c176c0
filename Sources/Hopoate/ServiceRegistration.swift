/// A registration of a service of any type: an entry on its container's stack for that service.
///
/// Store tokens of different services together as this type. See ``ServiceRegistration`` for what a token is good for.
///
/// Sendable because what says what the registration is of is set before it is pushed, while nobody else sees it, and the
/// rest is read and changed under the lock of `shard`, or by whoever has just unlinked it;
/// `StackTests.registerAndRemoveFromManyThreads` under ThreadSanitizer would see that lost.
public class AnyServiceRegistration: @unchecked Sendable {
    final let key: ServiceKey
    final let place: CodePlace
    final let shard: UnsafeMutablePointer<Shard>
    /// The table that the registration was made for, by its number, as the table may be gone.
    final let tableNumber: UInt64

    // What the registration is of. Set before it is pushed, and not changed after that, except by whoever has unlinked it.

    @exclusivity(unchecked) fileprivate(set) final var lifetime = Lifetime.eager
    /// Whether it is of an instance, or of a creator that may run anywhere, and there is nothing else to look at.
    @exclusivity(unchecked) fileprivate(set) final var isPlain = true
    /// Nil for most registrations.
    @exclusivity(unchecked) fileprivate(set) final var details: RegistrationDetails?
    /// Where the registration belongs in its stack.
    @exclusivity(unchecked) final var rank = RegistrationRank.byHand
    /// Tells registrations apart and orders them by age. Given anew when an eager creator has run, as that may have
    /// registered others.
    @exclusivity(unchecked) final var number = Numbers.next()
    /// The number of the registration that this one was made from: as a copy, over any number of forks, or for one value
    /// of an argument.
    final var forkedFrom: UInt64?
    final var origin: UInt64 { forkedFrom ?? number }

    /// The stack that the registration stands on, its neighbours there, and what it keeps. The exclusivity checks that
    /// are waived here would be a tenth of registering and removing a mock (`Benchmarks`, row 'register a mock and remove it').
    @exclusivity(unchecked) final var stack: UnsafeMutablePointer<Stack>?
    @exclusivity(unchecked) final var above: Unmanaged<AnyServiceRegistration>?
    @exclusivity(unchecked) final var below: Unmanaged<AnyServiceRegistration>?
    @exclusivity(unchecked) final var keptInstance: UnsafeMutableRawPointer?
    /// Where a registered instance is kept, if it takes no more than five words, as an existential of one protocol does,
    /// and needs no larger alignment. For one instance only: a registration of an instance never makes another.
    @exclusivity(unchecked) private final var room: Room = (0, 0, 0, 0, 0)
    fileprivate typealias Room = (UInt, UInt, UInt, UInt, UInt)
    @exclusivity(unchecked) fileprivate final var hasInstanceInRoom = false
    /// The thread that is making the instance which the registration keeps, if any does.
    @exclusivity(unchecked) final var creatingThread: UnsafeMutablePointer<ResolvingThread>?
    /// Who wants to know when this registration answers. Nil, and not empty, when nobody does.
    @exclusivity(unchecked) final var observers: ObserverList?

    fileprivate init(_ key: ServiceKey, _ place: CodePlace, for table: StackTable) {
        self.key = key
        self.place = place
        shard = table.shard(of: key)
        tableNumber = table.number
    }

    /// The memory of `room`, to be asked for before the registration is pushed. It spares who registers an instance an
    /// allocation, which would be a tenth of registering and removing a mock (`Benchmarks`, row 'register a mock and
    /// remove it').
    ///
    /// The invariant that lets the pointer outlive this call: `room` is a final stored property without observers, and so
    /// a place in an object, which does not move. `ServiceTypesTests` under AddressSanitizer would see that lost.
    @inline(__always)
    fileprivate final func useRoom() -> UnsafeMutableRawPointer {
        hasInstanceInRoom = true
        return withUnsafeMutablePointer(to: &room) { UnsafeMutableRawPointer($0) }
    }

    /// The same registration for another table, with an instance of its own, or with the same one if an instance is
    /// what was registered. To be called under the lock of `shard`.
    func copy(for table: StackTable) -> AnyServiceRegistration {
        fatalError("Every registration is a ServiceRegistration, which overrides this.")
    }

    /// Whether an instance is what was registered. To be called under the lock of `shard`.
    var isOfInstance: Bool { false }

    /// Resolves the registration's own service, to see what comes of it.
    func resolveOnTrial(_ lookup: Lookup, in table: StackTable) throws(DependencyError) {}

    /// Lets go of the creator and of what is kept. To be called outside every lock, as it runs users' code, and only by
    /// whoever has unlinked the registration.
    func releaseContents() {}

    /// Lets go of an instance that was taken out of the registration. To be called outside every lock.
    fileprivate func release(_ instance: UnsafeMutableRawPointer, _ details: RegistrationDetails?) {}
}

/// Where registrations stand in their stack: all of a higher rank above all of a lower one.
enum RegistrationRank: UInt8 {
    /// The default of a typed key.
    case keyDefault
    /// What `AutoRegistering` has registered.
    case automatic
    case byHand
}

// Kept instances. What is only read or taken here is so under the lock of the shard.
extension AnyServiceRegistration {
    /// Whether it makes its service from what the registration below it answers with.
    final var isDecorator: Bool { lifetime.kind == .decorator }

    /// Tells the kept instance from those that the registration kept before.
    final var stamp: UInt64 {
        guard let details, details.stamp != 0 else { return number }
        return details.stamp
    }

    /// Whether a kept instance answers without a further look.
    @inline(__always)
    final var answersWhenKept: Bool { isPlain || !isDecorator && lifetime.kind != .expiring }

    /// The kept instance, if that answers without a further look and nobody wants to know.
    final var instanceAtOnce: UnsafeMutableRawPointer? {
        guard observers == nil, let keptInstance else { return nil }
        return answersWhenKept || isUpToDate ? keptInstance : nil
    }

    /// Whether the kept instance of a decorator was made from what the registration below keeps now.
    private var isUpToDate: Bool {
        guard isDecorator, let below = below?.takeUnretainedValue() else { return false }
        return below.instanceAtOnce != nil && details?.source == below.stamp
    }

    /// Takes the kept instance out, for `release()` outside the lock.
    final func takeKept() -> TakenInstance? {
        details?.weakInstance = nil
        guard let instance = keptInstance else { return nil }
        keptInstance = nil
        return TakenInstance(registration: self, details: details, instance: instance)
    }

    /// Takes out what the decorators that stand on this registration have kept, the uppermost first.
    ///
    /// Nil, and not empty, when none stand on it.
    @inline(__always)
    final func takeDecorations() -> [TakenInstance]? {
        above?._withUnsafeGuaranteedRef { $0.isDecorator ? $0.takeKeptAndDecorations() : nil }
    }

    /// Takes the kept instance out, and before it what is made from it.
    @inline(never)
    private final func takeKeptAndDecorations() -> [TakenInstance] {
        (takeDecorations() ?? []) + [takeKept()].compactMap { $0 }
    }

    /// Lets go of the kept instance, and of what is made from it, and stays registered.
    final func letGoOfKept() {
        shard.lock()
        let taken = stack == nil ? [] : takeKeptAndDecorations()
        stack?.pointee.updateHit()
        shard.unlock()
        for instance in taken { instance.release() }
    }
}

/// An instance that its registration no longer keeps.
struct TakenInstance {
    fileprivate let registration: AnyServiceRegistration
    fileprivate let details: RegistrationDetails?
    fileprivate let instance: UnsafeMutableRawPointer

    /// To be called outside every lock, as it runs users' code.
    func release() { registration.release(instance, details) }
}

/// A registration of a service, and the token that removes it.
///
/// Every `register…` function of ``DependencyContainer`` returns one. Hand it to
/// ``DependencyContainer/remove(_:)-(AnyServiceRegistration)`` to take the registration out again, wherever it is in the stack:
///
/// ```swift
/// let token = DependencyContainer.shared.register(MockLogger(), for: (any LogProviding).self)
/// // resolves to the mock
/// DependencyContainer.shared.remove(token)
/// // resolves to what was registered before
/// ```
///
/// Dropping a token removes nothing. A token whose registration is gone is inert, and keeps neither the service nor its
/// creator alive.
public final class ServiceRegistration<Service>: AnyServiceRegistration, @unchecked Sendable {
    /// Nil when the registration is of an instance, and when it has been removed.
    @exclusivity(unchecked) private(set) var creator: (() throws -> Service)?

    /// A registration for the stack of a key, of nothing yet. To be told what it is of, and then to be pushed.
    required override init(_ key: ServiceKey, _ place: CodePlace, for table: StackTable) {
        super.init(key, place, for: table)
    }

    /// Makes it one of an instance.
    @inline(__always)
    func provide(_ instance: Service, isFromSetter: Bool, onRemove: (@Sendable (Service) -> Void)? = nil) {
        let size = MemoryLayout<Service>.size
        let alignment = MemoryLayout<Service>.alignment
        let fits = size <= MemoryLayout<Room>.size && alignment <= MemoryLayout<Room>.alignment
        let memory = fits ? useRoom() : .allocate(byteCount: size, alignment: alignment)
        memory.assumingMemoryBound(to: Service.self).initialize(to: instance)
        keptInstance = memory
        guard isFromSetter || onRemove != nil else { return }
        details = ServiceDetails<Service>(isFromSetter: isFromSetter, onRemove: onRemove)
    }

    /// Makes it one of what a creator makes, or of what the details say.
    func provide(_ lifetime: Lifetime, creator: (() throws -> Service)? = nil, details: RegistrationDetails? = nil) {
        self.lifetime = lifetime
        self.creator = creator
        isPlain =
            switch lifetime.kind {
            case .eager, .cached, .transient: details == nil || details?.kind == .byCreator && details?.isolation == nil
            case .weak, .graph, .expiring, .scoped, .decorator: false
            }
        self.details = isPlain || details != nil ? details : ServiceDetails<Service>()
    }

    deinit {
        // Mostly they are released already.
        if creator != nil || details != nil || keptInstance != nil { releaseContents() }
    }

    /// What the registration has beyond a creator.
    var serviceDetails: ServiceDetails<Service>? {
        guard let details else { return nil }
        return unsafeDowncast(details, to: ServiceDetails.self)
    }

    override var isOfInstance: Bool { creator == nil && (details == nil || details?.kind == .byCreator) }

    override func resolveOnTrial(_ lookup: Lookup, in table: StackTable) throws(DependencyError) {
        _ = try table.resolve(Service.self, throwingErrorsOf: lookup)
    }

    override func copy(for table: StackTable) -> AnyServiceRegistration {
        let copy = ServiceRegistration(key, place, for: table)
        copy.rank = rank
        copy.forkedFrom = origin
        if isOfInstance || key.isOfAutomaticRegistrations, let kept = keptInstance {
            // The instance is not the copy's to clean up.
            let isFromSetter = details?.isFromSetter == true
            copy.provide(kept.assumingMemoryBound(to: Service.self).pointee, isFromSetter: isFromSetter)
        } else {
            copy.provide(lifetime, creator: creator, details: serviceDetails?.copy())
        }
        return copy
    }

    override func releaseContents() {
        creator = nil
        let details = details
        if let details { letGo(of: details) }
        guard let instance = keptInstance else { return }
        keptInstance = nil
        release(instance, details)
    }

    @inline(never)
    private func letGo(of details: RegistrationDetails) {
        self.details = nil
        details.argumentStacks?.removeAll(shard)
        lifetime.scope?.forget(self)
    }

    @inline(__always)
    override fileprivate func release(_ instance: UnsafeMutableRawPointer, _ details: RegistrationDetails?) {
        let memory = instance
        let instance = memory.assumingMemoryBound(to: Service.self)
        if let details { unsafeDowncast(details, to: ServiceDetails<Service>.self).onRemove?(instance.pointee) }
        // `deinitialize(count:)` would destroy an array of one, which takes longer.
        do { _ = instance.move() }
        if !hasInstanceInRoom { memory.deallocate() }
    }
}
