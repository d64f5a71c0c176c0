/// A creation of an instance that somebody is going to hold. Others may wait for it, if that is the registration.
final class Creation: Sendable {
    let registration: AnyServiceRegistration
    /// The number of the thread that makes it, or of the asynchronous creation.
    let maker: UInt64
    let asyncMaker: AsyncCreation?
    /// That of the registration's scope, if it has one, when the creation began.
    let generation: UInt64

    init(_ registration: AnyServiceRegistration, by maker: UInt64, _ asyncMaker: AsyncCreation? = nil) {
        self.registration = registration
        self.maker = maker
        self.asyncMaker = asyncMaker
        generation = registration.lifetime.scope?.generation ?? 0
    }

    /// Whether the scope has not been reset meanwhile, which leaves the instance to those who have asked before.
    var isCurrent: Bool { registration.lifetime.scope.map { $0.generation == generation } ?? true }
}

/// How threads and asynchronous creations wait for what others are making, and how they notice that they would wait for
/// ever.
///
/// One graph of who waits for whom serves the process: waiting happens once per instance at most. Locks are taken in one
/// order, the monitor first and a shard's lock within.
enum Waiting {
    /// That a thread, with the asynchronous creation that it runs a part of, or such a creation alone waits for another.
    struct Edge: Sendable {
        fileprivate let number: UInt64
        fileprivate let waiters: [UInt64]
        /// The creators that run on a thread that waits.
        fileprivate var running: [RunningCreator] = []
        fileprivate let step: DependencyError.Step
        fileprivate let awaited: Creation
        /// Whether there is still something to wait for.
        fileprivate let isUnderWay: @Sendable () -> Bool
    }

    /// Those that wait, and what wakes the tasks that wait for a thread.
    private static let monitor = Monitor<(edges: [Edge], sleepers: [CheckedContinuation<Void, Never>])>(([], []))
    /// Whether there may be any, so that changes of stacks which nobody waits for cost nothing.
    private static let isNeeded = ProcessFlag()

    /// Waits until a creation has ended, or its registration no longer answers.
    ///
    /// - Throws: The way round, when what is waited for waits, over others maybe, for this thread or its task.
    static func wait(
        for creation: Creation,
        _ lookup: Lookup,
        while isUnderWay: @escaping @Sendable () -> Bool
    ) throws(ResolutionFailure) {
        let thread = Resolution.ofThread
        let edge = Edge(
            number: Numbers.next(),
            waiters: [thread.state.number] + (AsyncCreation.current.map { [$0.number] } ?? []),
            running: thread.state.running,
            step: lookup.step,
            awaited: creation,
            isUnderWay: isUnderWay
        )
        let wayRound: [DependencyError.Step]? = monitor.wait { waiting in
            waiting.edges.removeAll { $0.number == edge.number }
            // Before the stack is looked at: a thread that changes the stack after that sees it set.
            isNeeded.set()
            defer { isNeeded.set(!waiting.edges.isEmpty || !waiting.sleepers.isEmpty) }
            guard isUnderWay() else { return .some(nil) }
            if let wayRound = add(edge, to: &waiting.edges) { return wayRound }
            return nil
        }
        if let wayRound { throw .failed(.cycle(thread.path + [lookup.step] + wayRound)) }
    }

    /// Waits as `wait` does, and blocks no thread.
    static func await(
        _ creation: Creation,
        _ lookup: Lookup,
        while isUnderWay: @escaping @Sendable () -> Bool,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) {
        let edge = try begin(creation, by: AsyncCreation.current, lookup.step, while: isUnderWay)
        defer { end(edge) }
        while isUnderWay() {
            await withCheckedContinuation { sleeper in
                let isAsleep = monitor.withLock { waiting in
                    isNeeded.set()
                    let isUnderWay = isUnderWay()
                    if isUnderWay { waiting.sleepers.append(sleeper) }
                    return isUnderWay
                }
                if !isAsleep { sleeper.resume() }
            }
        }
    }

    /// Wakes all that wait; each then looks whether its own wait is over.
    @inline(__always)
    static func wakeAll() { if isNeeded.isSet { wake() } }

    @inline(never)
    private static func wake() {
        monitor.broadcast()
        let sleepers = monitor.withLock { waiting in
            defer {
                waiting.sleepers = []
                isNeeded.set(!waiting.edges.isEmpty)
            }
            return waiting.sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
    }

    /// Notes that one asynchronous creation, if one asks, awaits another. `end(_:)` has to follow.
    ///
    /// - Throws: The way round, when what is awaited waits, over others maybe, for the one that asks.
    static func begin(
        _ creation: Creation,
        by waiter: AsyncCreation?,
        _ step: DependencyError.Step,
        while isUnderWay: @escaping @Sendable () -> Bool = { true }
    ) throws(ResolutionFailure) -> Edge? {
        guard let waiter else { return nil }
        let edge = Edge(
            number: Numbers.next(),
            waiters: [waiter.number],
            step: step,
            awaited: creation,
            isUnderWay: isUnderWay
        )
        guard let wayRound = monitor.withLock({ add(edge, to: &$0.edges) }) else { return edge }
        throw .failed(.cycle(waiter.path.firstRound([step] + wayRound)))
    }

    /// Ends what `begin` has begun.
    static func end(_ edge: Edge?) {
        // What the edge holds on to is released after unlocking.
        guard let edge else { return }
        withExtendedLifetime(edge) { monitor.withLock { $0.edges.removeAll { $0.number == edge.number } } }
    }

    /// Adds an edge, unless it closes a cycle.
    ///
    /// - Returns: The way round: from what is awaited, over those that wait for one another, to one of the waiters.
    private static func add(_ edge: Edge, to edges: inout [Edge]) -> [DependencyError.Step]? {
        var seen: Set = [ObjectIdentifier(edge.awaited)]
        var ways: [(end: Creation, steps: [DependencyError.Step])] = [(edge.awaited, [])]
        while let (end, steps) = ways.popLast() {
            if edge.waiters.contains(end.maker) { return steps }
            for next in edges where next.waiters.contains(end.maker) && next.isUnderWay() {
                guard seen.insert(ObjectIdentifier(next.awaited)).inserted else { continue }
                let start = next.running.lastIndex { $0.registration === end.registration }
                let within = start.map { next.running[($0 + 1)...] } ?? next.running[...]
                ways.append((next.awaited, steps + within.map(\.step) + [next.step]))
            }
        }
        edges.append(edge)
        return nil
    }
}

extension [DependencyError.Step] {
    /// The way up to where, further on, it comes to a service for the second time.
    func firstRound(_ further: some Sequence<DependencyError.Step>) -> [DependencyError.Step] {
        var path = self
        for step in further {
            path.append(step)
            if path.dropLast().contains(where: { $0.key == step.key }) { break }
        }
        return path
    }
}
