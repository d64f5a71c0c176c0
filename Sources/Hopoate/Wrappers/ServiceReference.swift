/// The storage of a property wrapper: the way from it to the stack of its service.
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
        fileprivate var unkept: Boxed<Unkept>?
    }

    /// State of references to services that registrations do not keep. It never changes: others take its place.
    fileprivate struct Unkept: Sendable {
        /// The resolution that the object was made in, for services that such a one shares.
        let graph: ResolutionGraph?
        /// The last instance that its registration does not keep.
        var instance: AnyKept?
        /// That of the stacks when they answered with it.
        var version: UInt64 = 0
    }

    /// The shards of the table. Reaching them over it would cost a retain (`Benchmarks`, row 'read a @Dependency').
    private let shards: Protected<Shard>
    private let place: CodePlace
    // Small, as there are many references (`Benchmarks`, row 'bytes of a @Dependency').
    private let slot: UInt32
    private let shard: UInt8
    private let isPinned: Bool
    private let isRequired: Bool
    /// Whether an instance that its registration does not keep is held weakly.
    private let isWeak: Bool

    init(
        _ key: ServiceKey,
        in container: DependencyContainer,
        _ place: CodePlace,
        isRequired: Bool = false,
        isWeak: Bool = false
    ) {
        let table = container.table
        let shard = table.shardIndex(of: key)
        shards = table.shards
        self.place = place
        self.isRequired = isRequired
        self.isWeak = isWeak
        self.shard = UInt8(shard)
        isPinned = Shard.needsPin(key)
        if isPinned { container.pin(key) }
        slot = UInt32(shards.withLock(at: shard) { $0.slotOrNew(of: key) })
        let creation = ProcessFlag.wrappersInCreators.isSet ? Resolution.ofThread : nil
        creation?.note(key, in: table, isRequired: isRequired)
        let graph = creation?.graphOfCreator
        super.init(State(held: HeldContainer(container), unkept: graph == nil ? nil : Boxed(Unkept(graph: graph))))
    }

    deinit { if isPinned { table.unpin(lookup.key) } }

    @inline(__always)
    private func withShard<Result>(_ body: (inout Shard) -> Result) -> Result {
        shards.withLock(at: Int(shard), body)
    }

    /// Calls `take` once with the service, as `DependencyContainer.answerOrTrap` does, or not at all when the service is not
    /// registered and need not be.
    @usableFromInline
    func answer(_ take: (LentInstance) -> Void) {
        if takeHit(take) { return }
        resolved()?.lend(to: take)
    }

    private func takeHit(_ take: (LentInstance) -> Void) -> Bool {
        withShard { shard in
            // An instance that nobody else keeps comes first.
            guard state.unkept?.value.instance == nil, let hit = shard.hit(Int(slot)) else { return false }
            return !hit.isWeak && hit.lend(to: take)
        }
    }

    @inline(never)
    private func resolved() -> AnyKept? {
        do throws(ResolutionFailure) { return try resolve(lookup) } catch { return nilUnlessRequired(error) }
    }

    private var lookup: Lookup { Lookup(withShard { $0.stacks[Int(slot)].key }, place) }

    private func nilUnlessRequired(_ failure: ResolutionFailure) -> AnyKept? {
        if case .missing = failure, !isRequired { return nil }
        failure.trap(lookup, in: table)
    }

    var container: DependencyContainer {
        if let container = table.container { return container }
        place.trap("The container of this property is gone: only this object, which it had kept, is still there.")
    }

    private var table: StackTable { withShard { _ in state.held.table } }

    private func resolve(_ lookup: Lookup) throws(ResolutionFailure) -> AnyKept {
        let (before, version) = try current(lookup)
        if let held = held(in: before, version) { return held }
        // This is a part of the resolution that the object was made in.
        let outer = enter(before)
        defer { Resolution.ofThread.leave(to: outer) }
        return keep(try table.resolve(lookup), version, in: before, lookup)
    }

    // Apart, as these would take of the stack of creators.

    private func enter(_ unkept: Boxed<Unkept>?) -> Resolution.Sharing? {
        Resolution.ofThread.enter(unkept?.value.graph)
    }

    private func held(in unkept: Boxed<Unkept>?, _ version: UInt64) -> AnyKept? {
        unkept?.value.version == version ? unkept?.value.instance?.strong : nil
    }

    private var unkept: Boxed<Unkept>? { withShard { _ in state.unkept } }

    /// Replaces the state.
    ///
    /// - Returns: Whether no other thread was faster.
    private func replace(_ before: Boxed<Unkept>?, by new: Unkept?) -> Bool {
        // The instance before is released after unlocking.
        withExtendedLifetime(before) {
            withShard { _ in
                guard state.unkept === before else { return false }
                state.unkept = new.map { Boxed($0) }
                return true
            }
        }
    }

    /// The state, which lets go of an instance that came from the registrations of another version, and the version of the
    /// answer. Defaults are pushed before: if the look-up pushed them, the version would change with it.
    private func current(_ lookup: Lookup) throws(ResolutionFailure) -> (unkept: Boxed<Unkept>?, version: UInt64) {
        // Before the version: another thread may hold an instance of a later one already.
        let before = unkept
        var (version, isRegistered) = table.version(of: lookup.key)
        if !isRegistered {
            _ = try table.pushDefaults(lookup)
            version = table.version(of: lookup.key).number
        }
        if let before, before.value.instance != nil, before.value.version != version {
            _ = replace(before, by: before.value.graph.map { Unkept(graph: $0) })
        }
        return (unkept, version)
    }

    /// Keeps an instance that nobody else keeps, unless another thread was faster, or another registration answers by now.
    ///
    /// - Returns: The instance to use.
    private func keep(_ answer: Answer, _ version: UInt64, in before: Boxed<Unkept>?, _ lookup: Lookup) -> AnyKept {
        if answer.retention == .registration || answer.retention == .caller { return answer.kept }
        // If the container keeps the object that stores this, it would keep itself over the instance.
        if case .table(let table) = withShard({ _ in state.held }) { table.detachContainer(from: answer.kept) }
        // Without what it decorates, which the instance may hold itself.
        let alone = answer.kept.source == nil ? answer.kept : answer.kept.madeAnew(from: nil, expiry: .infinity)
        let instance = isWeak ? alone.weakened() : alone
        let new = Unkept(graph: before?.value.graph, instance: instance, version: version)
        var before = before
        while version == table.version(of: lookup.key).number, !replace(before, by: new) {
            before = unkept
            // An older look-up may have put it there.
            if let faster = held(in: before, version) { return faster }
        }
        return answer.kept
    }

    /// Stops holding a container that keeps the object which stores this.
    func letGoOfContainer(of table: StackTable) {
        let container = withShard { _ in state.held.letGo(of: table) }
        withExtendedLifetime(container) {}
    }
}

