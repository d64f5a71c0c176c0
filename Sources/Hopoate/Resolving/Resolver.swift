// The one way that every resolution takes.

extension StackTable {
    /// Resolves a service: decides under the lock of its stack, and acts outside of it, until there is an answer.
    func resolve(_ lookup: Lookup) throws(ResolutionFailure) -> Answer {
        let thread = Resolution.ofThread
        thread.beginGraph()
        defer { thread.endGraph() }
        while true {
            let decision = decide(lookup, thread)
            // Not one function, as creators run within this one, which therefore takes little of the stack.
            if case .make = decision { return try finish(lookup, with: try run(lookup, thread), thread) }
            if let answer = try act(on: decision, lookup, thread) { return answer }
        }
    }

    /// Does what has been decided. Nil when the stack is to be asked again.
    private func act(
        on decision: Decision,
        _ lookup: Lookup,
        _ thread: Resolution.OfThread
    ) throws(ResolutionFailure) -> Answer? {
        switch decision {
        case .nothing: return try resolveElsewhere(lookup)
        case .use(let kept): return lookup.answer(kept)
        case .wait: try wait(lookup)
        case .gather: try gather(lookup)
        case .enter: return try enter(lookup, thread)
        case .forget: lookup.forget()
        case .make: break
        }
        return nil
    }

    func decide(_ lookup: Lookup, _ thread: Resolution.OfThread, by maker: AsyncCreation? = nil) -> Decision {
        if let stack = lookup.stack {
            return stack.withStack { stack, _ in stack.decide(lookup, thread, lookup.observers, by: maker) }
        }
        return withShard(of: lookup.key) { shard in
            guard let slot = shard.slot(of: lookup.key) else { return .nothing }
            let observers = shard.observers
            return shard.change(slot) { stack, _ in stack.decide(lookup, thread, observers, by: maker) }
        }
    }

    /// Runs `body` with the stack of a look-up, if there is one. It is locked.
    func withStack<Result>(
        of lookup: Lookup,
        _ body: (inout Stack, _ isObserved: Bool) -> Result
    ) -> Result? {
        if let stack = lookup.stack { return stack.withStack(body) }
        return withStack(of: lookup.key, body)
    }

    private func wait(_ lookup: Lookup) throws(ResolutionFailure) {
        guard let creation = lookup.creation, let recipe = lookup.recipe else { return }
        if creation.maker is AsyncCreation {
            throw .needs(creation.registration, recipe, in: self, at: UncheckedSendable(lookup))
        }
        // Other threads ask this while this one waits.
        let shared = UncheckedSendable(lookup)
        try Waiting.wait(for: creation, lookup) { [self] in
            withStack(of: shared.value) { stack, _ in stack.awaits(creation, at: shared.value.position) } == true
        }
    }

    /// Finds out what only user code can tell. Nothing, where the registration has been removed meanwhile.
    private func gather(_ lookup: Lookup) throws(ResolutionFailure) {
        guard let registration = lookup.registration else { return }
        if !registration.isDecorator {
            lookup.inputs.now = try secondsNow(for: lookup.key, lookup.place)
        } else if let made = Resolution.ofThread.takeMade(for: registration) {
            lookup.inputs.decorated = made
        } else {
            do throws(ResolutionFailure) {
                lookup.inputs.decorated = try resolve(lookup.asked(at: .below(registration)))
            } catch {
                return try error.ofDecorated(by: registration, lookup)
            }
        }
        lookup.inputs.areGathered = true
    }

    /// Makes sure that a recipe can be run here.
    ///
    /// - Returns: What has been made by it already, when it cannot.
    private func enter(_ lookup: Lookup, _ thread: Resolution.OfThread) throws(ResolutionFailure) -> Answer? {
        guard let registration = lookup.registration, let recipe = lookup.recipe else { return nil }
        if recipe.kind == .asynchronous {
            lookup.releaseReplaced()
            if let made = thread.takeMade(for: registration) { return made }
            throw .needs(registration, recipe, in: self, at: UncheckedSendable(lookup))
        }
        if let actor = recipe.actor, !thread.isIsolated(to: actor) {
            throw .belongs(registration, to: actor, decorating: lookup.inputs.decorated)
        }
        lookup.inputs.isOnActor = true
        return nil
    }
}

extension Lookup {
    /// Ends the look-up with an instance that somebody keeps.
    fileprivate func answer(_ kept: AnyKept) -> Answer {
        observed?.notify(.hit)
        return Answer(kept: kept, retention: retention)
    }
}

extension ResolutionFailure {
    /// What it means for a decorator that what it decorates cannot be resolved.
    fileprivate func ofDecorated(
        by registration: AnyServiceRegistration,
        _ lookup: Lookup
    ) throws(ResolutionFailure) {
        switch self {
        case .removed: return
        case .missing: throw .failed(.unusable(.nothingToDecorate, registration, lookup))
        case .needs(let needed, let recipe, let table, let at, for: nil):
            throw .needs(needed, recipe, in: table, at: at, for: registration)
        default: throw self
        }
    }
}
