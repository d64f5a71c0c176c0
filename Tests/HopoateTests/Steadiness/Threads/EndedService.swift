/// A call of a program, and when it was in progress.
final class EndingCall: Sendable, CustomStringConvertible {
    enum Target: Equatable { case lookUp(Int), container(Int), scope(Int), token(Int) }

    /// The innermost call that code belongs to. A clean-up belongs to the one that has released its instance.
    @TaskLocal static var current: EndingCall?

    let target: Target
    /// Whether its caller awaits it, and whether it removes registrations.
    let (isAwaited, isRemoval): (Bool, Bool)
    let outer = EndingCall.current
    let began: Shared<Int>
    /// Zero while it is in progress.
    let ended = Shared(0)

    init(_ target: Target, isAwaited: Bool, isRemoval: Bool, at time: Int) {
        (self.target, self.isAwaited, self.isRemoval, began) = (target, isAwaited, isRemoval, Shared(time))
    }

    var isLookUp: Bool { if case .lookUp = target { true } else { false } }
    var isOfToken: Bool { if case .token = target { true } else { false } }
    /// Whether it ends a container or scope, and neither a creator nor a clean-up has called it.
    var isOutermostEnding: Bool { isAwaited && !isLookUp && outer == nil }
    var description: String {
        "\(began.value)–\(ended.value) \(target)\(isAwaited ? ", awaited" : "")\(isRemoval ? ", removes" : "")"
            + (outer.map { ", in the call of \($0.began.value)" } ?? "")
    }
}

/// A registration of a service, or of its decorator.
final class EndedRegistration: Sendable {
    let (service, number, container, isDecorator): (Int, Int, Int, Bool)
    let (scope, isPerContainer): (Int?, Bool)
    /// When it had been registered.
    let registered = Shared(0)
    /// Whether nothing was removed or reset before it had its clean-ups.
    let isComplete = Shared(false)

    init(_ service: Int, _ lifetime: TestedLifetime, in container: Int, isDecorator: Bool, at time: Int) {
        (self.service, number, self.container, self.isDecorator) = (service, time, container, isDecorator)
        let scope: Int? = if case .scoped(let scope) = lifetime { scope } else { nil }
        (self.scope, isPerContainer) = (scope, lifetime == .perContainer)
    }

    /// Whether a call removes it, or ends its instance in a container, or else in any.
    func isEnded(by call: EndingCall, in container: Int? = nil) -> Bool {
        switch call.target {
        case .lookUp: false
        case .container(let other): other == self.container || isPerContainer && other == container ?? other
        case .scope(let scope): scope == self.scope
        case .token(let number): number == self.number || isDecorator
        }
    }
}

/// What has become of an instance. Times that have not come are zero.
final class EndedService: Sendable, CustomStringConvertible {
    struct State {
        /// The instances that its creator got, and when.
        var held: [(service: EndedService, got: Int)] = []
        /// When its creator ended, when the first look-up returned it, and when its clean-up began and ended.
        var (created, got, cleaningBegan, cleanedUp) = (0, 0, 0, 0)
        var countOfCleanUps = 0
        /// The call that has released it.
        var cleaner: EndingCall?
        /// Whether its own creator has removed or reset it.
        var isItsCallersAlone = false
    }

    /// The instance whose creator is running.
    @TaskLocal static var creating: EndedService?

    let registration: EndedRegistration
    let (container, began): (Int, Int)
    let outer = EndedService.creating
    let state = Shared(State())

    init(_ registration: EndedRegistration, in container: Int, at time: Int) {
        (self.registration, began) = (registration, time)
        self.container = registration.isPerContainer ? container : registration.container
    }

    var description: String {
        let state = state.value
        return """
            \(began)–\(state.created) \(registration.isDecorator ? "decoration" : "instance") of \(registration.service), \
            registered at \(registration.number), in \(container), from \(state.held.map(\.service.began)), got at \(state.got), \
            cleaned up \(state.countOfCleanUps) times, \(state.cleaningBegan)–\(state.cleanedUp), in the call of \
            \(state.cleaner?.began.value ?? 0)\(state.isItsCallersAlone ? ", its callers' alone" : "")
            """
    }
}
