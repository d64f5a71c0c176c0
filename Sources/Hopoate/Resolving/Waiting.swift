/// Lets threads and tasks wait for activities, and finds the cycles in which they would wait forever.
enum Waiting {
    /// One graph serves the process, as most look-ups wait for nothing. Under its lock, only the look-ups of asynchronous creators are
    /// read, and only objects are released that the callers hold too.
    private static let monitor = Monitor()

    /// Blocks the thread until a creation has ended.
    ///
    /// - Returns: Its failure, if it has failed.
    /// - Throws: The cycle, if the creation waits for this thread or its task, directly or through others.
    // See CONTRIBUTING, 'Stack depth'.
    @inline(never)
    static func wait(for creation: Activity, _ lookup: Lookup) throws(ResolutionFailure) -> Activity.Outcome? {
        let wait = Wait(for: creation, lookup, by: [ThreadState.current.state.runner] + Runner.ofTask)
        try beginWait(wait, for: creation, lookup)
        var outcome: Activity.Outcome?
        monitor.wait {
            if creation.hasEnded { outcome = endWait(wait, for: creation) }
            return !creation.hasEnded
        }
        return outcome
    }

    /// Waits as `wait` does, without blocking a thread, until the task is cancelled. Also returns the instance of an asynchronous creator.
    /// If the creation is the look-up's own, `start` starts it.
    static func await(
        _ activity: Activity,
        _ lookup: Lookup?,
        isolation: isolated (any Actor)? = #isolation,
        start: (() -> Void)? = nil
    ) async throws(ResolutionFailure) -> Activity.Outcome? {
        let wait = Wait(for: activity, lookup, by: Runner.ofTask)
        try beginWait(wait, for: activity, lookup)
        start?()
        let sleeper = UncheckedSendable(wait)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                monitor.withLock { wait.sleep(continuation) }?.resume()
            }
        } onCancel: {
            monitor.withLock { sleeper.value.wake() }?.resume()
        }
        let (hasEnded, outcome) = monitor.withLock { (activity.hasEnded, endWait(wait, for: activity)) }
        if !hasEnded { throw .cancelled }
        return outcome
    }

    private static func endWait(_ wait: Wait, for activity: Activity) -> Activity.Outcome? {
        wait.end()
        return activity.isAsynchronous && activity.waits.all.isEmpty ? activity.outcome.take() : activity.outcome
    }

    /// Begins to wait, unless that would close a cycle or the activity has ended.
    @inline(never)
    private static func beginWait(_ wait: Wait, for activity: Activity, _ lookup: Lookup?) throws(ResolutionFailure) {
        try monitor.withLock { () throws(ResolutionFailure) in
            if activity.hasEnded {
                _ = wait.wake()
                return
            }
            if activity.isAround(lookup) { throw lookup.map { .failed(.cycle($0.path)) } ?? .removed }
            let reached = reachable(from: activity)
            defer { for activity in reached { activity.way = nil } }
            for last in reached where wait.runners.contains(where: { $0 === last.runner }) {
                throw lookup.map { .failed(.cycle($0, to: last)) } ?? .removed
            }
            wait.begin()
        }
    }

    /// Sets the task in which an asynchronous creator runs.
    static func setTask(_ task: Task<Void, Never>, of creation: Activity) {
        let isCancelled = monitor.withLock {
            if !creation.hasEnded { creation.task = task }
            return creation.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Ends an activity, and wakes the threads and tasks that wait for it, which get its outcome. This call does not hold it any longer.
    @inline(never)
    static func end(_ activity: Activity, with outcome: consuming Activity.Outcome? = nil) {
        let (isAwaited, sleeping) = monitor.withLock {
            activity.task = nil
            activity.hasEnded = true
            // Only an awaited creation hands over its instance, to its own look-up.
            let isHandedOver = activity.isAsynchronous ? !activity.waits.all.isEmpty : outcome?.event == .creationFailed
            if isHandedOver { activity.outcome = outcome.take() }
            return (!activity.waits.all.isEmpty, activity.waits.all.compactMap { $0.wake() })
        }
        outcome = nil
        if isAwaited { monitor.wakeAll() }
        for continuation in sleeping { continuation.resume() }
    }

    static func hasEnded(_ activity: Activity) -> Bool { monitor.withLock { activity.hasEnded } }

    /// Cancels the task of an asynchronous creator, whose registration is going to be removed, unless the call runs within it.
    static func cancel(_ creation: Activity) {
        if creation.isAround(nil) { return }
        let task = monitor.withLock {
            creation.isCancelled = creation.isAsynchronous
            return creation.task
        }
        task?.cancel()
    }

    static func wasCancelled(_ creation: Activity) -> Bool { monitor.withLock { creation.isCancelled } }

    /// An activity, and those that its runner waits for, directly or through others.
    private static func reachable(from activity: Activity) -> [Activity] {
        var reached = [activity]
        var index = 0
        while index < reached.count {
            let from = reached[index]
            // The wait for an ended activity stays until its thread or task continues.
            for wait in from.runner.waits.all {
                guard let next = wait.activity, !next.hasEnded, next.way == nil, next !== activity else { continue }
                next.way = (wait, from)
                reached.append(next)
            }
            index += 1
        }
        return reached
    }
}

extension Activity {
    /// Whether it is the creation of a creator that the look-up, or else the current thread or task, runs within.
    @inline(never) fileprivate func isAround(_ lookup: Lookup?) -> Bool {
        let isMeant = { (running: Lookup) in running.attempt.creation === self }
        if let lookup { return lookup.creator(where: isMeant) != nil }
        return ThreadState.current.creator(where: isMeant) != nil
    }
}

extension DependencyError {
    /// The cycle of a look-up that would wait, over others that wait, for itself.
    fileprivate static func cycle(_ lookup: Lookup, to last: Activity) -> DependencyError {
        var (ways, reached) = ([(wait: Wait, from: Activity)](), last)
        while let way = reached.way {
            ways.append(way)
            reached = way.from
        }
        var round = [lookup.step]
        for (wait, from) in ways.reversed() {
            if let lookup = wait.lookup { round += lookup.pathOfCreators(within: from) + [lookup.step] }
        }
        // A transient creator may run in several tasks of the cycle. A creator on a thread may resolve its service with other arguments,
        // or in another container.
        let path = lookup.pathOfCreators()
        return .cycle(lookup.isAsync ? path.upToFirstCycle(round) : path + round)
    }
}
