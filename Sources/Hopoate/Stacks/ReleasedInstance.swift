/// An instance that its registration has released, to be cleaned up after unlocking.
struct ReleasedInstance {
    let registration: AnyServiceRegistration
    /// The whole slot, as the release of the source of a decoration may run user code, too.
    var slot: Slot
    let functions: [OnRemove]

    /// Nil if there is no function to run, or no instance. A weakly held instance is not cleaned up.
    var cleanUp: CleanUp? {
        guard !functions.isEmpty, let box = slot.box, !box.isWeak else { return nil }
        return CleanUp(registration: registration, box: box, functions: functions)
    }
}

/// The functions that clean up an instance, in this order.
struct CleanUp {
    let registration: AnyServiceRegistration
    let box: AnyBox
    let functions: [OnRemove]

    /// Runs the functions. From the first asynchronous one on, they run in a task of their own, which is not awaited.
    /// If the registration still stands, its container lives until they have run, as they may look up services.
    @inline(never)
    func run() {
        for (index, function) in functions.enumerated() {
            guard case .synchronous(let cleanUp) = function else {
                let (rest, box) = (Array(functions[index...]), box)
                let container = registration.shard.withLock { _ in registration.stack?.table }?.container
                _ = Task {
                    await OnRemove.run(rest, box, isolation: nil)
                    withExtendedLifetime(container) {}
                }
                return
            }
            cleanUp.value(box)
        }
    }
}

/// A function that cleans up a released instance.
enum OnRemove: Sendable {
    case synchronous(UncheckedSendable<(AnyBox) -> Void>)
    case asynchronous(@Sendable (AnyBox) async -> Void)

    init(_ cleanUp: UncheckedSendable<(AnyBox) -> Void>, on actor: (any Actor)?) {
        let function = OnRemove.synchronous(cleanUp)
        self = if let actor { .asynchronous { await OnRemove.run([function], $0, isolation: actor) } } else { function }
    }

    /// Runs functions in their order: the synchronous ones on the actor, and awaits the others.
    @inline(never)
    static func run(_ functions: [OnRemove], _ box: AnyBox, isolation: isolated (any Actor)?) async {
        for function in functions {
            switch function {
            case .synchronous(let cleanUp): cleanUp.value(box)
            case .asynchronous(let cleanUp): await cleanUp(box)
            }
        }
    }
}
