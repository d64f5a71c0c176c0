/// A call that removes registrations or releases instances, and cleans these up.
final class Ending: Sendable {
    /// Begins with the first clean-up. That of an ending that awaits begins at once.
    let activity: Activity
    private let state: Protected<State>

    private struct State {
        // Nil once the clean-ups have run, as tasks that they have started may go on.
        /// What runs the clean-ups, in the graph of waits.
        var runner: Runner?
        /// The container that the call ends, if it ends one.
        var table: StackTable?
        /// The registration whose instances a container or scope is releasing, for the errors of their look-ups.
        var registration: AnyServiceRegistration?
        /// The registration whose instance is being cleaned up. Nil while the ending waits for others.
        var cleaned: AnyServiceRegistration?
        /// The clean-ups that run in a task of their own.
        var later: [ReleasedInstance] = []
    }

    init(by runner: Runner, in table: StackTable? = nil) {
        activity = Activity(by: runner)
        state = Protected(State(runner: runner, table: table))
        ProcessFlag.endings.set()
    }

    private static let taskLocal = TaskLocal<Ending?>(wrappedValue: nil)

    /// The ending whose clean-ups and `deinit`s the current task runs.
    private static var ofTask: Ending? { ProcessFlag.endings.isSet ? taskLocal.get() : nil }

    static var runnerOfTask: Runner? { ofTask?.state.withLock(\.runner) }

    static var registrationBeingReleased: AnyServiceRegistration? { ofTask?.state.withLock(\.registration) }

    static var registrationBeingCleanedUp: AnyServiceRegistration? {
        ofTask.flatMap { $0.cleanedRegistration ?? registrationBeingReleased }
    }

    /// Ends a container, module or scope at once. Its asynchronous functions are not awaited.
    @inline(never)
    static func run(_ removals: [Removal], in table: StackTable? = nil) {
        if !removals.isEmpty { Ending(by: .ofThread, in: table).run(EndingSteps(removals)) }
    }

    /// Runs the steps at once. The asynchronous clean-ups run afterwards, one after the other, in a task that is not awaited.
    @inline(never)
    func run(_ steps: EndingSteps) {
        Ending.taskLocal.withValue(self) {
            while let released = steps.next(of: self) { run(released) }
        }
        let containers = state.withLock(\.later).map(\.registration?.container)
        if containers.isEmpty { finish() } else { runLater(keeping: containers) }
    }

    /// Runs the synchronous functions up to the first asynchronous one. The others run later.
    private func run(_ released: ReleasedInstance) {
        guard let box = released.box else { return }
        clean(released.registration)
        if let registration = released.registration { begin(for: registration) }
        var ranCount = 0
        if let trial = ThreadState.current.state.trials.last, !trial.mayCleanUp(box, of: released.registration) {
            // An instance that is cleaned up later may hold it.
            if state.withLock(\.later).isEmpty { return trial.notCleanedUp.append(released.registration!.origin) }
        } else {
            while ranCount < released.functions.count, case .synchronous(let function) = released.functions[ranCount] {
                function.value(box)
                ranCount += 1
            }
            if ranCount == released.functions.count { return }
        }
        let left = released.dropFirst(ranCount)
        state.withLock { $0.later.append(left) }
    }

    /// Runs clean-ups in a task. Their containers live until then, as they may look up services.
    private func runLater(keeping containers: [DependencyContainer?]) {
        let (runner, isOfTrial) = (Runner(), !ThreadState.current.state.trials.isEmpty)
        Waiting.hand(activity, over: runner)
        state.withLock { ($0.runner, $0.later) = (runner, $0.later.reversed()) }
        AsyncCreation.outside {
            _ = Ending.taskLocal.withValue(self) {
                Task {
                    while let released = state.withLock({ $0.later.popLast() }), let box = released.box {
                        if isOfTrial, box.isShared { continue }
                        if let registration = released.registration { release(registration, isOfMany: false) }
                        clean(released.registration)
                        await OnRemove.run(released.functions, box, isolation: nil)
                    }
                    withExtendedLifetime(containers) {}
                    finish()
                }
            }
        }
    }

