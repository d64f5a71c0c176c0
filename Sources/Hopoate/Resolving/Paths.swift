// The paths of look-ups, which lead over the creators that run.

extension Lookup {
    /// The innermost creator around the look-up that a condition holds for.
    func creator(where isMeant: (Lookup) -> Bool) -> Lookup? { enclosing?.innermost(where: isMeant) }

    /// Whether the creator of an eager registration, which is in progress, requests its own service. Under the lock of the stack.
    ///
    /// It finds the registration below. Below a default there is none.
    func isWithin(eager entry: AnyServiceRegistration) -> Bool {
        entry.lifetime.kind == .eager && entry.rank != .keyDefault && entry.slot?.creation != nil
            && creator { $0.registration === entry } != nil
    }

    var step: DependencyError.Step { DependencyError.Step(key: key, place: place) }

    /// The step with the creator that runs for it.
    private var stepWithCreator: DependencyError.Step {
        var step = step
        if let origin = registration?.origin { step.creator = RanCreator(origin: origin, owner: owner.number) }
        return step
    }

    /// The creators around the look-up, the outermost first, and the look-up itself.
    var path: [DependencyError.Step] { pathOfCreators() + [step] }

    /// The creators around the look-up: all, or those that run within the creator of a creation in progress.
    func pathOfCreators(within creation: Activity? = nil) -> [DependencyError.Step] {
        var steps: [DependencyError.Step] = []
        _ = creator { running in
            if let creation, running.attempt.creation === creation { return true }
            if !running.isOfLibrary { steps.append(running.stepWithCreator) }
            return false
        }
        return steps.reversed()
    }

    /// The path of the request, over its own creator.
    var pathWithCreator: [DependencyError.Step] {
        isOfLibrary ? pathOfCreators() : pathOfCreators() + [stepWithCreator]
    }

    @inline(never)
    func throwIfCycle() throws(ResolutionFailure) {
        if isCycle { throw .failed(.cycle(pathOfFirstRound)) }
    }

    /// Whether the creator of the registration would run within itself, or within that of its copy.
    ///
    /// A creator may resolve its service with other arguments, or in another container of the same parent, up to a limit.
    @inline(never) var isCycle: Bool {
        if !isSearchDue { return false }
        searchedDepth = depth
        var runs = 0
        // Not from the enclosing one, as a `Task.immediate` may run within a creator of the thread.
        let origin = registration?.origin
        return ThreadState.current.innermostLookup?.innermost { $0.registration?.origin == origin && isRun($0, &runs) }
            != nil
    }

    /// Deep down, the running creators are searched at each doubling of the depth only, so that their cost is linear (`Benchmarks`, 'How
    /// costs grow'). A cycle takes some more creations then.
    var isSearchDue: Bool { depth <= Lookup.maxSearchedDepth || depth >= 2 * searchedDepth }

    /// The path up to the first creator that runs again.
    private var pathOfFirstRound: [DependencyError.Step] {
        if depth <= Lookup.maxSearchedDepth { return path }
        let path = pathWithCreator
        // Sorted, as comparing each with all others would take minutes.
        let order = Array(path.indices).ordered { path[$0].creator?.origin ?? 0 }
        var end = path.count - 1
        for (first, next) in zip(order, order.dropFirst()) where path[first].creator == path[next].creator {
            end = min(end, next)
        }
        return Array(path[...end])
    }

    /// Whether a running creator of the same origin runs for the same container and argument, or too often.
    private func isRun(_ running: Lookup, _ runs: inout Int) -> Bool {
        // A task of an asynchronous creator may outlive the creation.
        if running.isAsync, let creation = running.attempt.creation, Waiting.hasEnded(creation) { return false }
        runs += 1
        if runs >= Lookup.maxRepetitions { return true }
        // A container and its child have instances of their own. A fork has another registration, with the same creator.
        if running.registration === registration, running.owner !== owner { return false }
        guard let argument else { return true }
        return running.argument?.isEqual(to: argument) == true
    }
}

extension [DependencyError.Step] {
    /// The path with further steps, up to the first service that it comes to again.
    func upToFirstCycle(_ further: [DependencyError.Step]) -> [DependencyError.Step] {
        var path = self
        for step in further {
            path.append(step)
            if path.dropLast().contains(where: { $0.key == step.key }) { break }
        }
        return path
    }
}
