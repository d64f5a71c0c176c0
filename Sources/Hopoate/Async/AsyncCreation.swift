/// A creation by an asynchronous creator: one task makes the instance, and others that ask meanwhile await it.
///
/// It holds neither creator, instance nor container, as a task that the creator starts may outlive the creation.
final class AsyncCreation: Sendable {
    typealias Outcome = Result<Answer, ResolutionFailure>

    let registration: AnyServiceRegistration
    /// The number of the table whose container makes the instance.
    private let maker: UInt64
    /// The table of the container that was asked, when the registration is a parent's.
    private let asker: StackTable?
    /// The resolutions that have led to the creation, the outermost first.
    let path: [DependencyError.Step]
    /// The creation that this one was asked for by.
    let outer: AsyncCreation?
    /// The instances of the lifetime `.graph` that belong to the outermost creation.
    let graph: ResolutionGraph
    /// The task that runs the creator, if that serves all who ask. Its lock is held while the creation is claimed, so that
    /// a look-up that finds the creation also finds its task.
    let task = Protected<Task<Outcome, Never>?>(nil)
    private let hasEnded = Protected(false)

    private static let taskLocal = TaskLocal<AsyncCreation?>(wrappedValue: nil)

    init(_ registration: AnyServiceRegistration, _ lookup: Lookup) {
        self.registration = registration
        maker = lookup.makerNumber(of: registration)
        asker = lookup.asker
        outer = AsyncCreation.current
        graph = outer?.graph ?? ResolutionGraph()
        path = Resolution.ofThread.path + [lookup.step]
    }

    /// The creation whose creator the current task runs, or runs a part of. A task that outlives it has none.
    static var current: AsyncCreation? {
        guard let creation = taskLocal.get(), !creation.hasEnded.withLock({ $0 }) else { return nil }
        return creation
    }

    /// The creation and those that have led to it, the innermost first.
    var chain: some Sequence<AsyncCreation> { sequence(first: self, next: \.outer) }

    /// Whether the creator, or one that has led to it, makes what a table is going to keep.
    func isMakingWhatIsKept(by table: StackTable) -> Bool {
        chain.lazy.map(\.registration).contains {
            $0.lifetime.retention == .registration && $0.tableNumber == table.number
        }
    }

    /// The innermost creation that another container has asked for than the one that keeps its service.
    var captor: (registration: AnyServiceRegistration, asker: StackTable)? {
        let captors = chain.compactMap { creation in
            creation.asker.flatMap { $0.number == creation.maker ? nil : (creation.registration, $0) }
        }
        return captors.first
    }

    /// Whether the creator of a registration has asked for this creation, over others maybe, or is what runs in it.
    func isWithin(_ registration: AnyServiceRegistration, _ lookup: Lookup) -> Bool {
        let maker = lookup.makerNumber(of: registration)
        return chain.contains { $0.registration === registration && $0.maker == maker }
    }

    /// Whether it creates, within the creator of a registration, a copy of that which is not to be made there.
    var isWithinItsOrigin: Bool {
        let outers = chain.map(\.registration).filter { $0.origin == registration.origin && $0 !== registration }
        return outers.count >= Resolution.depthLimit || outers.contains { !registration.mayBeMadeWithin($0) }
    }

    /// Runs the creator in the current task, and keeps what it makes.
    func run(
        _ finding: Finding,
        _ lookup: Lookup,
        in table: StackTable,
        of container: DependencyContainer,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Outcome {
        var finding = finding
        finding.notify(.creationBegan, self)
        defer { end() }
        do {
            guard let make = finding.recipe?.makeAsynchronously else { throw ResolutionFailure.removed }
            let made = try await DependencyContainer.withShared(container) {
                try await AsyncCreation.taskLocal.withValue(self) { try await make() }
            }
            let answer = try table.finish(lookup, &finding, with: made, Resolution.ofThread)
            finding.notify(.creationEnded, self)
            return .success(answer)
        } catch {
            let failure = ResolutionFailure.of(error, path: path)
            table.abandon(lookup, &finding, because: failure)
            finding.notify(.creationFailed, self)
            return .failure(failure)
        }
    }

    private func end() {
        hasEnded.withLock { $0 = true }
        // The tasks that await the task hold it. It holds the instance, which tasks that outlive the creation must not.
        let ended = task.withLock { $0.take() }
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
        guard AsyncCreation.current?.isWithin(registration, lookup) == true else {
            return .unusable(.needsAwait, registration, lookup)
        }
        return .cycle(Resolution.ofThread.path + [lookup.step])
    }
}
