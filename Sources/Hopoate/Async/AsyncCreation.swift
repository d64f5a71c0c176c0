/// A creation by an asynchronous creator: one task makes the instance, and others that ask meanwhile await it.
///
/// Once its creator runs, it holds neither that closure nor the container nor the instance, nor what has ended, as a task
/// that the creator starts may outlive the creation.
final class AsyncCreation: Sendable {
    typealias Outcome = Result<Answer, ResolutionFailure>

    let number = Numbers.next()
    let creator: RunningCreator
    /// The resolutions that have led to the creation, the outermost first.
    let path: [DependencyError.Step]
    /// The instances of the lifetime `.graph` that belong to the outermost resolution.
    let graph: ResolutionGraph
    /// The lock is held while the creation is claimed, so that a look-up that finds the creation also finds its task.
    let state: Protected<State>

    struct State {
        /// The task that runs the creator, if that serves all that ask.
        var task: Task<Outcome, Never>?
        /// The inputs of the creator. They are taken out, so as not to be held longer.
        var beginning: (finding: Finding, container: DependencyContainer)?
        /// The creation that this one was asked for by.
        fileprivate var outer: AsyncCreation?
        fileprivate var hasEnded = false
    }

    private static let taskLocal = TaskLocal<AsyncCreation?>(wrappedValue: nil)

    init(_ registration: AnyServiceRegistration, _ lookup: Lookup, _ graph: ResolutionGraph) {
        creator = RunningCreator(registration, lookup, registration.lifetime.retention)
        self.graph = graph
        path = Resolution.ofThread.path + [lookup.step]
        state = Protected(State(outer: .current))
    }

    /// The creation whose creator the current task runs, or runs a part of. A task that outlives it has none.
    static var current: AsyncCreation? { taskLocal.get()?.ifUnderWay }

    var isUnderWay: Bool { !state.withLock(\.hasEnded) }

    private var ifUnderWay: AsyncCreation? { isUnderWay ? self : nil }

    /// The creation and those that have led to it and go on, the innermost first.
    var chain: some Sequence<AsyncCreation> { sequence(first: self) { $0.state.withLock(\.outer)?.ifUnderWay } }

    /// The asynchronous creators that the current task runs within, the innermost first.
    static var runningCreators: [RunningCreator] { current?.chain.map(\.creator) ?? [] }

    /// Runs the creator in the current task, and keeps its instance.
    func run(
        _ lookup: Lookup,
        in table: StackTable,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Outcome {
        guard let beginning = state.withLock({ $0.beginning.take() }) else { return .failure(.missing) }
        var finding = beginning.finding
        graph.begin()
        defer { end() }
        do {
            guard case .asynchronously(let make) = finding.making.take() else { throw ResolutionFailure.missing }
            let made = try await AsyncCreation.taskLocal.withValue(self) {
                finding.notify(.creationBegan, in: table, self)
                return try await DependencyContainer.withShared(beginning.container) { try await make() }
            }
            let answer = try table.finish(lookup, &finding, with: made)
            finding.notify(.creationEnded, in: table, self)
            return .success(answer)
        } catch {
            let failure = ResolutionFailure.of(error, path: path)
            table.abandon(&finding)
            finding.notify(.creationFailed, in: table, self)
            return .failure(failure)
        }
    }

    private func end() {
        // The tasks that await the task hold it. It holds the instance, which tasks that outlive the creation must not.
        let ended = state.withLock { state in
            state.hasEnded = true
            return (state.task.take(), state.outer.take())
        }
        withExtendedLifetime(ended) {}
        graph.end()
    }

    /// An error of the creation, for code that has asked for it at a step: its path begins with the way to that step.
    func retell(_ failure: ResolutionFailure, _ step: DependencyError.Step) -> ResolutionFailure {
        guard case .failed(let error) = failure, error.begins(with: path) else { return failure }
        let (wayHere, wayOn) = (Resolution.ofThread.path + [step], error.path.dropFirst(path.count))
        guard case .cycle = error.reason, let last = error.path.last else { return .failed(error.at(wayHere + wayOn)) }
        let round = error.path.drop { $0.key != last.key }.dropFirst()
        return .failed(.cycle(wayHere.firstRound(wayOn + round)))
    }
}

extension DependencyError {
    /// That a service has to be awaited, unless its own creator asks for it.
    static func needsAwait(_ registration: AnyServiceRegistration, _ lookup: Lookup) -> DependencyError {
        let creator = RunningCreator(registration, lookup, registration.lifetime.retention)
        let isCycle = creator.isCycle(within: AsyncCreation.runningCreators)
        return isCycle ? .cycle(Resolution.ofThread.path + [lookup.step]) : .unusable(.needsAwait, registration, lookup)
    }
}
