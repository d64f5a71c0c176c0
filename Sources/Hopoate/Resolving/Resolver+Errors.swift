// The errors of look-ups.

extension Resolver {
    /// The error for the code that has asked.
    @inline(never)
    func error(of failure: ResolutionFailure) -> DependencyError {
        switch failure {
        case .failed(let error), .belongs(_, let error): return error
        case .missing, .removed, .cancelled: return missing
        }
    }

    private var missing: DependencyError {
        if !decorators.isEmpty { return unusable(.nothingToDecorate) }
        // The creator of an eager registration asks for its own service, and finds none below.
        let eager = frame.request.creator { [frame] running in
            running.registration?.lifetime == .eager && running.request.key == frame.request.key
                && frame.request.table.withParents.contains { $0 === running.table }
        }
        let path = frame.request.path
        return eager != nil ? .cycle(path) : DependencyError(.missing, path: path, hints: Hints(for: frame))
    }

    /// A registration that does not work where it was asked for.
    func unusable(_ reason: DependencyError.Reason) -> DependencyError {
        let registered = (frame.registration ?? decorators.last)?.place
        return DependencyError(reason, path: frame.request.path, registered: registered)
    }

    /// The failure of a creator as those know it that have waited for it. Nil for what concerns one look-up alone: they ask again.
    func shared(_ failure: ResolutionFailure, after countOfSteps: Int?) -> ResolutionFailure? {
        guard let countOfSteps, case .failed(let error) = failure else { return nil }
        switch error.reason {
        case .cycle, .belongsToActor, .needsAwait: return nil
        case .missing, .creatorFailed, .nothingToDecorate, .notAnObject:
            let path = frame.pathWithCreator + error.path.dropFirst(countOfSteps)
            return .failed(DependencyError(error.reason, path: path, hints: error.hints, registered: error.registered))
        }
    }

    /// That the service has to be awaited, unless its own creator asks for it.
    var needsAwait: DependencyError { frame.isCycle ? .cycle(frame.request.path) : unusable(.needsAwait) }

    /// A trial does not run a creator of 1.x's form elsewhere than where it was written.
    func throwIfTrial(_ actor: any Actor) throws(ResolutionFailure) {
        if ThreadState.current.state.properties == nil { return }
        let registered = frame.registration?.place
        throw .failed(DependencyError(.belongsToActor(actor), path: frame.pathWithCreator, registered: registered))
    }
}

extension DependencyError {
    /// The path ends with the request that closes the cycle.
    static func cycle(_ path: [Step]) -> DependencyError { DependencyError(.cycle, path: path) }
}
