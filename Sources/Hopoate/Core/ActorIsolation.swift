#if canImport(Darwin)
import Darwin
#endif

/// Whether the code that runs now is isolated to an actor.
package enum ActorIsolation {
    /// Knows the main actor only. For other actors it is false: `asyncResolve` runs their creators.
    package static func isCurrent(_ actor: any Actor) -> Bool { actor === MainActor.shared && isMainActorCurrent }

    #if canImport(Darwin)
    private static var isMainActorCurrent: Bool { pthread_main_np() != 0 }
    #elseif compiler(>=6.2)
    /// An immediate task of the main actor begins within the call if the caller is on it. If not, it begins later, and on
    /// another thread maybe at once.
    private static var isMainActorCurrent: Bool {
        let thread = Protected<UInt64?>(nil)
        Task.immediate { @MainActor in
            thread.withLock { $0 = ThreadState.current.state.runner.number }
        }
        return thread.withLock { $0 } == ThreadState.current.state.runner.number
    }
    #else
    private static var isMainActorCurrent: Bool { false }
    #endif
}

extension Actor {
    /// `main actor`, or `actor MyApp.Press`.
    package nonisolated var nameOfActor: String {
        self === MainActor.shared ? "main actor" : "actor \(ServiceKey.fullName(of: Self.self))"
    }
}
