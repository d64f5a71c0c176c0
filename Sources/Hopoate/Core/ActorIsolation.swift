#if canImport(Darwin)
import Darwin
#endif

/// Whether the code that runs now is isolated to an actor.
package enum ActorIsolation {
    /// True for the main actor only. Creators of other actors need `asyncResolve`.
    package static func isCurrent(_ actor: any Actor) -> Bool { actor === MainActor.shared && isMainActorCurrent }

    #if canImport(Darwin)
    private static var isMainActorCurrent: Bool { pthread_main_np() != 0 }
    #elseif compiler(>=6.2)
    /// No public function of the runtime answers. But a `deinit` of the main actor runs within this call if the caller is on that
    /// actor. Otherwise it runs later, or at once on another thread.
    ///
    /// Until then it waits in the actor's queue. While it waits, its thread does not get to the actor in the same task, as the task
    /// would have to wait behind it. So no other `deinit` is sent, as one for each check would take memory until the main thread
    /// is idle. `MemoryTests` would notice.
    private static var isMainActorCurrent: Bool {
        let current = ThreadState.current
        let task = withUnsafeCurrentTask { $0?.hashValue }
        let last = current.state.mainActorCheck
        if let last, last.task == task, last.thread.withLock({ $0 == nil }) { return false }
        let thread = Protected<UInt64?>(nil)
        current.state.mainActorCheck = (task, thread)
        send(to: thread)
        return thread.withLock { $0 } == current.state.runner.number
    }

    @inline(never)
    private static func send(to thread: Protected<UInt64?>) { _ = Messenger(thread) }

    /// Tells on which thread the main actor has released it.
    @MainActor private final class Messenger {
        private let thread: Protected<UInt64?>

        nonisolated init(_ thread: Protected<UInt64?>) { self.thread = thread }

        isolated deinit { thread.withLock { $0 = ThreadState.current.state.runner.number } }
    }
    #else
    private static var isMainActorCurrent: Bool { false }
    #endif
}

extension Actor {
    /// `main actor`, or `actor MyApp.Press`.
    package nonisolated var actorName: String {
        self === MainActor.shared ? "main actor" : "actor \(ServiceKey.fullName(of: Self.self))"
    }
}
