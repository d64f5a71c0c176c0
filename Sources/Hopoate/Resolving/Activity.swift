/// A creation, a clean-up or an ending in progress, which others may wait for. Its state is only touched under the lock of `Waiting`.
final class Activity: @unchecked Sendable {
    /// An ending changes it when its clean-ups go on in a task of their own.
    var runner: Runner
    let isAsynchronous: Bool
    var hasEnded = false
    /// The last search along waits that has reached it, by this wait of the runner of that activity.
    var search: UInt64 = 0
    var way: (wait: Wait, from: Activity)?
    /// The waits for it.
    var waits = Waits()
    /// The task of an asynchronous creator.
    var task: Task<Void, Never>?
    /// The result of an asynchronous creator, or the failure of any. The last that waits for an asynchronous one clears it: its own task
    /// may end later, and an error may hold the container.
    var outcome: Outcome?
    /// What becomes of the instance, if the creation is abandoned.
    var abandonment: ReleasedInstance?

    enum Outcome {
        /// Concerns its own look-up alone. The others look up again.
        case made(AnyBox, Lookup.Keeping)
        /// With the number of steps up to the creator, if waiting look-ups share the failure.
        case failed(ResolutionFailure, sharedAfter: Int?)

        /// The instance, if its registration cleans it up at once.
        var closed: AnyBox? { if case .made(let created, .closed) = self { created } else { nil } }

        /// The event that observers are notified of.
        var event: ResolutionEvent.Kind { if case .made = self { .creationEnded } else { .creationFailed } }
    }

    init(by runner: Runner? = nil, isAsynchronous: Bool = true) {
        self.runner = runner ?? Runner()
        self.isAsynchronous = isAsynchronous
    }
}

/// A thread, an asynchronous creation or an ending, in the graph of waits.
final class Runner {
    let number = Numbers.next()
    /// Its waits: one of a thread, or those of a creation's tasks. Only touched under the lock of `Waiting`.
    var waits = Waits()

    /// The runner of the asynchronous creation, or else of the ending, that the current task belongs to.
    @inline(never) static var ofTask: [Runner] {
        (AsyncCreation.current?.lookup?.creation?.runner ?? Ending.runnerOfTask).map { [$0] } ?? []
    }

    /// The same, or else that of the thread.
    static var ofThread: Runner { ofTask.first ?? ThreadState.current.state.runner }
}

/// A look-up or an ending that waits for an activity.
final class Wait {
    // Nil once it is over, as the caller that held them may have returned.
    private(set) var activity: Activity?
    private(set) var lookup: Lookup?
    /// Those of the thread and of the task.
    let runners: [Runner]
    private var continuation: CheckedContinuation<Void, Never>?
    /// Whether the activity has ended, or the task was cancelled.
    private var isAwake = false

    init(for activity: Activity, _ lookup: Lookup?, by runners: [Runner]) {
        self.activity = activity
        self.lookup = lookup
        self.runners = runners
    }

    func begin() {
        for runner in runners { runner.waits.add(self) }
        activity?.waits.add(self)
    }

    /// Puts the task to sleep, unless the wait is over.
    func sleep(_ continuation: CheckedContinuation<Void, Never>) -> CheckedContinuation<Void, Never>? {
        if isAwake { return continuation }
        self.continuation = continuation
        return nil
    }

    /// - Returns: The task to resume, if it sleeps.
    func wake() -> CheckedContinuation<Void, Never>? {
        isAwake = true
        return continuation.take()
    }

    func end() {
        let activity = activity
        (self.activity, lookup) = (nil, nil)
        for runner in runners { runner.waits.removeEnded() }
        activity?.waits.removeEnded()
    }
}

/// Waits, with less ended ones than others. So the end of one costs the same, however many there are.
struct Waits {
    private(set) var all: [Wait] = []
    private var endedCount = 0

    mutating func add(_ wait: Wait) { all.append(wait) }

    mutating func removeEnded() {
        endedCount += 1
        if 2 * endedCount < all.count { return }
        all.removeAll { $0.activity == nil }
        endedCount = 0
    }
}
