// The fast creation: a creator whose instance no one keeps, which any thread may run and nothing observes, runs as soon as the reading
// of the stack has found it. A frame is made of it only if a look-up within takes the slow path (`Benchmarks`, row 'transient').

/// A creator that runs in the fast creation, for the container that requests its service. The running call keeps what it refers to.
struct RunningCreator {
    let registration: Lent<AnyServiceRegistration>
    let table: Lent<StackTable>
    let place: CodePlace
    /// The one around it, unless that has a frame.
    var outer: ThreadValue<RunningCreator>?
    /// How many without frames run, with this one.
    var depth = 1
    var frame: Frame?
    /// The innermost frame before its own.
    var outerFrame: Lent<Frame>?

    /// How many may run within one another without frames. The search for cycles reads them all.
    static let maxDepth = 16
}

extension DependencyContainer {
    /// The fast path: lends the cached instance, or creates one and lends that.
    ///
    /// - Returns: Never `creation`: `miss` if the slow path has to create the instance.
    @inline(__always)
    func tryAnswer(
        _ key: ServiceKey,
        _ place: CodePlace,
        _ borrow: (LentInstance) -> Void
    ) throws(DependencyError) -> HitOutcome {
        let outcome = withTable { $0.tryHit(key, borrow) }
        guard case .creation(let registration, let recipe) = outcome else { return outcome }
        return try create(registration, recipe, place, borrow) ? .hit : .miss
    }

    /// - Returns: Whether the creator has run. If it may be part of a cycle, the slow path runs it.
    @inline(never)
    private func create(
        _ registration: AnyServiceRegistration,
        _ recipe: Recipe,
        _ place: CodePlace,
        _ borrow: (LentInstance) -> Void
    ) throws(DependencyError) -> Bool {
        let thread = ThreadState.current
        guard thread.mayEnter(registration) else { return false }
        var creator = RunningCreator(registration: Lent(registration), table: Lent(table), place: place)
        try ThreadValue.lend(&creator) { creator throws(DependencyError) in
            thread.enter(creator)
            defer { thread.leave(creator) }
            do {
                if isShared { return _ = try recipe.create(lendingTo: borrow) }
                _ = try binding { try recipe.create(lendingTo: borrow) }
            } catch { throw thread.errorOfCreator(error) }
        }
        return true
    }
}

extension ThreadValue<ThreadState> {
    /// The innermost frame. First makes a frame of each creator that has none.
    @inline(__always)
    var frame: Lent<Frame>? {
        if let creator = state.creator { makeFrames(of: creator) }
        return state.frame
    }

    @inline(never)
    private func makeFrames(of running: ThreadValue<RunningCreator>) {
        if let outer = running.state.outer { makeFrames(of: outer) }
        state.creator = nil
        let registration = running.state.registration.object
        let request = Request(registration.key, running.state.place, in: running.state.table.object)
        let frame = Frame(request)
        frame.select(registration)
        running.state.frame = frame
        running.state.outerFrame = enter(frame)
    }

    /// Whether a creator may run without a frame. If the same registration runs already, the slow path finds out whether that is a cycle.
    @inline(__always)
    fileprivate func mayEnter(_ registration: AnyServiceRegistration) -> Bool {
        let origin = registration.origin
        if state.frame != nil, state.hasRunning(origin) { return false }
        guard var running = state.creator else { return state.frame != nil || AsyncFrame.current == nil }
        if running.state.depth == RunningCreator.maxDepth { return false }
        while running.state.registration.with({ $0.origin != origin }) {
            guard let outer = running.state.outer else { return true }
            running = outer
        }
        return false
    }

    @inline(__always)
    fileprivate func enter(_ running: ThreadValue<RunningCreator>) {
        if let outer = state.creator { (running.state.outer, running.state.depth) = (outer, outer.state.depth + 1) }
        state.creator = running
    }

    @inline(__always)
    fileprivate func leave(_ running: ThreadValue<RunningCreator>) {
        if running.state.frame == nil { state.creator = running.state.outer } else { endFrame(of: running) }
    }

    @inline(never)
    private func endFrame(of running: ThreadValue<RunningCreator>) {
        guard let frame = running.state.frame else { return }
        leave(frame, to: running.state.outerFrame)
        frame.end()
    }

    @inline(never)
    fileprivate func errorOfCreator(_ error: any Error) -> DependencyError {
        let frame = frame!.object
        return Resolver(frame).error(of: frame.failure(of: error))
    }
}
