// The errors of look-ups.

extension Lookup {
    /// The error for the code that has asked.
    @inline(never)
    func error(of failure: ResolutionFailure) -> DependencyError {
        switch failure {
        case .failed(let error), .belongs(_, let error): return error
        case .missing, .removed, .cancelled: return missing
        }
    }

    private var missing: DependencyError {
        if rare?.above.isEmpty == false { return unusable(.nothingToDecorate) }
        // The creator of an eager registration asks for its own service, and finds none below.
        let eager = creator { running in
            running.registration?.lifetime == .eager && running.key == key
                && asker.withParents.contains { $0 === running.owner }
        }
        return eager != nil ? .cycle(path) : DependencyError(.missing, path: path, hints: Hints(for: self))
    }

    /// A registration that does not work where it was asked for.
    func unusable(_ reason: DependencyError.Reason) -> DependencyError {
        let registered = (registration ?? rare?.above.last)?.place
        // The creator of a value that is held weakly has run.
        if case .notAnObject = reason { return DependencyError(reason, path: pathWithCreator, registered: registered) }
        return DependencyError(reason, path: path, registered: registered)
    }

    /// The failure of a creator as those know it that have waited for it. Nil for what concerns one look-up alone: they ask again.
    func shared(_ failure: ResolutionFailure, after countOfSteps: Int?) -> ResolutionFailure? {
        guard let countOfSteps, case .failed(let error) = failure else { return nil }
        switch error.reason {
        case .cycle, .belongsToActor, .needsAwait: return nil
        case .missing, .creatorFailed, .nothingToDecorate, .notAnObject:
            let path = pathWithCreator + error.path.dropFirst(countOfSteps)
            return .failed(DependencyError(error.reason, path: path, hints: error.hints, registered: error.registered))
        }
    }

    /// That the service has to be awaited, unless its own creator asks for it.
    var needsAwait: DependencyError { isCycle ? .cycle(path) : unusable(.needsAwait) }

    /// A trial does not run a creator of 1.x's form elsewhere than where it was written.
    func throwIfTrial(_ actor: any Actor) throws(ResolutionFailure) {
        if ThreadState.current.state.properties == nil { return }
        throw .failed(DependencyError(.belongsToActor(actor), path: pathWithCreator, registered: registration?.place))
    }

    /// Not inlined, as it would stand in the frame of each creator (`StackDepthTests`).
    @inline(never)
    func throwIfCycle() throws(ResolutionFailure) {
        if isCycle { throw .failed(.cycle(path)) }
    }
}

extension DependencyError {
    /// The path ends with the request that closes the cycle.
    static func cycle(_ path: [Step]) -> DependencyError { DependencyError(.cycle, path: path) }

    /// Whether the way to the error leads over a creator.
    func leadsOver(_ lookup: Lookup) -> Bool {
        if lookup.isOfLibrary { return path.count > lookup.depth }
        guard path.count > lookup.depth + 1 else { return false }
        let (step, own) = (path[lookup.depth], lookup.step)
        return step.key == own.key && step.place.line == own.place.line
    }
}
