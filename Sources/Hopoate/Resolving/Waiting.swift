/// A creation of an instance for a holder. Others may wait for it, if the holder is the registration.
final class Creation: Sendable {
    let registration: AnyServiceRegistration
    /// The number of the thread that runs the creator, or of the asynchronous creation.
    let runner: UInt64
    /// The asynchronous creation that runs the creator, if there is one.
    let asyncCreation: AsyncCreation?
    /// The generation of the registration's scope, if it has one, when the creation began.
    let generation: UInt64

    init(_ registration: AnyServiceRegistration, by runner: UInt64, _ asyncCreation: AsyncCreation? = nil) {
        self.registration = registration
        self.runner = runner
        self.asyncCreation = asyncCreation
        generation = registration.lifetime.scope?.generation ?? 0
    }

    /// Whether the scope has not been reset meanwhile, which leaves the instance to its earlier callers.
    var isCurrent: Bool { registration.lifetime.scope.map { $0.generation == generation } ?? true }
}

/// How threads and asynchronous creations wait for instances that others are making, and how they notice that they would
/// wait for ever.
///
/// One graph of who waits for whom serves the process: waiting happens once per instance at most. Locks are taken in one
/// order, the monitor first and a shard's or an asynchronous creation's lock within.
enum Waiting {
    /// A wait: of a thread, of an asynchronous creation, or of both if the thread runs a part of the creation. A task
    /// outside of every creation waits, too. It is not awaited, so it is a part of no cycle and has no `waiters`.
    struct Edge: Sendable {
        fileprivate let number = Numbers.next()
        fileprivate let waiters: [UInt64]
        /// The creators that run on a thread that waits.
        fileprivate let running: [RunningCreator]
        fileprivate let awaited: Creation
        fileprivate let lookup: Lookup
        /// The table of the stack that may answer otherwise meanwhile. Nil where that is no reason to ask again.
        private let table: StackTable?

        init(to awaited: Creation, _ lookup: Lookup, in table: StackTable? = nil, blocksThread: Bool = false) {
            let thread = Resolution.ofThread
            waiters = (blocksThread ? [thread.state.number] : []) + (AsyncCreation.current.map { [$0.number] } ?? [])
            running = blocksThread ? thread.state.running : []
            (self.awaited, self.lookup, self.table) = (awaited, lookup, table)
        }

        /// Whether there is still something to wait for.
        fileprivate var isUnderWay: Bool {
            // Without a table, a task is awaited. The code behind the `await` may go on some time after its end, when an actor
            // is free.
            guard let table else { return awaited.asyncCreation?.isUnderWay != false }
            return table.withStack(of: lookup.key) { $0.isUnderWay(awaited, at: lookup.position) } == true
                && lookup.holds
        }
    }

    private typealias State = (edges: [UInt64: Edge], sleepers: [CheckedContinuation<Void, Never>])

    /// The waits, and the continuations of tasks that wait for a thread.
    private static let monitor = Monitor<State>(([:], []))
    /// Whether there may be any, so that changes of stacks cost nothing while no thread waits.
    private static let isNeeded = ProcessFlag()

    /// Waits until a creation has ended, or its registration no longer answers.
    ///
    /// - Throws: The way round, when the other creation waits, over others maybe, for this thread or its task.
    static func wait(for creation: Creation, _ lookup: Lookup, in table: StackTable) throws(ResolutionFailure) {
        let edge = Edge(to: creation, lookup, in: table, blocksThread: true)
        try monitor.wait { waiting throws(ResolutionFailure) in try renew(edge, in: &waiting) }
    }

    /// Waits as `wait` does, and blocks no thread.
    static func await(
        _ creation: Creation,
        _ lookup: Lookup,
        in table: StackTable,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) {
        let edge = Edge(to: creation, lookup, in: table)
        while try begin(edge) {
            await withCheckedContinuation { sleeper in
                let isAsleep = monitor.withLock { waiting in
                    let isUnderWay = edge.isUnderWay
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
        let sleepers = monitor.broadcast { waiting in
            defer { waiting.sleepers = [] }
            return waiting.sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
    }

    /// Notes a wait, until `end(_:)`, or until this is called again and the wait is over.
    ///
    /// - Returns: Whether there is something to wait for.
    /// - Throws: The way round, when the awaited creation waits, over others maybe, for the one that asks.
    @discardableResult
    static func begin(_ edge: Edge) throws(ResolutionFailure) -> Bool {
        try monitor.withLock { waiting throws(ResolutionFailure) in try renew(edge, in: &waiting) }
    }

    /// Ends a wait that `begin` has noted.
    static func end(_ edge: Edge) {
        // The edge's references are released after unlocking.
        withExtendedLifetime(edge) {
            monitor.withLock { waiting in
                waiting.edges[edge.number] = nil
                isNeeded.set(!waiting.edges.isEmpty)
            }
        }
    }

    /// Adds an edge, or takes it out when there is nothing to wait for, or when it would close a cycle.
    ///
    /// - Returns: Whether there is something to wait for.
    private static func renew(_ edge: Edge, in waiting: inout State) throws(ResolutionFailure) -> Bool {
        waiting.edges[edge.number] = nil
        // Before the stack is looked at: a thread that changes the stack after that sees it set.
        isNeeded.set()
        defer { isNeeded.set(!waiting.edges.isEmpty) }
        guard edge.isUnderWay else { return false }
        if !edge.waiters.isEmpty, let wayRound = wayRound(edge, waiting.edges) {
            let (path, wayOn) = (Resolution.ofThread.path, [edge.lookup.step] + wayRound)
            // A creator on a thread may resolve its service with other arguments, or in another container.
            throw .failed(.cycle(edge.running.isEmpty ? path.firstRound(wayOn) : path + wayOn))
        }
        waiting.edges[edge.number] = edge
        return true
    }

    /// The way from an edge's end, over edges that wait for one another, to one of its waiters.
    private static func wayRound(_ edge: Edge, _ edges: [UInt64: Edge]) -> [DependencyError.Step]? {
        var seen: Set = [ObjectIdentifier(edge.awaited)]
        var ways: [(end: Creation, steps: [DependencyError.Step])] = [(edge.awaited, [])]
        while let (end, steps) = ways.popLast() {
            if edge.waiters.contains(end.runner) { return steps }
            for next in edges.values where next.waiters.contains(end.runner) && next.isUnderWay {
                guard seen.insert(ObjectIdentifier(next.awaited)).inserted else { continue }
                let start = next.running.lastIndex { $0.registration === end.registration }
                let within = start.map { next.running[($0 + 1)...] } ?? next.running[...]
                ways.append((next.awaited, steps + within.map(\.step) + [next.lookup.step]))
            }
        }
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
