/// An instance that its registration has released, and the functions that clean it up, in this order.
///
/// Never changes.
final class ReleasedInstance: Sendable {
    let registration: AnyServiceRegistration?
    let functions: [OnRemove]
    /// What cleans up the instance of an abandoned creation. Begins with the abandonment, so that later endings wait for it.
    let ending: Ending?
    /// The whole slot, as the release of the source of a decoration may run user code, too.
    private let slot: Slot

    init(
        _ slot: consuming Slot = Slot(),
        of registration: AnyServiceRegistration?,
        _ functions: [OnRemove],
        by ending: Ending? = nil
    ) {
        (self.slot, self.registration, self.functions, self.ending) = (slot, registration, functions, ending)
    }

    /// What an ending awaits before it goes on, unless that would close a cycle.
    convenience init(waitingFor activity: Activity) {
        let wait = OnRemove.asynchronous { _ in _ = try? await Waiting.await(activity, nil) }
        self.init(Slot(box: Box(())), of: nil, [wait])
    }

    /// The instance, if there is one to clean up. A weakly held instance is not cleaned up.
    var box: AnyBox? { slot.box.flatMap { $0.isWeak ? nil : $0 } }

    var isAsynchronous: Bool {
        functions.contains { if case .asynchronous = $0 { true } else { false } }
    }

    /// Without the functions that have run.
    func dropFirst(_ count: Int) -> ReleasedInstance {
        ReleasedInstance(slot, of: registration, Array(functions[count...]))
    }

    /// Ends the abandonment of a creation.
    ///
    /// - Parameter created: The instance, if there is one to clean up.
    @inline(never)
    func endAbandonment(cleaningUp created: AnyBox?) {
        var discarded = Discarded()
        if let created { discarded.add(ReleasedInstance(Slot(box: created), of: registration, functions)) }
        ending?.run(EndingSteps([], discarded))
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
