/// An asynchronous creation, or the clean-ups of one call, for the look-ups of its tasks.
///
/// Tasks that it starts inherit it. It is empty after its end, so a task that outlives it keeps nothing alive.
final class TaskActivity: Sendable {
    /// With the look-up and the shared container of a creator. Nil after the end.
    private let running: Protected<(activity: Activity, lookup: Lookup?, container: DependencyContainer?)?>

    @inline(never)
    init(_ activity: Activity, _ lookup: Lookup? = nil) {
        running = Protected((activity, lookup, lookup?.owner.container))
        ProcessFlag.taskActivities.set()
    }

    /// Of an asynchronous creator.
    convenience init(of lookup: Lookup) {
        // An instance without an owner is a part of the creation that requested it.
        let creation = lookup.attempt.creation ?? Activity(by: TaskActivity.current?.activity?.runner ?? Runner())
        self.init(creation, Lookup(of: creation, for: lookup))
    }

    private static let taskLocal = TaskLocal<TaskActivity?>(wrappedValue: nil)

    /// What the current task belongs to. It may have ended.
    static var current: TaskActivity? { ProcessFlag.taskActivities.isSet ? taskLocal.get() : nil }

    /// Nil after the end.
    var activity: Activity? { running.withLock { $0?.activity } }

    /// Nil for clean-ups, and after the end of the creation.
    var lookup: Lookup? { running.withLock { $0?.lookup } }

    /// Runs clean-ups in a task of their own.
    func start(_ cleanUps: @escaping @Sendable () async -> Void) {
        _ = TaskActivity.taskLocal.withValue(self) {
            Task {
                await cleanUps()
                if let activity = end() { Waiting.end(activity) }
            }
        }
    }

    /// Starts the creator in a task of its own. The task inherits no container, as it may outlive the callers that
    /// await it.
    ///
    /// The creation ends, and wakes the callers that await it, after the task has released the look-up.
    func start(_ recipe: Recipe, _ creation: Activity) {
        let task = DependencyContainer.binding.withValue(.processWide) {
            Task {
                Waiting.end(creation, with: await run(recipe))
            }
        }
        Waiting.setTask(task, of: creation)
    }

    /// Runs the creator in the current task, and keeps its instance.
    func run(_ recipe: Recipe) async -> Activity.Outcome {
        let lookup = lookup!
        let created: Result<AnyBox, any Error>
        do {
            let instance = try await TaskActivity.taskLocal.withValue(self) {
                lookup.attempt.observed?.notify(.creationBegan)
                guard let container = running.withLock({ $0?.container }) else { throw ResolutionFailure.missing }
                return try await DependencyContainer.withShared(container) { try await recipe.asyncCreate!() }
            }
            created = .success(instance)
        } catch {
            created = .failure(error)
        }
        _ = end()
        let outcome = lookup.outcome(of: created)
        lookup.attempt.observed?.notify(outcome.event)
        // Nobody waits for it, but tasks that the creator has started find out that it has ended.
        if lookup.attempt.slot == nil, let creation = lookup.attempt.creation { Waiting.end(creation) }
        // Not set to nil, as tasks that outlive the creator may be reading it.
        lookup.ownGraph?.endUse()
        return outcome
    }

    private func end() -> Activity? { running.withLock { $0.take() }?.activity }
}
