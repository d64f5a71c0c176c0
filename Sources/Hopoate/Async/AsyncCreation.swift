/// A creation by an asynchronous creator: one task makes the instance, and others that ask meanwhile await it.
///
/// It holds neither the closure of the creator nor the instance nor the container, as a task that the creator starts may
/// outlive the creation.
final class AsyncCreation: Sendable {
    typealias Outcome = Result<Answer, ResolutionFailure>

    let number = Numbers.next()
    let creator: RunningCreator
    /// The resolutions that have led to the creation, the outermost first.
    let path: [DependencyError.Step]
    /// The creation that this one was asked for by.
    let outer: AsyncCreation?
    /// The instances of the lifetime `.graph` that belong to the outermost creation.
    let graph: ResolutionGraph
    /// The task that runs the creator, if that serves all who ask. The lock is held while the creation is claimed, so that
    /// a look-up that finds the creation also finds its task.
    let state = Protected<(task: Task<Outcome, Never>?, hasEnded: Bool)>((nil, false))

    private static let taskLocal = TaskLocal<AsyncCreation?>(wrappedValue: nil)

    init(_ registration: AnyServiceRegistration, _ lookup: Lookup) {
        creator = RunningCreator(registration, lookup, registration.lifetime.retention)
        outer = AsyncCreation.current
        graph = outer?.graph ?? ResolutionGraph()
        path = Resolution.ofThread.path + [lookup.step]
    }

    /// The creation whose creator the current task runs, or runs a part of. A task that outlives it has none.
    static var current: AsyncCreation? {
        guard let creation = taskLocal.get(), !creation.state.withLock({ $0.hasEnded }) else { return nil }
        return creation
    }

    /// The creation and those that have led to it, the innermost first.
    var chain: some Sequence<AsyncCreation> { sequence(first: self, next: \.outer) }

    /// Runs the creator in the current task, and keeps what it makes.
    func run(
        _ finding: Finding,
        _ lookup: Lookup,
        in table: StackTable,
        of container: DependencyContainer,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Outcome {
        var finding = finding
        finding.notify(.creationBegan, in: table, self)
        defer { end() }
        do {
            guard case .asynchronously(let make) = finding.takeMaking() else { throw ResolutionFailure.removed }
            let made = try await DependencyContainer.withShared(container) {
                try await AsyncCreation.taskLocal.withValue(self) { try await make() }
            }
            let answer = try table.finish(lookup, &finding, with: made, Resolution.ofThread)
            finding.notify(.creationEnded, in: table, self)
            return .success(answer)
        } catch {
            let failure = ResolutionFailure.of(error, path: path)
            table.abandon(lookup, &finding)
            finding.notify(.creationFailed, in: table, self)
            return .failure(failure)
        }
    }

    private func end() {
        // The tasks that await the task hold it. It holds the instance, which tasks that outlive the creation must not.
        let ended = state.withLock { state in
            state.hasEnded = true
            return state.task.take()
        }
        withExtendedLifetime(ended) {}
        if outer == nil { graph.end() }
    }

    /// A cycle that was found in the creation, as it is for code that has asked for that at a step: its path begins there.
    func retell(_ failure: ResolutionFailure, _ step: DependencyError.Step) -> ResolutionFailure {
        guard case .failed(let error) = failure, case .cycle = error.reason, error.begins(with: path),
            let last = error.path.last
        else { return failure }
        let round = error.path.drop { $0.key != last.key }.dropFirst()
        let wayHere = Resolution.ofThread.path + [step]
        return .failed(.cycle(wayHere.firstRound(error.path.dropFirst(path.count) + round)))
    }
}

extension DependencyError {
    /// That a service has to be awaited, unless the code that asks for it is what creates it.
    static func needsAwait(_ registration: AnyServiceRegistration, _ lookup: Lookup) -> DependencyError {
        let maker = lookup.maker(registration.lifetime.retention)?.number ?? registration.tableNumber
        let isWithinIt = AsyncCreation.current?.chain.contains {
            $0.creator.registration === registration && $0.creator.maker == maker
        }
        if isWithinIt != true { return .unusable(.needsAwait, registration, lookup) }
        return .cycle(Resolution.ofThread.path + [lookup.step])
    }
}
