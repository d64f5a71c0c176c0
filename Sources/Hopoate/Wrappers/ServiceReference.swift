/// The storage of a property wrapper: a reference to the stack of its service.
///
/// Sendable because `ownState` is only used under the lock of the stack's shard, and the rest never changes.
/// `DependencyTests` under ThreadSanitizer would catch a violation.
@usableFromInline
final class ServiceReference: @unchecked Sendable {
    private let table: StackTable
    private let held: DependencyContainer?
    private let stack: Stack
    private let shard: ShardReference
    private let place: CodePlace
    private let isRequired: Bool
    /// Whether to hold an instance that its registration does not keep weakly.
    private let isWeak: Bool
    private var ownState: OwnState?

    /// The graph that the property shares, and the instance that no registration keeps. Immutable: a change replaces it.
    private final class OwnState {
        /// The graph of the look-up that made the object, for services of the lifetime `graph`.
        let graph: Instances?
        /// The last instance, if its registration does not keep it.
        let instance: AnyBox?
        /// The version of the stacks that the instance comes from.
        let version: UInt64
        /// The mocks that the instance was created from.
        let mocks: [RegisteredMock]

        init(_ graph: Instances?, _ instance: AnyBox? = nil, _ version: UInt64 = 0, _ mocks: [RegisteredMock] = []) {
            self.graph = graph
            self.instance = instance
            self.version = version
            self.mocks = mocks
        }

        /// The instance. Nil if it was released, or was created from a mock that has ended.
        var known: AnyBox? { mocks.haveEnded ? nil : instance?.strong }
    }

    init(
        _ key: ServiceKey,
        in container: DependencyContainer,
        _ place: CodePlace,
        isRequired: Bool = false,
        isWeak: Bool = false
    ) {
        let table = container.table()
        self.table = table
        held = container.containerToHold
        shard = table.shardReference(of: key)
        stack = shard.withLock { $0.stackOrNew(of: key, in: table) }
        self.place = place
        self.isRequired = isRequired
        self.isWeak = isWeak
        if let graph = ThreadState.graphOfCreator {
            ThreadState.current.recordProperty(key, in: table, isRequired: isRequired)
            ownState = OwnState(graph)
        }
    }

    /// Calls `borrow` once with the service, as `DependencyContainer.answerOrTrap` does. Does not call it if the service is optional and
    /// not registered.
    @usableFromInline
    func answer(_ borrow: (BorrowedInstance) -> Void) {
        if !tryHit(borrow) { answerOnSlowPath()?.lend(to: borrow) }
    }

    @inline(__always)
    private func tryHit(_ borrow: (BorrowedInstance) -> Void) -> Bool {
        let outcome = shard.withLock { shard in
            // The property's own instance comes first.
            if ownState?.instance != nil { return HitOutcome.miss }
            return stack.lendHit(isObserved: shard.isObserved, isOfProperty: true, to: borrow)
        }
        switch outcome {
        case .hit: return true
        case .unregistered: if case .hit? = table.parent?.tryHit(stack.key, isOfProperty: true, borrow) { return true }
        case .creation, .miss: break
        }
        return false
    }

    @inline(never)
    private func answerOnSlowPath() -> AnyBox? {
        let before = shard.withLock { _ in ownState }
        if let before, let known = before.known, before.version == table.version(of: stack.key) {
            if !before.mocks.isEmpty { ThreadState.current.innermostLookup?.addMocks(before.mocks) }
            return known
        }
        let lookup = beginLookup()
        // Continues the look-up that made the object.
        if let graph = before?.graph { lookup.begin(graph) }
        return keep(isRequired ? lookup.answerOrTrap() : lookup.answerIfRegisteredOrTrap(), of: lookup)
    }

    /// After a trial, the look-up begins in another table than the property.
    // See CONTRIBUTING, 'Stack depth'.
    @inline(never)
    private func beginLookup() -> Lookup {
        let lookup = Lookup(stack.key, place, in: table.answering)
        lookup.version = shard.withLock { _ in stack.version }
        return lookup
    }

    /// Keeps the instance if its registration does not, and releases the one before.
    ///
    /// - Returns: The instance to use. Another thread may have been faster.
    // See CONTRIBUTING, 'Stack depth'.
    @inline(never)
    private func keep(_ answer: AnyBox?, of lookup: Lookup) -> AnyBox? {
        let isHeldHere = !lookup.isKept && !lookup.isAbandoned && lookup.version == table.version(of: stack.key)
        return shard.withLock { _, discarded in
            let before = ownState
            let instance = !isHeldHere ? nil : isWeak ? answer?.weakened() : answer
            // A newer look-up may have been faster.
            if before?.version ?? 0 > lookup.version || instance == nil && before?.instance == nil { return answer }
            if isHeldHere, before?.version == lookup.version, let known = before?.known { return known }
            let mocks = lookup.mocks?.all ?? []
            discarded.add(before)
            ownState = OwnState(before?.graph, instance, lookup.version, mocks)
            return answer
        }
    }

    var container: DependencyContainer {
        if let container = table.container { return container }
        place.trap("The container of this property was released, but this object, which it had kept, is still in use.")
    }
}

extension StackTable {
    /// The largest version of the stacks that a look-up of the key reads.
    fileprivate func version(of key: ServiceKey) -> UInt64 {
        var version: UInt64 = 0
        for table in sequence(first: self, next: \.parent) {
            let hasBase = table.withShard(of: key) { shard in
                version = max(version, shard.stacks[key]?.version ?? shard.sweptVersion)
                return shard.stacks[key]?.hasBase == true
            }
            if hasBase { break }
        }
        return version
    }
}

/// A property wrapper that looks a service up.
///
/// `validateProperties`, in HopoateTestingHelpers, only knows a property's type. The type then names the service.
package protocol ServiceWrapper {
    /// The service, and whether the property traps if nothing is registered for it.
    static var lookedUp: (service: Any.Type, isRequired: Bool) { get }
    /// Whether a registration that takes an argument may be meant.
    static var mayTakeArgument: Bool { get }
}

extension ServiceWrapper { package static var mayTakeArgument: Bool { false } }
