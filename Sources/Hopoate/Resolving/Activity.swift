/// A creation, or the clean-ups of one call, in progress. Others may wait for it. Its state is only touched under the lock of `Waiting`.
final class Activity: @unchecked Sendable {
    let runner: Runner
    let isAsynchronous: Bool
    var hasEnded = false
    /// How a search along waits has reached it: by this wait of the runner of that activity.
    var way: (wait: Wait, from: Activity)?
    /// The waits for it.
    var waits = Waits()
    /// The task of an asynchronous creator.
    var task: Task<Void, Never>?
    /// The result of an asynchronous creator, or the failure of any. The last that waits for an asynchronous one clears it: its own task
    /// may end later, and an error may hold the container.
    var outcome: Outcome?
    /// Whether an ending has cancelled the task. Then its failure is none: those that wait look up again.
    var isCancelled = false

    enum Outcome {
        /// Concerns its own look-up alone. The others look up again.
        case made(AnyBox, Ownership)
        /// With the number of steps up to the creator, if waiting look-ups share the failure.
        case failed(ResolutionFailure, sharedAfter: Int?)
        /// The creator has failed after an ending had cancelled it, which is no failure: its look-ups look up again.
        case cancelled

        /// The event that observers are notified of.
        var event: ResolutionEvent.Kind { if case .made = self { .creationEnded } else { .creationFailed } }
    }

    init(by runner: Runner = Runner(), isAsynchronous: Bool = true) {
        self.runner = runner
        self.isAsynchronous = isAsynchronous
    }
}

/// A thread, an asynchronous creation or the clean-ups of a call, in the graph of waits.
final class Runner {
    let number = Numbers.next()
    /// Its waits: one of a thread, or those of a creation's tasks. Only touched under the lock of `Waiting`.
    var waits = Waits()

    /// The runner of the asynchronous creation, or of the clean-ups, that the current task belongs to.
    @inline(never) static var ofTask: [Runner] { TaskActivity.current?.activity.map { [$0.runner] } ?? [] }
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

    /// Endings come first, as they remove the registration of a creation that they have cancelled before others create again.
    mutating func add(_ wait: Wait) { if wait.lookup == nil { all = [wait] + all } else { all.append(wait) } }

    @inline(never)
    mutating func removeEnded() {
        endedCount += 1
        if 2 * endedCount < all.count { return }
        all = all.filter { $0.activity != nil }
        endedCount = 0
    }
}
