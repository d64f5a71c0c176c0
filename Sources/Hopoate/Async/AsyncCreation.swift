/// The look-up of an asynchronous creator, for the look-ups of the tasks that it runs in.
///
/// Tasks that the creator starts inherit it. It is empty after the creation, so a task that outlives the creation keeps
/// nothing alive.
final class AsyncCreation: Sendable {
    /// The look-up, and the shared container of the creator. Nil if the creation has ended.
    private let running: Protected<(lookup: Lookup, container: DependencyContainer?)?>

    @inline(never)
    init(of lookup: Lookup) {
        // An instance without an owner is a part of the creation that requested it.
        let own = Activity(by: Runner.ofTask.first)
        let lookup = Lookup(of: lookup.creation ?? own, for: lookup)
        running = Protected((lookup, lookup.owner.container))
        ProcessFlag.asyncCreators.set()
    }

    /// The look-up of the creator that the current task belongs to, which may have ended.
    private static let taskLocal = TaskLocal<AsyncCreation?>(wrappedValue: nil)

    static var current: AsyncCreation? { ProcessFlag.asyncCreators.isSet ? taskLocal.get() : nil }

    /// Runs `body` as code that belongs to no creator.
    static func outside(_ body: () -> Void) { taskLocal.withValue(nil, operation: body) }

    /// Nil if the creation has ended.
    var lookup: Lookup? { running.withLock { $0?.lookup } }

    private var container: DependencyContainer? { running.withLock { $0?.container } }

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
        Waiting.begin(creation, in: task)
    }

    /// Runs the creator in the current task, and keeps its instance.
    func run(_ recipe: Recipe) async -> Activity.Outcome {
        let lookup = lookup!
        let created: Result<AnyBox, any Error>
        do {
            let instance = try await AsyncCreation.taskLocal.withValue(self) {
                lookup.observed?.notify(.creationBegan)
                guard let container else { throw ResolutionFailure.missing }
                return try await DependencyContainer.withShared(container) { try await recipe.asyncCreate!() }
            }
            created = .success(instance)
        } catch {
            created = .failure(error)
        }
        clear()
        let outcome = lookup.outcome(of: created)
        lookup.observed?.notify(outcome.event)
        // Nobody waits for it, but tasks that the creator has started find out that it has ended.
        if lookup.isUnowned, let creation = lookup.creation { Waiting.end(creation) }
        // Not set to nil, as tasks that outlive the creator may be reading it.
        lookup.ownGraph?.endUse()
        return outcome
    }

    private func clear() { _ = running.withLock { $0.take() } }
}
