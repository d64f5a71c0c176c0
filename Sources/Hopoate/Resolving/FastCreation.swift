// The fast creation: a creator whose instance no one keeps, which any thread may run and nothing observes, runs as soon as the reading
// of the stack has found it. A `Lookup` is made of it only if a look-up within takes the slow path (`Benchmarks`, row 'transient').

/// A creator that runs in the fast creation, for the container that requests its service. The running call keeps what it refers to.
struct RunningCreator {
    let registration: Unretained<AnyServiceRegistration>
    let table: Unretained<StackTable>
    let place: CodePlace
    /// The one around it, unless that has a `Lookup`.
    var outer: ThreadValue<RunningCreator>?
    var lookup: Lookup?
    /// The innermost look-up before its own.
    var outerLookup: Unretained<Lookup>?

    /// How many may run within one another without a `Lookup`. The search for cycles reads them all.
    static let maxCount = 16
}

extension DependencyContainer {
    /// Answers a look-up that was no hit, and lends the answer.
    @inline(never)
    func answer(
        _ key: ServiceKey,
        _ place: CodePlace,
        after outcome: HitOutcome,
        _ borrow: (BorrowedInstance) -> Void
    ) throws(DependencyError) {
        if case .creation(let registration, let recipe) = outcome, try createFast(registration, recipe, place, borrow) {
            return
        }
        try Lookup(key, place, in: table).answerOrThrow().lend(to: borrow)
    }

    /// - Returns: Whether the creator has run. If it may be part of a cycle, the slow path runs it.
    // See CONTRIBUTING, 'Stack depth'.
    @inline(never)
    private func createFast(
        _ registration: AnyServiceRegistration,
        _ recipe: Recipe,
        _ place: CodePlace,
        _ borrow: (BorrowedInstance) -> Void
    ) throws(DependencyError) -> Bool {
        let thread = ThreadState.current
        // The slow path finds the container that a look-up in an ended one goes on in.
        if ownTable?.hasEnded == true || !thread.mayEnter(registration) { return false }
        var creator = RunningCreator(registration: Unretained(registration), table: Unretained(table), place: place)
        try ThreadValue.lend(&creator) { creator throws(DependencyError) in
            thread.enter(creator)
            defer { thread.leave(creator) }
            do {
                if isShared { return _ = try recipe.create(lendingTo: borrow) }
                _ = try asShared { try recipe.create(lendingTo: borrow) }
            } catch { throw thread.errorOfCreator(error) }
        }
        return true
    }
}

extension ThreadValue<ThreadState> {
    /// The innermost look-up. First makes a `Lookup` of each creator that has none.
    @inline(__always)
    var lookup: Unretained<Lookup>? {
        if let creator = state.creator { makeLookups(of: creator) }
        return state.lookup
    }

    @inline(never)
    private func makeLookups(of running: ThreadValue<RunningCreator>) {
        if let outer = running.state.outer { makeLookups(of: outer) }
        state.creator = nil
        let registration = running.state.registration.object
        let lookup = Lookup(registration.key, running.state.place, in: running.state.table.object)
        lookup.select(registration)
        running.state.lookup = lookup
        running.state.outerLookup = enter(lookup)
    }

    /// Whether a creator may run without a `Lookup`. If the same registration runs already, the slow path finds out whether that is a cycle.
    @inline(__always)
    fileprivate func mayEnter(_ registration: AnyServiceRegistration) -> Bool {
        let origin = registration.origin
        if state.lookup == nil, state.creator == nil { return TaskActivity.current?.lookup == nil }
        // Deep down, the running creators are searched as seldom as by the slow path.
        let isRunning = state.lookup?.with {
            $0.isSearchDue && $0.innermost { $0.registration?.origin == origin } != nil
        }
        if isRunning == true { return false }
        var (next, count) = (state.creator, 0)
        while let running = next {
            count += 1
            let isSame = running.state.registration.with { $0.origin == origin }
            if isSame || count == RunningCreator.maxCount { return false }
            next = running.state.outer
        }
        return true
    }

    @inline(__always)
    fileprivate func enter(_ running: ThreadValue<RunningCreator>) {
        running.state.outer = state.creator
        state.creator = running
    }

    @inline(__always)
    fileprivate func leave(_ running: ThreadValue<RunningCreator>) {
        if let lookup = running.state.lookup {
            leave(to: running.state.outerLookup)
            lookup.end()
        } else {
            state.creator = running.state.outer
        }
    }

    @inline(never)
    fileprivate func errorOfCreator(_ error: any Error) -> DependencyError {
        let lookup = lookup!.object
        return lookup.error(of: lookup.failure(of: error))
    }
}
