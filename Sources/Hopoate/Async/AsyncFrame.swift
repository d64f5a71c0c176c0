/// The frame of an asynchronous creator, for the look-ups of the tasks that it runs in.
///
/// Tasks that the creator starts inherit it. It is empty after the creation, so a task that outlives the creation keeps
/// nothing alive.
final class AsyncFrame: Sendable {
    /// The frame, and the shared container of the creator. Nil if the creation has ended.
    private let running: Protected<(frame: Frame, container: DependencyContainer?)?>

    @inline(never)
    init(of lookup: Frame) {
        // An instance without an owner is a part of the creation that requested it.
        let own = Activity(by: Runner.ofTask.first)
        let frame = Frame(of: lookup.creation ?? own, for: lookup)
        running = Protected((frame, frame.owner.container))
        ProcessFlag.asyncCreators.set()
    }

    /// The frame of the creator that the current task belongs to, which may have ended.
    private static let taskLocal = TaskLocal<AsyncFrame?>(wrappedValue: nil)

    static var current: AsyncFrame? { ProcessFlag.asyncCreators.isSet ? taskLocal.get() : nil }

    /// Runs `body` as code that belongs to no creator.
    static func outside(_ body: () -> Void) { taskLocal.withValue(nil, operation: body) }

    /// Nil if the creation has ended.
    var frame: Frame? { running.withLock { $0?.frame } }

    private var container: DependencyContainer? { running.withLock { $0?.container } }

    /// Starts the creator in a task of its own. The task inherits no container, as it may outlive the callers that
    /// await it.
    ///
    /// The creation ends, and wakes the callers that await it, after the task has released the look-up.
    func start(_ recipe: Recipe, _ creation: Activity) {
        let task = DependencyContainer.binding.withValue(.processWide) {
            Task {
                var closed: AnyBox?
                if case .made(let created, .closed, _) = await run(recipe) { closed = created }
                Waiting.end(creation, cleaningUp: closed)
            }
        }
        Waiting.begin(creation, in: task)
    }

    /// Runs the creator in the current task, and keeps its instance.
    func run(_ recipe: Recipe) async -> Activity.Outcome {
        let frame = frame!
        let outcome: Activity.Outcome
        do {
            let created = try await AsyncFrame.taskLocal.withValue(self) {
                frame.observed?.notify(.creationBegan)
                guard let container else { throw ResolutionFailure.missing }
                return try await DependencyContainer.withShared(container) { try await recipe.asyncCreate!() }
            }
            end()
            let (answer, keeping) = try frame.keep(created)
            outcome = .made(answer, keeping, frame.mocks?.all ?? [])
            frame.observed?.notify(.creationEnded)
        } catch {
            end()
            outcome = frame.outcome(of: frame.failure(of: error))
            frame.observed?.notify(.creationFailed)
        }
        // Not set to nil, as tasks that outlive the creator may be reading it.
        frame.ownGraph?.end()
        Waiting.handOver(outcome, of: frame.creation!)
        return outcome
    }

    private func end() { _ = running.withLock { $0.take() } }
}
