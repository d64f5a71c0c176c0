/// A creation of an instance that its registration is going to keep, and that others may wait for.
final class Creation: Sendable {
    let registration: AnyServiceRegistration
    /// The thread that makes it, or the asynchronous creation.
    let maker: any AnyObject & Sendable
    /// That of the registration's scope, if it has one, when the creation began.
    let generation: UInt64

    init(_ registration: AnyServiceRegistration, by maker: any AnyObject & Sendable) {
        self.registration = registration
        self.maker = maker
        generation = registration.lifetime.scope?.generation ?? 0
    }
}

/// How threads and asynchronous creations wait for what others are making, and how they notice that they would wait for
/// ever.
///
/// One graph of who waits for whom serves the process: waiting happens once per instance at most. Locks are taken in one
/// order, the monitor first and a shard's lock within.
enum Waiting {
    private struct Edge {
        let number: UInt64
        let waiter: any AnyObject & Sendable
        /// The creators that run on a thread that waits.
        let running: [RunningCreator]
        let step: DependencyError.Step
        let awaited: Creation
        /// Whether there is still something to wait for.
        let isUnderWay: @Sendable () -> Bool
    }

    private static let monitor = Monitor<[Edge]>([])

    /// Waits until a creation has ended, or its registration no longer answers.
    ///
    /// - Throws: The way round, when what is waited for waits, over others maybe, for this thread or its task.
    static func wait(
        for creation: Creation,
        _ lookup: Lookup,
        while isUnderWay: @escaping @Sendable () -> Bool
    ) throws(ResolutionFailure) {
        let thread = Resolution.ofThread
        var waiters: [any AnyObject & Sendable] = [thread]
        if let creation = AsyncCreation.current { waiters.append(creation) }
        let number = Numbers.next()
        let wayRound: [DependencyError.Step]? = monitor.wait { edges in
            edges.removeAll { $0.number == number }
            guard isUnderWay() else { return .some(nil) }
            if let way = way(from: creation, to: waiters, edges) { return way }
            for waiter in waiters {
                edges.append(
                    Edge(
                        number: number,
                        waiter: waiter,
                        running: thread.state.running,
                        step: lookup.step,
                        awaited: creation,
                        isUnderWay: isUnderWay
                    )
                )
            }
            return nil
        }
        if let wayRound { throw .failed(.cycle(thread.path + [lookup.step] + wayRound)) }
    }

    /// Wakes the threads that wait; each then looks whether its own wait is over.
    static func wakeAll() { monitor.broadcast() }

    /// Notes that one asynchronous creation awaits another. `end(_:)` has to follow.
    ///
    /// - Throws: The way round, when what is awaited waits, over others maybe, for the one that asks.
    static func await(
        _ creation: Creation,
        by waiter: AsyncCreation,
        _ step: DependencyError.Step
    ) throws(ResolutionFailure) -> UInt64 {
        let number = Numbers.next()
        let edge = Edge(number: number, waiter: waiter, running: [], step: step, awaited: creation) { true }
        let wayRound = monitor.withLock { edges -> [DependencyError.Step]? in
            if let way = way(from: creation, to: [waiter], edges) { return way }
            edges.append(edge)
            return nil
        }
        guard let wayRound else { return number }
        throw .failed(.cycle(waiter.path.firstRound([step] + wayRound)))
    }

    /// Ends what `await(_:by:_:)` has begun.
    static func end(_ number: UInt64) {
        let before = monitor.withLock { edges in
            let before = edges
            edges.removeAll { $0.number == number }
            return before
        }
        withExtendedLifetime(before) {}
    }

    /// The way from a creation, over those that wait for one another, to one of the goals.
    private static func way(
        from creation: Creation,
        to goals: [any AnyObject & Sendable],
        _ edges: [Edge]
    ) -> [DependencyError.Step]? {
        var seen: Set = [ObjectIdentifier(creation)]
        var ways: [(end: Creation, steps: [DependencyError.Step])] = [(creation, [])]
        while let (end, steps) = ways.popLast() {
            if goals.contains(where: { $0 === end.maker }) { return steps }
            for edge in edges where edge.waiter === end.maker && edge.isUnderWay() {
                guard seen.insert(ObjectIdentifier(edge.awaited)).inserted else { continue }
                let start = edge.running.lastIndex { $0.registration === end.registration }
                let within = start.map { edge.running[($0 + 1)...] } ?? edge.running[...]
                ways.append((edge.awaited, steps + within.map(\.step) + [edge.step]))
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
            let isRound = path.contains { $0.key == step.key }
            path.append(step)
            if isRound { break }
        }
        return path
    }
}
