/// A creation of an instance that others may wait for. What changes is only touched under the lock of `Waiting`.
final class Creation: @unchecked Sendable {
    let runner: Runner
    let isAsynchronous: Bool
    fileprivate var hasEnded = false
    fileprivate var areThreadsWaiting = false
    /// The last search of a cycle that has come by.
    fileprivate var search: UInt64 = 0
    /// The tasks that await it.
    fileprivate var suspensions: [Protected<Suspension>] = []
    /// How many tasks await the result of an asynchronous creator: the one that has asked for it, and others.
    fileprivate var readers = 1
    /// The result of an asynchronous creator, or the failure of any. The last task that awaits it takes it out, as the creator's
    /// own task may end later, and an error may hold the container.
    fileprivate var outcome: Outcome?
    /// That of an asynchronous creator.
    fileprivate var task: Task<Void, Never>?

    enum Outcome {
        /// With the mocks that it was made from, which the slot of a kept instance has.
        case made(AnyBox, isKept: Bool, [RegisteredMock])
        /// With the number of steps up to the creator, if those that wait fail alike.
        case failed(ResolutionFailure, sharedAfter: Int?)
    }

    /// What a task does that awaits a creation.
    fileprivate enum Suspension {
        case notYet
        case asleep(CheckedContinuation<Void, Never>)
        case over
    }

    init(by runner: Runner, isAsynchronous: Bool = false) {
        self.runner = runner
        self.isAsynchronous = isAsynchronous
    }
}

/// A thread or an asynchronous creation, in the graph of who waits for whom.
final class Runner {
    /// Tells it from others.
    let number = Numbers.next()
    /// Its waits: a thread's one, or those of the tasks of an asynchronous creation. Only touched under the lock of `Waiting`.
    fileprivate var waits: [(creation: Creation, frame: Frame)] = []
}

/// How threads and tasks wait for instances that others are making, and how they notice that they would wait for ever.
enum Waiting {
    /// One graph serves the process: waiting happens once per instance at most. Under its lock only frames of asynchronous
    /// creators are looked up, and only what the callers hold is dropped.
    private static let monitor = Monitor()

    /// Blocks the thread until a creation has ended.
    ///
    /// - Returns: Its failure, if it has failed.
    /// - Throws: The cycle, when the creation waits, over others maybe, for this thread or its task.
    static func wait(for creation: Creation, _ frame: Frame) throws(ResolutionFailure) -> Creation.Outcome? {
        let runners = [ThreadState.current.state.runner] + AsyncFrame.runnerOfTask
        var isAdded = false
        var outcome: Creation.Outcome?
        try monitor.wait { () throws(ResolutionFailure) in
            if creation.hasEnded {
                if isAdded { forget(frame, runners) }
                outcome = creation.outcome
                return false
            }
            if !isAdded { try addWait(creation, frame, runners) }
            isAdded = true
            creation.areThreadsWaiting = true
            return true
        }
        return outcome
    }

    /// Waits as `wait` does, and blocks no thread, unless the task is cancelled. Returns what an asynchronous creator has made, too.
    static func await(
        _ creation: Creation,
        _ frame: Frame,
        isOwn: Bool = false,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> Creation.Outcome? {
        let (runners, sleep) = (AsyncFrame.runnerOfTask, Protected(Creation.Suspension.notYet))
        let task = try monitor.withLock { () throws(ResolutionFailure) in
            if creation.hasEnded {
                sleep.wake()
            } else {
                try addWait(creation, frame, runners)
                creation.suspensions.append(sleep)
            }
            if !isOwn { creation.readers += 1 }
            return creation.task
        }
        task?.escalate()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = sleep.withLock { sleep in
                    if case .over = sleep { return true }
                    sleep = .asleep(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            sleep.wake()
        }
        return try monitor.withLock { () throws(ResolutionFailure) in
            forget(frame, runners)
            creation.readers -= 1
            if !creation.hasEnded { throw .cancelled }
            return creation.readers > 0 ? creation.outcome : creation.outcome.take()
        }
    }

    /// Begins an asynchronous creation with the task that its creator runs in.
    static func begin(_ creation: Creation, in task: Task<Void, Never>) {
        monitor.withLock { if !creation.hasEnded { creation.task = task } }
    }

    /// Hands over what comes of a creation, before it ends, if anybody awaits that.
    static func handOver(_ outcome: Creation.Outcome, of creation: Creation) {
        monitor.withLock { if creation.readers > 0 { creation.outcome = outcome } }
    }

    /// Ends a creation, and wakes those that wait for it.
    static func end(_ creation: Creation) {
        let (areThreadsWaiting, suspensions) = monitor.withLock {
            defer { (creation.suspensions, creation.task) = ([], nil) }
            creation.hasEnded = true
            return (creation.areThreadsWaiting, creation.suspensions)
        }
        if areThreadsWaiting { monitor.wakeAll() }
        for sleeper in suspensions { sleeper.wake() }
    }

    /// Adds a wait, unless it would close a cycle.
    private static func addWait(_ creation: Creation, _ frame: Frame, _ runners: [Runner]) throws(ResolutionFailure) {
        let request = frame.request
        if request.isWithin(creation) { throw .failed(.cycle(request.path)) }
        if !runners.isEmpty, let round = pathBack(creation, runners) {
            // A creator on a thread may resolve its service with other arguments, or in another container.
            let (path, steps) = (request.pathOfCreators, [request.step] + round)
            throw .failed(.cycle(request.isAsync ? path.upToFirstCycle(steps) : path + steps))
        }
        for runner in runners { runner.waits.append((creation, frame)) }
    }

    private static func forget(_ frame: Frame, _ runners: [Runner]) {
        for runner in runners { runner.waits.removeAll { $0.frame === frame } }
    }

    /// The way from a creation, over others that wait for one another, to one of these runners. Nil when there is none.
    private static func pathBack(
        _ creation: Creation,
        _ runners: [Runner],
        _ search: UInt64 = Numbers.next()
    ) -> [DependencyError.Step]? {
        if runners.contains(where: { $0 === creation.runner }) { return [] }
        creation.search = search
        // A wait for a creation that has ended is noted until its thread has woken up.
        for wait in creation.runner.waits where !wait.creation.hasEnded && wait.creation.search != search {
            if let rest = pathBack(wait.creation, runners, search) {
                return wait.frame.request.path(within: creation) + rest
            }
        }
        return nil
    }
}

extension Protected<Creation.Suspension> {
    fileprivate func wake() {
        let before = withLock { sleep in
            defer { sleep = .over }
            return sleep
        }
        if case .asleep(let continuation) = before { continuation.resume() }
    }
}

extension Task<Void, Never> {
    /// Raises it to the priority of the current task, where the system can.
    fileprivate func escalate() {
        #if compiler(>=6.2)
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            escalatePriority(to: Task<Never, Never>.currentPriority)
        }
        #endif
    }
}
