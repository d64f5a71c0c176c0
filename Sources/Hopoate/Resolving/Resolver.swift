// The one way that every resolution takes.

extension StackTable {
    /// Resolves a service. Creators run within this function, which therefore takes little of the stack.
    ///
    /// A look-up that has left a stack which would answer otherwise by now begins anew where it began: here.
    func resolve(_ lookup: Lookup) throws(ResolutionFailure) -> Answer {
        while true {
            do throws(ResolutionFailure) {
                if lookup.hasArgument { return try resolveWithArgument(lookup) }
                return try resolveOnStack(lookup)
            } catch .outdated where lookup.isStart {}
        }
    }

    /// Resolves a service on the stack of its key.
    @inline(never)
    func resolveOnStack(_ lookup: Lookup) throws(ResolutionFailure) -> Answer {
        let thread = Resolution.ofThread
        thread.beginGraph()
        defer { thread.endGraph() }
        var finding = Finding()
        if let answer = try find(lookup, &finding) { return answer }
        do throws(ResolutionFailure) {
            let answer = try finish(lookup, &finding, with: run(lookup, &finding, thread))
            finding.notify(.creationEnded, in: self)
            return answer
        } catch {
            abandon(&finding)
            finding.notify(.creationFailed, in: self)
            throw error
        }
    }

    /// Decides under the lock of the stack, and acts outside of it, until there is an answer. Nil when one has to be made.
    @inline(never)
    private func find(_ lookup: Lookup, _ finding: inout Finding) throws(ResolutionFailure) -> Answer? {
        while true {
            switch decide(lookup, &finding) {
            case .nothing(let version): return try resolveElsewhere(lookup, version)
            case .isForEachValue: throw .isForEachValue
            // A container that is gone takes no copy.
            case .isForEachContainer: throw lookup.asker?.takesCopies == true ? .outdated : .missing
            case .use(let kept):
                finding.notify(.hit, in: self)
                return Answer(kept: kept, retention: finding.retention)
            case .askBelow(let eager, let version):
                return try resolve(lookup.asked(leaving: self, version, for: .below(eager)))
            case .wait(let creation): try wait(for: creation, lookup)
            case .gather(let version): try gather(lookup, &finding, version)
            case .letGo(let letGo): (consume letGo).release()
            case .checkActor(let actor): try check(actor, lookup, &finding)
            // The finding lives on meanwhile: a weak instance that it holds is found again, and not made again.
            case .forget: return try resolveOnStack(lookup)
            case .make: return nil
            }
        }
    }

    func decide(_ lookup: Lookup, _ finding: inout Finding) -> Decision {
        withShard(of: lookup.key) { shard in
            guard let slot = shard.slot(of: lookup.key) else { return .nothing(version: 0) }
            let observers = shard.observers
            return shard.stacks[slot].decide(lookup, &finding, observers)
        }
    }

    @inline(never)
    private func wait(for creation: Creation, _ lookup: Lookup) throws(ResolutionFailure) {
        let task = creation.asyncCreation?.state.withLock(\.task) ?? nil
        // An asynchronous creation without a task has just ended.
        if creation.asyncCreation != nil, task == nil { return }
        if lookup.attempts != nil { throw .awaits(creation, task, isOurs: false, in: self, at: lookup) }
        if task != nil { throw .failed(.needsAwait(creation.registration, lookup)) }
        try Waiting.wait(for: creation, lookup, in: self)
        if !lookup.holds { throw .outdated }
    }

    /// Gathers an input that only user code can provide: the instance that the decorator decorates, or the time.
    private func gather(_ lookup: Lookup, _ finding: inout Finding, _ version: UInt64) throws(ResolutionFailure) {
        guard let registration = finding.registration else { return }
        if registration.isDecorator {
            finding.inputs = Boxed(Finding.Inputs(decorated: try decorated(by: registration, lookup, version)))
        } else {
            finding.inputs = Boxed(Finding.Inputs(now: try secondsNow(for: lookup)))
        }
    }

    /// The instance that a decorator gets.
    private func decorated(
        by registration: AnyServiceRegistration,
        _ lookup: Lookup,
        _ version: UInt64
    ) throws(ResolutionFailure) -> Answer {
        if let made = lookup.attempts?.takeDecorated(by: registration),
            !made.retention.isOfRegistration || keeps(made.kept.identity, lookup.key)
        {
            return made
        }
        do throws(ResolutionFailure) {
            return try resolve(lookup.asked(leaving: self, version, for: .below(registration)))
        } catch .missing {
            throw .failed(.unusable(.nothingToDecorate, registration, lookup))
        }
    }

    /// Whether a registration of a key, here or in a parent, keeps an instance.
    private func keeps(_ instance: AnyKept, _ key: ServiceKey) -> Bool {
        withStack(of: key) { $0.keeps(instance) } == true
            || tablesForValues(of: key).contains { $0.withOnlyStack { $0.keeps(instance) } }
            || parent?.keeps(instance, key) == true
    }

    /// Makes sure that the recipe can be run here.
    private func check(_ actor: (any Actor)?, _ lookup: Lookup, _ finding: inout Finding) throws(ResolutionFailure) {
        guard let registration = finding.registration else { return }
        if case .asynchronously = finding.making { return try beginAsynchronously(registration, lookup, &finding) }
        if let actor, !Resolution.ofThread.isIsolated(to: actor) {
            if let below = finding.inputs?.value.decorated { lookup.attempts?.note(below, for: registration) }
            throw .belongs(registration, to: actor, at: lookup)
        }
        finding.mayRunHere = true
    }
}
