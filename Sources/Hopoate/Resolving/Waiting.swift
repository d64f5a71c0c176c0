/// A creation in progress, which others may wait for. Its state is only touched under the lock of `Waiting`.
final class Creation: @unchecked Sendable {
    let runner: Runner
    let isAsynchronous: Bool
    fileprivate var hasEnded = false
    fileprivate var areThreadsWaiting = false
    /// The last search for a cycle that has visited it.
    fileprivate var search: UInt64 = 0
    /// The tasks that await it.
    fileprivate var suspensions: [Protected<Suspension>] = []
    /// How many tasks await the result of an asynchronous creator, with the one that has started it.
    fileprivate var readers = 1
    /// The result of an asynchronous creator, or the failure of any. The last task that awaits an asynchronous one clears it: its own task
    /// may end later, and an error may hold the container.
    fileprivate var outcome: Outcome?
    /// The task of an asynchronous creator.
    fileprivate var task: Task<Void, Never>?

    enum Outcome {
        /// With the mocks that the instance was created from, if it is not cached: a slot has its own.
        case made(AnyBox, isKept: Bool, [RegisteredMock])
        /// With the number of steps up to the creator, if waiting look-ups share the failure.
        case failed(ResolutionFailure, sharedAfter: Int?)
    }

    /// The state of a task that awaits a creation.
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

/// A thread or an asynchronous creation, in the graph of waits.
final class Runner {
    let number = Numbers.next()
    /// Its waits: one of a thread, or those of a creation's tasks. Only touched under the lock of `Waiting`.
    fileprivate var waits: [(creation: Creation, frame: Frame)] = []
}

/// Lets threads and tasks wait for creations in progress, and finds the cycles in which they would wait forever.
enum Waiting {
    /// One graph serves the process, as a look-up waits at most once for an instance. Under its lock, only the frames of asynchronous
    /// creators are read, and only objects are released that the callers hold too.
    private static let monitor = Monitor()

    /// Blocks the thread until a creation has ended.
    ///
    /// - Returns: Its failure, if it has failed.
    /// - Throws: The cycle, if the creation waits for this thread or its task, directly or through others.
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

    /// Waits as `wait` does, without blocking a thread, until the task is cancelled. Also returns the instance of an asynchronous creator.
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

    /// Sets the task in which an asynchronous creator runs.
    static func begin(_ creation: Creation, in task: Task<Void, Never>) {
        monitor.withLock { if !creation.hasEnded { creation.task = task } }
    }

    /// Hands over the outcome of a creation before it ends, if a task awaits that.
    static func handOver(_ outcome: Creation.Outcome, of creation: Creation) {
        monitor.withLock { if creation.readers > 0 { creation.outcome = outcome } }
    }

    /// Ends a creation, and wakes the threads and tasks that wait for it.
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

    /// The path from a creation, over waits, to one of these runners. Nil if there is none.
    private static func pathBack(
        _ creation: Creation,
        _ runners: [Runner],
        _ search: UInt64 = Numbers.next()
    ) -> [DependencyError.Step]? {
        if runners.contains(where: { $0 === creation.runner }) { return [] }
        creation.search = search
        // The wait for an ended creation stays until its thread has woken up.
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
    /// Raises it to the priority of the current task, if the system can.
    fileprivate func escalate() {
        #if compiler(>=6.2)
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            escalatePriority(to: Task<Never, Never>.currentPriority)
        }
        #endif
    }
}
