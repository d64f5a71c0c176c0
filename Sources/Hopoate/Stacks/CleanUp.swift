/// The functions that clean up a released instance, in this order.
struct CleanUp {
    let registration: AnyServiceRegistration?
    let box: AnyBox
    let functions: [OnRemove]

    init(_ box: AnyBox, by functions: [OnRemove], of registration: AnyServiceRegistration?) {
        (self.registration, self.box, self.functions) = (registration, box, functions)
    }

    /// What an ending awaits before it goes on, unless that would close a cycle.
    init(waitingFor activity: Activity) {
        self.init(Box(()), by: [.asynchronous { _ in _ = try? await Waiting.await(activity, nil) }], of: nil)
    }

    var isAsynchronous: Bool {
        functions.contains { if case .asynchronous = $0 { true } else { false } }
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
