// The way that has led to a look-up, over the creators that run.

extension Lookup {
    /// The request, with the creator that runs for it, if one does.
    var step: DependencyError.Step { DependencyError.Step(key: key, place: place) }

    /// The step of a creator that runs.
    private var frameStep: DependencyError.Step {
        var step = step
        if let registration { step.creator = RanCreator(origin: registration.origin, maker: maker.number) }
        return step
    }

    /// The creators around the look-up, the outermost first, and the look-up itself.
    var path: [DependencyError.Step] { pathOfCreators + [step] }

    /// The same, when the look-up's own creator has run.
    var pathWithCreator: [DependencyError.Step] { isOfLibrary ? pathOfCreators : pathOfCreators + [frameStep] }

    var pathOfCreators: [DependencyError.Step] { steps(until: nil).reversed() }

    /// The steps from a creation, which a frame of the look-up runs, to the look-up.
    func path(within creation: Creation) -> [DependencyError.Step] { steps(until: creation).reversed() + [step] }

    /// The steps of the creators around the look-up, the innermost first.
    private func steps(until end: Creation?) -> [DependencyError.Step] {
        var steps: [DependencyError.Step] = []
        _ = creator { running in
            if let end, running.creation === end { return true }
            if !running.isOfLibrary { steps.append(running.frameStep) }
            return false
        }
        return steps
    }

    /// Whether a creation is that of a creator around the look-up.
    func isWithin(_ creation: Creation) -> Bool { creator { $0.creation === creation } != nil }

    /// Whether the creator of the registration would run within itself, or within that of its copy.
    ///
    /// A creator may resolve its service with other arguments, or in another container of the same parent, but not ever
    /// deeper.
    @inline(never) var isCycle: Bool {
        if rare?.argument != nil, isComparison { return true }
        var runs = 0
        let thread = ThreadState.current
        // The innermost one is in no bucket yet, unless it runs twice.
        if thread.state.frame?.with({ $0.runsBefore == nil && isRun($0, &runs) }) == true { return true }
        var lent = thread.state.running[bucketOfRunning]
        while let running = lent {
            if running.with({ isRun($0, &runs) }) { return true }
            lent = running.with { $0.runsBefore ?? nil }
        }
        var frame = AsyncFrame.current?.lookup
        while let running = frame {
            if isRun(running, &runs) { return true }
            frame = running.outer
        }
        return false
    }

    /// Whether a creator that runs is the same one, for the same container and argument, or has run too often.
    @inline(never)
    private func isRun(_ running: Lookup, _ runs: inout Int) -> Bool {
        guard let registration, running.registration?.origin == registration.origin else { return false }
        runs += 1
        return runs >= Lookup.limitOfRepetitions || isRepeated(in: running)
    }

    /// How often one creator may run within itself.
    static let limitOfRepetitions = 50

    private func isRepeated(in running: Lookup) -> Bool {
        // A container and its child have instances of their own, and a fork's creator is the same one once more.
        if running.registration === registration, running.maker !== maker { return false }
        guard let argument = rare?.argument else { return true }
        return comparing { running.rare?.argument?.isEqual(to: argument) == true }
    }

    /// The failure of a creator that has thrown an error.
    ///
    /// An error from further in stays the same error. The path of one from elsewhere, say one that was stored, leads elsewhere,
    /// so it becomes the cause of a new error.
    func failure(of error: any Error) -> ResolutionFailure {
        if let failure = error as? ResolutionFailure { return failure }
        if let error = error as? DependencyError, error.leadsOver(self) { return .failed(error) }
        return .failed(DependencyError(.creatorFailed(error), path: pathWithCreator))
    }
}

extension [DependencyError.Step] {
    /// The way up to where, further on, it comes to a service for the second time.
    func firstRound(_ further: [DependencyError.Step]) -> [DependencyError.Step] {
        var path = self
        for step in further {
            path.append(step)
            if path.dropLast().contains(where: { $0.key == step.key }) { break }
        }
        return path
    }
}
