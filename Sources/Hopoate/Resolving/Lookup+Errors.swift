// The errors of look-ups.

extension Lookup {
    /// The error for the code that looks up.
    @inline(never)
    func error(of failure: ResolutionFailure) -> DependencyError {
        switch failure {
        case .failed(let error): return error
        case .missing, .removed, .cancelled: return missing
        }
    }

    private var missing: DependencyError {
        if !attempt.decorators.isEmpty { return unusable(.nothingToDecorate) }
        // The creator of an eager registration resolves its own service, and finds none below.
        let eager = creator { running in
            running.registration?.lifetime == .eager && running.key == key
                && requestingTable.withParents.contains { $0 === running.attempt.table }
        }
        let path = path
        if eager != nil { return .cycle(path) }
        return DependencyError(.missing, path: path, search: HintSearch(for: self))
    }

    /// The error of a registration that cannot be resolved here.
    @inline(never)
    func unusable(_ reason: DependencyError.Reason) -> DependencyError {
        DependencyError(reason, path: path, registered: (registration ?? attempt.decorators.last)?.place)
    }

    /// The failure of a creator for a look-up that waited for it. Nil if it concerns the other look-up alone: this one looks up again.
    func shared(_ failure: ResolutionFailure, after stepCount: Int?) -> ResolutionFailure? {
        guard let stepCount, case .failed(let error) = failure else { return nil }
        switch error.reason {
        case .cycle, .belongsToActor, .needsAwait: return nil
        case .missing, .creatorFailed, .nothingToDecorate, .notAnObject:
            let path = pathWithCreator + error.path.dropFirst(stepCount)
            return .failed(error.sharing(path))
        }
    }

    /// The error of a service that has to be awaited, or of the cycle if its own creator resolves it.
    @inline(never)
    var needsAwait: DependencyError { isCycle ? .cycle(path) : unusable(.needsAwait) }
}

extension DependencyError {
    /// The path ends with the request that closes the cycle.
    static func cycle(_ path: [Step]) -> DependencyError { DependencyError(.cycle, path: path) }
}
