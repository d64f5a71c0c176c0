/// What a property wrapper holds: the way from it to the stack of its service.
///
/// A reference finds its stack once, when it is made, so that reading it takes no search.
///
/// Sendable because `kept` is read and changed under the lock of `shard`, and the rest never changes;
/// `DependencyTests.aTransientServiceIsKeptOnceFromManyThreads` under ThreadSanitizer would see that lost.
@usableFromInline
final class ServiceReference: @unchecked Sendable {
    private let key: ServiceKey
    private let shard: UnsafeMutablePointer<Shard>
    private let stack: UnsafeMutablePointer<Stack>
    private let table: StackTable
    private let place: CodePlace
    private let container: HeldContainer
    private let makeDefault: DefaultRegistration?
    /// The resolution that the object was made in, for services that such a one shares.
    private let graph: ResolutionGraph?

    /// The last instance that its registration does not keep, and the `AnswerNumber` of that registration.
    @exclusivity(unchecked) private var kept: (origin: UInt64, instance: AnyObject)?

    init(
        _ key: ServiceKey,
        in container: DependencyContainer,
        _ place: CodePlace,
        default makeDefault: DefaultRegistration? = nil
    ) {
        self.key = key
        self.makeDefault = makeDefault
        table = container.table
        self.place = place
        let thread = ResolvingThread.current
        graph = ProcessFlags.current.contains(.graphs) && thread.pointee.depth > 0 ? thread.graphOfResolution() : nil
        self.container = HeldContainer(container, thread)
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

    /// Locks the stack of the service, for `take(_:)` or `resolveOrTrap(_:)` to unlock. Hides its hit where this reference
    /// keeps another instance.
    @usableFromInline
    func lockStack() -> LockedStack {
        shard.lock()
        return shard.locked(stack, hit: kept == nil ? stack.pointee.hit : nil)
    }

    /// Resolves the service when its locked stack has no hit. Unlocks it.
    @usableFromInline
    @inline(never)
    func resolveOrTrap<Service>(_ service: Service.Type) -> Service {
        shard.unlock()
        do throws(ResolutionFailure) {
            return try create(service)
        } catch {
            error.dependencyError(lookup, in: table).trap()
        }
    }

    /// Resolves the service, or returns nil when nothing is registered.
    func resolveIfRegistered<Service>(_ service: Service.Type) throws(DependencyError) -> Service? {
        do throws(ResolutionFailure) {
            return try create(service)
        } catch {
            return try error.nilWhenMissing(lookup, in: table)
        }
    }

    private var lookup: Lookup { Lookup(key: key, place: place, makeDefault: makeDefault) }

    private func create<Service>(_ service: Service.Type) throws(ResolutionFailure) -> Service {
        if let instance = keptInstance() { return unsafeDowncast(instance, to: KeptInstance<Service>.self).instance }
        var origin = Origin()
        let instance: Service
        if let graph {
            instance = try ResolvingThread.current.within(graph) { () throws(ResolutionFailure) in
                try table.create(service, lookup, &origin)
            }
        } else {
            shard.lock()
            instance = try table.create(service, lookup, stack, shard, &origin)
        }
        if origin.unkept == 0 { return instance }
        let kept = keep(KeptInstance(instance), from: origin.unkept)
        return unsafeDowncast(kept, to: KeptInstance<Service>.self).instance
    }

    /// The instance that was got from the registration which answers. One that came from another is let go.
    private func keptInstance() -> AnyObject? {
        shard.lock()
        let kept = kept
        shard.unlock()
        guard let kept else { return nil }
        if kept.origin == table.answerNumber(of: key) { return kept.instance }
        shard.lock()
        let stale = self.kept
        if stale?.origin == kept.origin { self.kept = nil }
        shard.unlock()
        return withExtendedLifetime(stale) { nil }
    }

    /// Keeps a new instance, unless another thread was faster, or a newer registration answers by now.
    ///
    /// - Returns: The instance to use.
    private func keep(_ instance: AnyObject, from origin: UInt64) -> AnyObject {
        guard origin == table.answerNumber(of: key) else { return instance }
        shard.lock()
        let previous = kept
        if let previous, previous.origin == origin {
            shard.unlock()
            return previous.instance
        }
        kept = (origin, instance)
        shard.unlock()
        return withExtendedLifetime(previous) { instance }
    }
}

extension StackTable {
    /// The number of what answers to a key, here or at a parent.
    fileprivate func answerNumber(of key: ServiceKey) -> UInt64? {
        let shard = shard(of: key)
        var decorators: [UInt64] = []
        shard.lock()
        var entry = shard.pointee.find(key)?.pointee.top
        while let decorator = entry, decorator._withUnsafeGuaranteedRef({ $0.isDecorator }) {
            decorators.append(decorator._withUnsafeGuaranteedRef { $0.number })
            entry = decorator._withUnsafeGuaranteedRef { $0.below }
        }
        let number = entry?._withUnsafeGuaranteedRef { $0.number }
        shard.unlock()
        guard let decorated = number ?? parent?.answerNumber(of: key) else { return nil }
        return decorators.reversed().reduce(decorated) { AnswerNumber.of($1, decorating: $0) }
    }
}

/// What an object that looks services up holds of its container: the container, unless that is what is going to own the
/// object. Then it is the memory of the table only, which the container empties when it goes, and no circle of references
/// forms.
struct HeldContainer {
    private let owner: StackTableOwner?
    private let container: DependencyContainer?

    init(_ container: DependencyContainer, _ thread: UnsafeMutablePointer<ResolvingThread> = ResolvingThread.current) {
        owner = container.owner
        let isOwnedByIt = owner != nil && thread.pointee.isMakingWhatIsKept(by: container.table)
        self.container = owner == nil || isOwnedByIt ? nil : container
    }
}

extension ResolvingThread {
    fileprivate func isMakingWhatIsKept(by table: StackTable) -> Bool {
        frames.contains { $0.keepsInstance && $0.tableNumber == table.number }
            || AsyncCreationMark.current?.isMakingWhatIsKept(by: table) == true
    }
}
