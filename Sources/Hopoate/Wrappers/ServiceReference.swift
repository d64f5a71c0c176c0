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
    // Beside the shard, where they take no more bytes (`Benchmarks`, row 'make and drop an object …').
    private let isRequired: Bool
    /// Whether to hold an instance that its registration does not keep weakly.
    private let isWeak: Bool
    private let place: CodePlace
    /// The graph of the look-up that made the object, for services of the lifetime `graph`.
    private let graph: SlotGroup?
    /// Has the last instance, if its registration does not keep it, and as its age the version of the stacks that it comes from.
    private var slot: Slot?

    init(
        _ key: ServiceKey,
        in container: DependencyContainer,
        _ place: CodePlace,
        isRequired: Bool = false,
        isWeak: Bool = false
    ) {
        let table = container.table
        self.table = table
        held = container.containerToHold
        shard = table.shardReference(of: key)
        stack = shard.withLock { $0.stackOrNew(of: key, in: table) }
        self.place = place
        self.isRequired = isRequired
        self.isWeak = isWeak
        let creator = ThreadState.creatorOfProperty
        graph = creator?.graph
        creator?.attempt.observed?.notify(of: .of(key, at: .whenRead, isRequired: isRequired), in: table, place)
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
            if slot != nil { return HitOutcome.miss }
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
        let before = shard.withLock { _ in slot }
        // It never changes.
        if let before, let known = before.instance(from: nil), before.age == table.version(of: stack.key) {
            if !before.mocks.isEmpty { ThreadState.current.innermostLookup?.addMocks(before.mocks) }
            return known
        }
        let lookup = Lookup(stack.key, place, in: table)
        // Continues the look-up that made the object.
        if let graph { lookup.begin(graph) }
        return keep(isRequired ? lookup.answerOrTrap() : lookup.answerIfRegisteredOrTrap(), of: lookup, after: before)
    }

    /// Keeps the instance if its registration does not, and releases the one before.
    ///
    /// - Returns: The instance to use. Another thread may have been faster.
    // See CONTRIBUTING, 'Stack depth'.
    @inline(never)
    private func keep(_ answer: AnyBox?, of lookup: Lookup, after before: Slot?) -> AnyBox? {
        let version = lookup.attempt.version
        let isHeldHere =
            !lookup.isKept && lookup.attempt.ownership != .abandoned && version == table.version(of: stack.key)
        return shard.withLock { _, discarded in
            // Another thread was faster. Its instance is the property's if nothing has changed.
            if let slot, slot !== before {
                return isHeldHere && slot.age == version ? slot.instance(from: nil) ?? answer : answer
            }
            discarded.add(slot)
            slot = nil
            if isHeldHere, let instance = isWeak ? answer?.weakened() : answer,
                let registration = lookup.registration
            {
                let own = Slot(of: registration, owner: table)
                own.keep(instance, lookup.attempt.mocks?.all ?? [], age: version)
                slot = own
            }
            return answer
        }
    }

    var container: DependencyContainer {
        if let container = table.container { return container }
        place.trap("The container of this property was released, but this object, which it had kept, is still in use.")
    }
}

extension StackTable {
    /// The version of the stacks that a look-up of the key reads.
    fileprivate func version(of key: ServiceKey) -> UInt64 {
        var (version, next) = (0 as UInt64, StackTable?.some(self))
        while let table = next {
            next = table.withShard(of: key) { shard in
                guard let stack = shard.stacks[key] else { return table.parent }
                version = stack.version(after: version)
                return stack.hasBase ? nil : table.parent
            }
        }
        return version
    }
}

/// A property wrapper or handle. `validateProperties`, in HopoateTestingHelpers, only knows its type.
package protocol ServiceWrapper {
    /// What it looks up, without a name.
    static var dependency: DeclaredDependency { get }
}
