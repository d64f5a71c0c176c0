/// A registration of a service of any type: an entry on its container's stack for that service.
///
/// Store tokens of different services together as this type. See ``ServiceRegistration`` for what a token is good for.
///
/// Sendable because its immutable part is Sendable, and the rest is read and changed under the lock of `shard`, or by
/// whoever has just unlinked it; `StackTests.registerAndRemoveFromManyThreads` under ThreadSanitizer would see that
/// lost.
public class AnyServiceRegistration: @unchecked Sendable {
    final let key: ServiceKey
    final let lifetime: Lifetime
    final let place: CodePlace
    /// The table that the registration was made for, by its number, as the table may be gone.
    final let tableNumber: UInt64
    final let shard: UnsafeMutablePointer<Shard>
    /// Whether the registration is a key's default, and belongs at the bottom of its stack.
    final let isDefault: Bool

    /// Tells registrations apart and orders them by age. Given anew when an eager creator has run, as that may have
    /// registered others.
    @exclusivity(unchecked) final var number = Numbers.next()
    /// The number of the registration that this one, over any number of forks, is a copy of.
    fileprivate final var forkedFrom: UInt64?
    final var origin: UInt64 { forkedFrom ?? number }
    /// The stack that the registration stands on, its neighbours there, and what it keeps. The exclusivity checks that
    /// are waived here would be a tenth of registering and removing a mock (`Benchmarks`, row 'register a mock and remove it').
    @exclusivity(unchecked) final var stack: UnsafeMutablePointer<Stack>?
    @exclusivity(unchecked) final var above: Unmanaged<AnyServiceRegistration>?
    @exclusivity(unchecked) final var below: Unmanaged<AnyServiceRegistration>?
    @exclusivity(unchecked) final var keptInstance: UnsafeMutableRawPointer?
    /// The thread that is making the instance which the registration keeps, if any does.
    @exclusivity(unchecked) final var creatingThread: UnsafeMutablePointer<ResolvingThread>?
    /// Who wants to know when this registration answers. Nil, and not empty, when nobody does.
    @exclusivity(unchecked) final var observers: ObserverList?

    fileprivate init(key: ServiceKey, lifetime: Lifetime, place: CodePlace, table: StackTable, isDefault: Bool) {
        self.key = key
        self.lifetime = lifetime
        self.place = place
        tableNumber = table.number
        shard = table.shard(of: key)
        self.isDefault = isDefault
    }

    /// The same registration for another table, with an instance of its own, or with the same one if an instance is
    /// what was registered. To be called under the lock of `shard`.
    func copy(for table: StackTable) -> AnyServiceRegistration {
        fatalError("Every registration is a ServiceRegistration, which overrides this.")
    }

    /// Lets go of the creator and of what is kept. To be called outside every lock, as it may run `deinit`s, and only
    /// by whoever has unlinked the registration.
    func releaseContents() {}
}

/// A registration of a service, and the token that removes it.
///
/// Every `register…` function of ``DependencyContainer`` returns one. Hand it to
/// ``DependencyContainer/remove(_:)`` to take the registration out again, wherever it is in the stack:
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

    init(
        key: ServiceKey,
        lifetime: Lifetime,
        place: CodePlace,
        table: StackTable,
        isDefault: Bool = false,
        creator: (() throws -> Service)?,
        instance: UnsafeMutablePointer<Service>? = nil
    ) {
        self.creator = creator
        super.init(key: key, lifetime: lifetime, place: place, table: table, isDefault: isDefault)
        keptInstance = UnsafeMutableRawPointer(instance)
    }

    deinit {
        releaseContents()
    }

    override func copy(for table: StackTable) -> AnyServiceRegistration {
        var instance: UnsafeMutablePointer<Service>?
        if creator == nil, let kept = keptInstance?.assumingMemoryBound(to: Service.self) {
            instance = .allocate(capacity: 1)
            instance?.initialize(to: kept.pointee)
        }
        let copy = ServiceRegistration(
            key: key,
            lifetime: lifetime,
            place: place,
            table: table,
            isDefault: isDefault,
            creator: creator,
            instance: instance
        )
        copy.forkedFrom = origin
        return copy
    }

    override func releaseContents() {
        creator = nil
        guard let instance = keptInstance?.assumingMemoryBound(to: Service.self) else { return }
        keptInstance = nil
        instance.deinitialize(count: 1)
        instance.deallocate()
    }
}