extension DependencyContainer {
    /// Keeps the stack of a name, here and in the parents, until `unpin(_:)`: one that is made anew knows nothing of the
    /// versions of the one before.
    // Within the initializer it would take a reference to the table (`Benchmarks`, row 'make and drop an object …').
    @inline(never)
    fileprivate func pin(_ key: ServiceKey) {
        for table in sequence(first: table, next: \.parent) { table.withStackOrNew(of: key) { $0.pins += 1 } }
    }
}

extension StackTable {
    fileprivate func unpin(_ key: ServiceKey) {
        for table in sequence(first: self, next: \.parent) { table.withStack(of: key) { $0.pins -= 1 } }
    }

    /// A number that changes when other registrations answer to a key, here or at a parent that is asked, and whether there
    /// are any.
    fileprivate func version(of key: ServiceKey) -> (number: UInt64, isRegistered: Bool) {
        let answer = withStack(of: key) { stack in (stack.version, stack.isRegistered(at: .top)) }
        let (version, isHere) = answer ?? (0, false)
        let mixed = version &* 0x9E37_79B9_7F4A_7C15
        if isHere { return (mixed, true) }
        let (elsewhere, isElsewhere) = parent?.version(of: key) ?? (0, false)
        return (mixed &+ elsewhere &* 0xBF58_476D_1CE4_E5B9, isElsewhere)
    }
}
