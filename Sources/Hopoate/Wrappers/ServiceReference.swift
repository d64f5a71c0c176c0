/// What a property wrapper holds: the way from it to the stack of its service.
///
/// A reference finds its stack once, when it is made, so that reading it takes no search.
///
/// Sendable because its state is read and changed under the lock of the stack, and the rest never changes;
/// `DependencyTests.aTransientServiceIsKeptOnceFromManyThreads` under ThreadSanitizer would see that lost.
@usableFromInline
final class ServiceReference: Confined<ServiceReference.State>, @unchecked Sendable {
    @usableFromInline
    struct State {
        fileprivate var held: HeldContainer
        /// The last instance that its registration does not keep.
        fileprivate var unkept: UnkeptInstance?
    }

    fileprivate struct UnkeptInstance {
        let kept: AnyKept
        /// That of the stacks when they answered with it.
        let version: UInt64
    }

    private let table: StackTable
    /// Those of the table. Reaching them over it would cost a retain (`Benchmarks`, row 'read a @Dependency').
    private let shards: Protected<Shard>
    private let shard: Int
    private let slot: Int
    private let isPinned: Bool
    private let place: CodePlace
    /// The resolution that the object was made in, for services that such a one shares.
    private let graph: ResolutionGraph?

    init(_ key: ServiceKey, in container: DependencyContainer, _ place: CodePlace) {
        let table = container.table
        self.table = table
        shards = table.shards
        self.place = place
        graph = ProcessFlag.graphs.isSet ? Resolution.ofThread.graphOfCreator : nil
        shard = table.shardIndex(of: key)
        isPinned = Shard.needsPin(key)
        slot = shards.withLock(at: shard) { $0.pin(key) }
        super.init(State(held: HeldContainer(container), unkept: nil))
    }

    deinit { if isPinned { shards.withLock(at: shard) { $0.unpin(slot) } } }

    /// Calls `take` once with the service, as `DependencyContainer.answerOrTrap` does.
    @usableFromInline
    func answerOrTrap(_ take: (LentInstance) -> Void) {
        if takeHit(take) { return }
        keptOrTrap(lookup()).lend(to: take)
    }

    /// Calls nothing when nothing is registered.
    @usableFromInline
    func answerIfRegistered(_ take: (LentInstance) -> Void) {
        if takeHit(take) { return }
        keptIfRegisteredOrTrap(lookup())?.lend(to: take)
    }

    private func takeHit(_ take: (LentInstance) -> Void) -> Bool {
        shards.withLock(at: shard) { shard in
            // What nobody else keeps, the reference has to.
            guard state.unkept == nil, let hit = shard.stacks[slot].hit, !hit.isWeak else { return false }
            take(hit)
            return true
        }
    }

    @inline(never)
    private func keptOrTrap(_ lookup: Lookup) -> AnyKept {
        do throws(ResolutionFailure) { return try instance(lookup) } catch { table.trap(error, lookup) }
    }

    @inline(never)
    private func keptIfRegisteredOrTrap(_ lookup: Lookup) -> AnyKept? {
        do throws(ResolutionFailure) { return try instance(lookup) } catch { return table.nilIfMissing(error, lookup) }
    }

    private func lookup() -> Lookup { Lookup(shards.withLock(at: shard) { $0.stacks[slot].key }, place) }

    private func instance(_ lookup: Lookup) throws(ResolutionFailure) -> AnyKept {
        let version = table.version(of: lookup.key)
        if let kept = unkeptInstance(version) { return kept }
        return keep(try resolve(lookup), version, lookup)
    }

    private func resolve(_ lookup: Lookup) throws(ResolutionFailure) -> Answer {
        guard let graph else { return try table.resolve(lookup) }
        return try Resolution.ofThread.within(graph) { () throws(ResolutionFailure) in try table.resolve(lookup) }
    }

    /// The instance that was got from the registrations of a version. One that came from others is let go.
    private func unkeptInstance(_ version: UInt64) -> AnyKept? {
        let unkept = shards.withLock(at: shard) { _ in
            defer { if state.unkept?.version != version { state.unkept = nil } }
            return state.unkept
        }
        return unkept?.version == version ? unkept?.kept : nil
    }

    /// Keeps an instance that nobody else keeps, unless another thread was faster, or another registration answers by now.
    ///
    /// - Returns: The instance to use.
    private func keep(_ answer: Answer, _ version: UInt64, _ lookup: Lookup) -> AnyKept {
        guard answer.retention != .registration, version == table.version(of: lookup.key) else {
            return answer.kept
        }
        let new = UnkeptInstance(kept: answer.kept, version: version)
        let previous = shards.withLock(at: shard) { _ in
            defer { if state.unkept?.version != new.version { state.unkept = new } }
            return state.unkept
        }
        return previous?.version == new.version ? previous?.kept ?? new.kept : new.kept
    }

    /// Stops holding a container that keeps the object which stores this.
    func letGoOfContainer(of table: StackTable) {
        let container = shards.withLock(at: shard) { _ in state.held.letGo(of: table) }
        withExtendedLifetime(container) {}
    }
}

extension StackTable {
    /// Changes when other registrations answer to a key, here or at a parent that is asked.
    fileprivate func version(of key: ServiceKey) -> UInt64 {
        let answer = withStack(of: key) { stack, _ in (stack.version, stack.isRegistered(at: .top)) }
        let (version, isHere) = answer ?? (0, false)
        let mixed = version &* 0x9E37_79B9_7F4A_7C15
        return isHere ? mixed : mixed &+ (parent?.table.version(of: key) ?? 0) &* 0xBF58_476D_1CE4_E5B9
    }
}
