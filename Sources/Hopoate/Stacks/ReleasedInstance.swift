/// An instance that its registration has released, to be cleaned up after unlocking.
struct ReleasedInstance {
    let registration: AnyServiceRegistration
    /// Taken as a whole: releasing what a decoration was made from may run users' code, too.
    var slot: Slot
    let functions: [OnRemove]

    /// The functions to run. Nil if there are none.
    var cleanUp: CleanUp? {
        guard !functions.isEmpty, let kept = slot.kept, !kept.isWeak else { return nil }
        return CleanUp(registration: registration, kept: kept, functions: functions)
    }
}

/// What cleans up an instance: functions that run in this order.
struct CleanUp {
    let registration: AnyServiceRegistration
    let kept: AnyKept
    let functions: [OnRemove]

    /// Runs the functions, from the first asynchronous one on in a task of their own, which nobody awaits. If the registration
    /// still stands, its container lives until they have run, as they may look something up.
    @inline(never)
    func run() {
        for (index, function) in functions.enumerated() {
            guard case .synchronous(let cleanUp) = function else {
                let (rest, kept) = (Array(functions[index...]), kept)
                let container = registration.shard.withLock { _ in registration.stack?.table }?.container
                _ = Task {
                    await OnRemove.run(rest, kept, isolation: nil)
                    withExtendedLifetime(container) {}
                }
                return
            }
            cleanUp.value(kept)
        }
    }
}

/// A function that cleans up an instance that was released.
enum OnRemove: Sendable {
    case synchronous(UncheckedSendable<(AnyKept) -> Void>)
    case asynchronous(@Sendable (AnyKept) async -> Void)

    init(_ cleanUp: UncheckedSendable<(AnyKept) -> Void>, on actor: (any Actor)?) {
        let function = OnRemove.synchronous(cleanUp)
        self = if let actor { .asynchronous { await OnRemove.run([function], $0, isolation: actor) } } else { function }
    }

    /// Runs functions, the synchronous ones on the actor, and awaits the others.
    @inline(never)
    static func run(_ functions: [OnRemove], _ kept: AnyKept, isolation: isolated (any Actor)?) async {
        for function in functions {
            switch function {
            case .synchronous(let cleanUp): cleanUp.value(kept)
            case .asynchronous(let cleanUp): await cleanUp(kept)
            }
        }
    }
}

extension AnyServiceRegistration {
    /// Makes the registration inert, which its stack has taken out.
    final func becomeInert(_ discarded: inout Discarded) {
        discarded.take(takeSlot(), of: self)
        if let recipe { discarded.add(recipe) }
        if let arguments { discarded.add(arguments.owner) }
        // A stack without registrations holds no users' objects.
        (recipe, arguments, stack) = (nil, nil, nil)
        lifetime.scope?.forget(self)
        // Containers that were asked may still have instances, which it cleans up.
        if lifetime.kind != .perContainer, !isDecorator { onRemove = [] }
    }
}
