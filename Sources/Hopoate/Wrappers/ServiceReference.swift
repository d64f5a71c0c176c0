/// The storage of a property wrapper: the way from it to the stack of its service, which it finds once, when it is made.
///
/// Sendable because what changes is only touched under the lock of the stack's shard, and the rest never changes;
/// `DependencyTests.aTransientServiceIsKeptOnceFromManyThreads` under ThreadSanitizer would see that lost.
@usableFromInline
final class ServiceReference: @unchecked Sendable {
    private let table: StackTable
    private let held: DependencyContainer?
    private let stack: Stack
    private let shard: ShardReference
    private let place: CodePlace
    private let isRequired: Bool
    /// Whether an instance that its registration does not keep is held weakly.
    private let isWeak: Bool
    private var unkept: Unkept?

    /// What references to services have that registrations do not keep. It never changes: another one takes its place.
    private final class Unkept {
        /// That of the look-up which the object was made in, for services that such a one shares.
        let graph: Instances?
        /// The last instance that its registration does not keep.
        let instance: AnyKept?
        /// That of the stacks when they answered with it.
        let version: UInt64
        /// What it was made from.
        let mocks: [RegisteredMock]

        init(_ graph: Instances?, _ instance: AnyKept? = nil, _ version: UInt64 = 0, _ mocks: [RegisteredMock] = []) {
            self.graph = graph
            self.instance = instance
            self.version = version
            self.mocks = mocks
        }

        /// The instance, unless it is gone, or was made from a mock that has ended.
        var known: AnyKept? { mocks.haveEnded ? nil : instance?.strong }
    }

    init(
        _ key: ServiceKey,
        in container: DependencyContainer,
        _ place: CodePlace,
        isRequired: Bool = false,
        isWeak: Bool = false
    ) {
        let table = container.table
        self.table = table
        held = container.toHold
        shard = table.shardReference(of: key)
        stack = shard.withLock { $0.stackOrNew(of: key, in: table) }
        self.place = place
        self.isRequired = isRequired
        self.isWeak = isWeak
        if let graph = ThreadState.graphOfCreator {
            ThreadState.current.note(key, in: table, isRequired: isRequired)
            unkept = Unkept(graph)
        }
    }

    /// Calls `take` once with the service, as `DependencyContainer.answerOrTrap` does, or not at all when the service is not
    /// registered and need not be.
    @usableFromInline
    func answer(_ take: (LentInstance) -> Void) {
        let outcome = shard.withLock { shard in
            // An instance that nobody else keeps comes first.
            if unkept?.instance != nil { return HitOutcome.miss }
            return stack.lendHit(isObserved: shard.isObserved, allowsWeak: false, to: take)
        }
        if outcome == .hit { return }
        if outcome == .missing, table.parent?.tryHit(stack.key, allowsWeak: false, take) == .hit { return }
        answerOtherwise()?.lend(to: take)
    }

    @inline(never)
    private func answerOtherwise() -> AnyKept? {
        let before = shard.withLock { _ in unkept }
        if let before, let known = before.known, before.version == table.version(of: stack.key) {
            if !before.mocks.isEmpty { ThreadState.current.innermostFrame?.add(before.mocks) }
            return known
        }
        var resolver = Resolver(Request(stack.key, place, in: table))
        // This is a part of the look-up that the object was made in.
        if let graph = before?.graph { resolver.frame.begin(graph) }
        let answer = resolver.answerIfRegisteredOrTrap(isRequired: isRequired)
        if answer == nil, let list = resolver.contributionsOrTrap(of: before?.graph) { return list }
        if answer == nil, isRequired { resolver.error(of: .missing).trap() }
        return keep(answer, of: resolver)
    }

    /// Keeps the instance that nobody else keeps, and lets go of the one before.
    ///
    /// - Returns: The instance to use: another thread may have been faster.
    ///
    /// Not inlined, as it would stand in the frame of each creator (`StackDepthTests`).
    @inline(never)
    private func keep(_ answer: AnyKept?, of resolver: borrowing Resolver) -> AnyKept? {
        let isUnkept =
            !resolver.frame.isKept && !resolver.frame.isAbandoned
            && resolver.frame.version == table.version(of: stack.key)
        return shard.withLock { _, discarded in
            let before = unkept
            let instance = !isUnkept ? nil : isWeak ? answer?.weakened() : answer
            // A later look-up may have been faster.
            if before?.version ?? 0 > resolver.frame.version || instance == nil && before?.instance == nil {
                return answer
            }
            if isUnkept, before?.version == resolver.frame.version, let known = before?.known { return known }
            let mocks = resolver.frame.mocks?.all ?? []
            discarded.add(before)
            unkept = Unkept(before?.graph, instance, resolver.frame.version, mocks)
            return answer
        }
    }

    var container: DependencyContainer {
        if let container = table.container { return container }
        place.trap("The container of this property is gone: only this object, which it had kept, is still there.")
    }
}

extension StackTable {
    /// The largest version of the stacks that a look-up reads.
    fileprivate func version(of key: ServiceKey) -> UInt64 {
        let (version, isRegistered) = withShard(of: key) { shard -> (UInt64, Bool) in
            shard.stacks[key].map { ($0.version, $0.isRegistered) } ?? (0, false)
        }
        return isRegistered ? version : max(version, parent?.version(of: key) ?? 0)
    }
}
