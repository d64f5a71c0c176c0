#if canImport(Darwin)
import Darwin
#endif

/// Whether what runs now is isolated to an actor.
enum ActorIsolation {
    /// False also where the system cannot tell.
    static func isCurrent(_ actor: any Actor) -> Bool {
        #if canImport(Darwin)
        if actor === MainActor.shared { return pthread_main_np() != 0 }
        #endif
        #if compiler(>=6.2)
        guard #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return false }
        return startsImmediately(on: actor)
        #else
        return false
        #endif
    }

    #if compiler(>=6.2)
    /// An immediate task on an actor begins within the call if the caller is on that actor. If not, it begins later, and
    /// on another thread maybe at once.
    @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    private static func startsImmediately(on actor: any Actor) -> Bool {
        let mark = Mark()
        // Makes a closure that is isolated to the actor, which runs nothing on it.
        let make = unsafeBitCast(
            marking as (Mark, isolated any Actor) -> Marking,
            to: ((Mark, any Actor) -> Marking).self
        )
        nonisolated(unsafe) let marking = make(mark, actor)
        Task.immediate(operation: marking)
        return mark.isSetByThisThread
    }

    private typealias Marking = @isolated(any) () async -> Void

    private static func marking(_ mark: Mark, on actor: isolated any Actor) -> Marking {
        isolated { mark.set(from: actor) }
    }

    /// A closure takes on the isolation of the function that it is written in where such a type is asked for.
    private static func isolated(_ marking: @escaping Marking) -> Marking { marking }

    private final class Mark: Sendable {
        private let thread = Protected<UInt?>(nil)

        /// A thread that is in a call cannot run what the call has put off.
        var isSetByThisThread: Bool { thread.withLock { $0 } == Mark.thisThread }

        func set(from actor: any Actor) { thread.withLock { $0 = Mark.thisThread } }

        private static var thisThread: UInt { UInt(bitPattern: ResolvingThread.current) }
    }
    #endif
}
