/// What a property wrapper holds: the way from it to the stack of its service.
///
/// A reference finds its stack once, when it is made, so that reading it takes no search. It keeps the container alive,
/// unless the container is what is going to own the object that the wrapper is part of: then it keeps the table only,
/// which the container empties when it goes, and no circle of references forms.
///
/// Sendable because `transient` is read and changed under the lock of `shard`, and the rest never changes;
/// `DependencyTests.aTransientServiceIsKeptOnceFromManyThreads` under ThreadSanitizer would see that lost.
final class ServiceReference: @unchecked Sendable {
    private let shard: UnsafeMutablePointer<Shard>
    private let stack: UnsafeMutablePointer<Stack>
    private let table: StackTable
    private let place: CodePlace
    private let owner: StackTableOwner?
    private let container: DependencyContainer?
    private let makeDefault: DefaultRegistration?

    /// The last transient instance, and the number of the registration that it came from.
    @exclusivity(unchecked) private var transient: (origin: UInt64, instance: AnyObject)?

    init(
        _ key: ServiceKey,
        in container: DependencyContainer,
        _ place: CodePlace,
        default makeDefault: DefaultRegistration? = nil
    ) {
        self.makeDefault = makeDefault
        table = container.table
        self.place = place
        owner = container.owner
        let ownsWhatIsMade = owner != nil && ResolvingThread.current.pointee.isMakingWhatIsKept(by: table)
        self.container = owner == nil || ownsWhatIsMade ? nil : container
        shard = table.shard(of: key)
        shard.lock()
        stack = shard.findOrMake(key)
        stack.pointee.pins += 1
        shard.unlock()
    }

    /// Makes a reference to a typed key, whose path is evaluated now.
    convenience init<Service>(
        _ path: DependencyKeyPath<Service>,
        in container: DependencyContainer,
        _ place: CodePlace
    ) {
        let (key, value) = DependencyKey.evaluate(path)
        self.init(key, in: container, place) { value.makeDefault(key, for: $0) }
    }

    deinit {
        shard.lock()
        stack.pointee.pins -= 1
        shard.dispose(of: stack)
        shard.unlock()
    }

    /// Resolves the service, or throws why it cannot.
    @inline(__always)
    func resolve<Service>(_ service: Service.Type) throws(DependencyError) -> Service {
        shard.lock()
        if transient == nil, let hit = stack.pointee.hit {
            let instance = hit.assumingMemoryBound(to: Service.self).pointee
            shard.unlock()
            return instance
        }
        shard.unlock()
        return try resolveWithoutHit(service)
    }

    /// Resolves the service, or returns nil when nothing is registered.
    func resolveIfRegistered<Service>(_ service: Service.Type) throws(DependencyError) -> Service? {
        do throws(ResolutionFailure) {
            return try create(service)
        } catch {
            return try error.nilWhenMissing()
        }
    }

    @inline(never)
    private func resolveWithoutHit<Service>(_ service: Service.Type) throws(DependencyError) -> Service {
        do throws(ResolutionFailure) {
            return try create(service)
        } catch {
            throw error.dependencyError(stack.pointee.key, place, in: table)
        }
    }

    private func create<Service>(_ service: Service.Type) throws(ResolutionFailure) -> Service {
        if let kept = keptTransient() { return unsafeDowncast(kept, to: Kept<Service>.self).instance }
        shard.lock()
        var origin: UInt64 = 0
        let instance = try table.create(
            service,
            stack.pointee.key,
            place,
            stack,
            shard,
            default: makeDefault,
            transientOrigin: &origin
        )
        if origin == 0 { return instance }
        return unsafeDowncast(keep(Kept(instance), from: origin), to: Kept<Service>.self).instance
    }

    /// The instance that was got from the registration which is on top. One that came from another is let go.
    private func keptTransient() -> AnyObject? {
        shard.lock()
        let kept = transient
        let isValid = kept?.origin == topNumber
        if !isValid { transient = nil }
        shard.unlock()
        return isValid ? kept?.instance : nil
    }

    /// Keeps a new transient instance, unless another thread was faster, or a newer registration answers by now.
    ///
    /// - Returns: The instance to use.
    private func keep(_ instance: AnyObject, from origin: UInt64) -> AnyObject {
        shard.lock()
        let previous = transient
        guard topNumber == origin else {
            shard.unlock()
            return instance
        }
        if let previous, previous.origin == origin {
            shard.unlock()
            return previous.instance
        }
        transient = (origin, instance)
        shard.unlock()
        return withExtendedLifetime(previous) { instance }
    }

    private var topNumber: UInt64? { stack.pointee.top?._withUnsafeGuaranteedRef { $0.number } }
}

/// A kept transient instance. `ServiceReference` names no generic type on the way of a hit, as that would cost as much
/// as the hit.
private final class Kept<Service> {
    let instance: Service

    init(_ instance: Service) {
        self.instance = instance
    }
}

extension ResolvingThread {
    fileprivate func isMakingWhatIsKept(by table: StackTable) -> Bool {
        frames.contains { $0.keepsInstance && $0.tableNumber == table.number }
    }
}
