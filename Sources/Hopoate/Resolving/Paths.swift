// The paths of look-ups, which lead over the creators that run.

extension Lookup {
    /// The innermost creator around the look-up that a condition holds for.
    func creator(where isMeant: (Lookup) -> Bool) -> Lookup? { enclosing?.innermost(where: isMeant) }

    /// Whether the creator of an eager registration, which is in progress, requests its own service. Under the lock of the stack.
    ///
    /// It finds the registration below. Below a default there is none.
    func isWithin(eager entry: AnyServiceRegistration) -> Bool {
        entry.lifetime.kind == .eager && entry.rank != .keyDefault && entry.slot.creation != nil
            && creator { $0.registration === entry } != nil
    }

    /// Whether a creator around the look-up runs for a creation.
    func isWithin(_ creation: Activity) -> Bool { creator { $0.creation === creation } != nil }

    var step: DependencyError.Step { DependencyError.Step(key: key, place: place) }

    /// The step with the creator that runs for it.
    private var stepWithCreator: DependencyError.Step {
        var step = step
        if let origin = registration?.origin { step.creator = RanCreator(origin: origin, owner: owner.number) }
        return step
    }

    /// The creators around the look-up, the outermost first, and the look-up itself.
    var path: [DependencyError.Step] { pathOfCreators + [step] }

    var pathOfCreators: [DependencyError.Step] { steps(until: nil).reversed() }

    /// The steps from the creator of a creation in progress, which is around the look-up, to the look-up.
    func path(within creation: Activity) -> [DependencyError.Step] { steps(until: creation).reversed() + [step] }

    /// The steps of the creators around the look-up, the innermost first.
    private func steps(until end: Activity?) -> [DependencyError.Step] {
        var steps: [DependencyError.Step] = []
        _ = creator { running in
            if let end, running.creation === end { return true }
            if !running.isOfLibrary { steps.append(running.stepWithCreator) }
            return false
        }
        return steps
    }

    /// The path of the request, over its own creator.
    var pathWithCreator: [DependencyError.Step] {
        isOfLibrary ? pathOfCreators : pathOfCreators + [stepWithCreator]
    }

    /// Whether the creator of the registration would run within itself, or within that of its copy.
    ///
    /// A creator may resolve its service with other arguments, or in another container of the same parent, up to a limit.
    @inline(never) var isCycle: Bool {
        var runs = 0
        let thread = ThreadState.current
        // The innermost one is in no bucket yet, unless it runs twice.
        if thread.lookup?.with({ $0.bucketLink == nil && isRun($0, &runs) }) == true { return true }
        var lent = thread.state.running[bucketIndex]
        while let running = lent {
            if running.with({ isRun($0, &runs) }) { return true }
            lent = running.with { $0.bucketLink?.below }
        }
        // Deep down, a chain of asynchronous creators is read at each doubling only, so that its cost is linear. A cycle takes a
        // few more creations then.
        if depth > 64, depth.nonzeroBitCount > 1 { return false }
        return TaskActivity.current?.lookup?.innermost { isRun($0, &runs) } != nil
    }

    /// Whether a running creator is this one, for the same container and argument, or has run too often.
    @inline(never)
    private func isRun(_ running: Lookup, _ runs: inout Int) -> Bool {
        guard let other = running.registration, other.origin == registration?.origin else { return false }
        // A task of an asynchronous creator may outlive the creation.
        if running.isAsync, let creation = running.creation, Waiting.hasEnded(creation) { return false }
        runs += 1
        if runs >= Lookup.maxRepetitions { return true }
        // A container and its child have instances of their own. A fork has another registration, with the same creator.
        if other === registration, running.owner !== owner { return false }
        guard let argument else { return true }
        return Argument.comparing { running.argument?.isEqual(to: argument) == true }
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