    /// Sets the registration whose instances are being released.
    func release(_ registration: AnyServiceRegistration, isOfMany: Bool = true) {
        // Released after unlocking, as a removed registration may still have functions.
        var registration: AnyServiceRegistration? = registration
        state.withLock { if isOfMany || $0.registration != nil { swap(&$0.registration, &registration) } }
    }

    /// The registration whose instance is being cleaned up, if one is.
    var cleanedRegistration: AnyServiceRegistration? { state.withLock(\.cleaned) }

    var table: StackTable? { state.withLock(\.table) }

    private func finish() {
        var ended = State()
        state.withLock { swap(&$0, &ended) }
        Waiting.end(activity)
    }

    /// Sets the registration whose instance is being cleaned up.
    private func clean(_ registration: AnyServiceRegistration?) {
        // Released after unlocking, as above.
        var registration = registration
        state.withLock { swap(&$0.cleaned, &registration) }
    }

    /// Begins to clean up a registration's instances, so that later endings wait for it.
    @inline(never)
    func begin(for registration: AnyServiceRegistration) {
        _ = registration.shard.begin(self)
        _ = table?.shards.begin(self)
        _ = registration.lifetime.scope?.begin(self)
    }

    /// Ends a container, module or scope, and awaits the functions of each registration before the next registration's turn. Before
    /// that, awaits the earlier endings there, and the creations in progress. Runs even if the caller's task is cancelled.
    static func asyncRun(
        _ scope: DependencyScope? = nil,
        in table: StackTable? = nil,
        of registrations: [AnyServiceRegistration]? = nil,
        isolation: isolated (any Actor)?
    ) async { await begin(scope, in: table, of: registrations, isolation: isolation).value }

    /// Begins such an ending, in a task of its own, which runs synchronous functions on the actor, and cancels a timer at its end.
    @inline(never)
    static func begin(
        _ scope: DependencyScope? = nil,
        in table: StackTable?,
        of registrations: [AnyServiceRegistration]? = nil,
        cancelling timer: Task<Void, Never>? = nil,
        isolation: isolated (any Actor)?
    ) -> Task<Void, Never> {
        let removals = { @Sendable in
            guard let table else { return scope?.removals() ?? [] }
            return registrations.map(table.removals) ?? table.removals()
        }
        // A clean-up may be a part of an earlier ending, which would wait for itself.
        let isCleanUp = ofTask != nil
        let (ending, present) = (Ending(by: Runner.ofTask.first ?? Runner(), in: table), removals())
        let earlier = ending.begin(for: present, scope)
        // The creations in progress may need what is newer, so they are awaited before anything is removed.
        let awaited = present.creations + (isCleanUp ? [] : earlier)
        return taskLocal.withValue(ending) {
            Task {
                let steps = EndingSteps(after: awaited, removals)
                var watch: Task<Void, Never>?
                while let released = steps.next(of: ending), let box = released.box {
                    ending.clean(released.registration)
                    if watch == nil, released.isAsynchronous { watch = ending.table?.watch() }
                    await OnRemove.run(released.functions, box, isolation: isolation)
                }
                watch?.cancel()
                ending.finish()
                timer?.cancel()
            }
        }
    }

    /// Begins to end a container or scope.
    ///
    /// - Returns: The earlier endings and clean-ups there.
    @inline(never)
    private func begin(for removals: [Removal], _ scope: DependencyScope?) -> [Activity] {
        let earlier = scope?.begin(self) ?? table?.shards.begin(self)
        for removal in removals where !removal.isOfOneInstance { begin(for: removal.registration) }
        return earlier?.map(\.activity) ?? []
    }
}

/// The endings and clean-ups that have begun at a stack or scope.
struct Endings {
    private(set) var all: [Ending] = []
    private var countToSweepAt = 8

    /// Begins another one.
    ///
    /// - Returns: The earlier ones, of which some may have ended.
    @inline(never)
    mutating func begin(_ ending: Ending) -> [Ending] {
        if all.last === ending { return [] }
        if all.count >= countToSweepAt {
            all = all.filter { !Waiting.hasEnded($0.activity) }
            countToSweepAt = max(8, 2 * all.count)
        }
        defer { all.append(ending) }
        return all
    }
}
