// The one way that every look-up takes which is no hit: decide under the lock, act outside it, and again until there is an
// answer.

extension Lookup {
    /// Finds the answer, and blocks the thread while another one makes it. Each wait ends with a creation, so that this ends
    /// unless other threads reset the registration each time.
    @inline(never)
    func answer() throws(ResolutionFailure) -> AnyKept {
        defer { end() }
        while true {
            switch try goOn() {
            case .use(let kept): return kept
            case let step: try wait(after: step)
            }
        }
    }

    /// Blocks the thread until another one has made the instance, which is all that a thread can do.
    ///
    /// Not inlined, as this and the next ones would stand in the frame of each creator (`StackDepthTests`).
    @inline(never)
    private func wait(after step: Step) throws(ResolutionFailure) {
        switch step {
        case .wait(let creation) where !creation.isAsynchronous:
            if case .failed(let failure, let count)? = try Waiting.wait(for: creation, self),
                let shared = shared(failure, after: count)
            {
                throw shared
            }
        case .hop(let actor): throw .belongs(actor, unusable(.belongsToActor(actor)))
        default: throw .failed(needsAwait)
        }
        beginAgain()
    }

    /// Goes on as far as the thread can.
    ///
    /// That ends. The clock is read once, a default pushed once, a recipe checked once for each actor, an argument compared again
    /// if others have come meanwhile, an instance that is over released once, and the stack read again up to a limit.
    ///
    /// - Returns: The answer to `use`, or what it cannot do: `wait`, `hop` or `await`.
    func goOn() throws(ResolutionFailure) -> Step {
        while true {
            switch nextStep() {
            case .use(let kept):
                rare?.observed?.tell(.hit)
                if let answer = climb(with: kept) { return .use(answer) }
            case .make(let recipe): if let answer = climb(with: try make(recipe)) { return .use(answer) }
            case .notHere: try registerDefault()
            case let step: if let step = try take(step) { return step }
            }
        }
    }

    /// Takes a step that runs no creator for this look-up.
    ///
    /// - Returns: What `goOn` returns, if that has to stop.
    @inline(never)
    private func take(_ step: Step) throws(ResolutionFailure) -> Step? {
        switch step {
        case .passOver: return rare?.input.flatMap { climb(with: $0) }.map { .use($0) }
        case .askAgain: return nil
        case .readClock: return try readClock()
        case .compare(let candidates): try compare(with: candidates)
        case .check(let recipe): return try check(recipe)
        case .readAgain:
            if rare?.isExact == true { throw .removed }
            // An observer may reset what it is told of, without end.
            withRare.readings += 1
            if withRare.readings == Lookup.limitOfRepetitions { throw .failed(.cycle(path)) }
            beginAgain()
        case .use, .wait, .hop, .await, .make, .notHere: return step
        }
        return nil
    }

    /// Goes up to the decorator above, which decorates this answer next.
    ///
    /// - Returns: The answer of the look-up, if there is no decorator left.
    @inline(never)
    func climb(with kept: consuming AnyKept) -> AnyKept? {
        guard let rare, let decorator = rare.above.popLast() else { return kept }
        rare.input = kept
        rare.below = registration
        creation = nil
        mayRunHere = false
        // What a parent keeps for an argument, a child decorates each time. All else it keeps as it would keep its own.
        if holder == .arguments, decorator.tableNumber != registration?.tableNumber { holder = .nobody }
        registration = decorator
        return nil
    }

    /// Reads the clock, which runs users' code.
    @inline(never)
    private func readClock() throws(ResolutionFailure) -> Step? {
        do throws(ResolutionFailure) { withRare.now = try secondsNow() } catch {
            // The clock's creator belongs there. The look-up goes on there too.
            if isAsync, case .belongs(let actor, _) = error { return .hop(actor) }
            throw error
        }
        return nil
    }

    /// Finds out which of the arguments with its hash is equal to this one, which runs users' code.
    @inline(never)
    private func compare(with candidates: Instances.Candidates) throws(ResolutionFailure) {
        guard let rare, let argument = rare.argument else { return }
        if isComparison { throw .failed(.cycle(path)) }
        if candidates.youngest > 0 {
            rare.argument = comparing { candidates.first(equalTo: argument) } ?? argument
        }
        rare.compared = candidates.youngest
    }

    /// Finds out whether a recipe can be run here.
    @inline(never)
    private func check(_ recipe: Recipe) throws(ResolutionFailure) -> Step? {
        if recipe.isAsynchronous {
            try throwIfCycle()
            if !isAsync { throw .failed(needsAwait) }
        } else if let actor = recipe.actor, !ThreadState.current.isIsolated(to: actor) {
            if !recipe.runsElsewhere { return .hop(actor) }
            try throwIfTrial(actor)
        }
        mayRunHere = true
        return nil
    }

    /// Registers what is registered nowhere by default, and begins again.
    @inline(never)
    private func registerDefault() throws(ResolutionFailure) {
        guard try registerAutomatically() || pushDefault() else { throw .missing }
        beginAgain()
    }

    /// Pushes the default of the key, if it has one.
    private func pushDefault() -> Bool {
        if key.isOfAutomaticRegistrations { return AutomaticRegistrations.pushDefault(to: owner, place) }
        return key.typedKey?.pushDefault(to: owner) == true
    }
}
