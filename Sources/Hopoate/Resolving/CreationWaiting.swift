/// How threads wait for an instance that another thread is making, and how they notice that they would wait for ever.
///
/// One monitor serves the process: this happens once per instance at most, and the waiting threads have to see each
/// other anyway. Locks are taken in one order, the monitor first and a shard's lock within.
enum CreationWaiting {
    private struct Wait {
        let registration: AnyServiceRegistration
        let position: StackPosition
        let step: DependencyError.Step
    }

    /// What each waiting thread waits for.
    private static let monitor = Monitor<[UnsafeMutablePointer<ResolvingThread>: Wait]>([:])

    /// Waits until the creation that runs for a registration has ended, or the registration no longer answers.
    ///
    /// - Throws: The way round, when the creation that is waited for waits, over one or more threads, for this thread.
    static func wait(
        for registration: AnyServiceRegistration,
        at position: StackPosition,
        step: DependencyError.Step
    ) throws(ResolutionFailure) {
        let thread = ResolvingThread.current
        monitor.lock()
        defer { monitor.unlock() }
        while let creator = registration.markAwaited(at: position) {
            if let path = path(from: registration, creator, backTo: thread) {
                throw .failed(.cycle(thread.pointee.path + [step] + path))
            }
            monitor.state[thread] = Wait(registration: registration, position: position, step: step)
            monitor.wait()
            monitor.state[thread] = nil
        }
    }

    /// Wakes the threads that wait; each then looks whether its own wait is over.
    static func wakeAll() {
        monitor.lock()
        monitor.broadcast()
        monitor.unlock()
    }

    /// The way from a registration's creator, over the threads that wait for one another, back to the given thread.
    ///
    /// The frames of those threads stand still meanwhile, as the threads wait under the monitor that is held here.
    private static func path(
        from registration: AnyServiceRegistration,
        _ creator: UnsafeMutablePointer<ResolvingThread>,
        backTo thread: UnsafeMutablePointer<ResolvingThread>
    ) -> [DependencyError.Step]? {
        var steps: [DependencyError.Step] = []
        var registration = registration
        var creator = creator
        while creator != thread {
            guard
                let wait = monitor.state[creator],
                let next = wait.registration.markAwaited(at: wait.position)
            else { return nil }
            steps += creator.pointee.steps(after: registration.number) + [wait.step]
            registration = wait.registration
            creator = next
        }
        return steps
    }
}

extension AnyServiceRegistration {
    /// Makes sure that `wakeAll()` is called when the creation ends, or when the registration no longer answers.
    ///
    /// - Returns: The thread that creates, or nil when none does or when it is not this registration that answers.
    fileprivate func markAwaited(at position: StackPosition) -> UnsafeMutablePointer<ResolvingThread>? {
        shard.lock()
        defer { shard.unlock() }
        guard let stack, let creatingThread,
            stack.registration(at: position)?.takeUnretainedValue() === self
        else { return nil }
        stack.pointee.isAwaited = true
        return creatingThread
    }
}
