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
    /// An immediate task of the main actor begins within this call if the caller is on that actor. Otherwise it begins
    /// later, or at once on another thread.
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
