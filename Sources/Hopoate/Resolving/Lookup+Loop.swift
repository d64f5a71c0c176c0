// The loop that answers a request which is no hit: decide under the lock, act outside it, and again until there is an answer.

extension Lookup {
    /// Finds the answer, and blocks the thread while another one creates it. Each wait ends with a creation, so this ends unless
    /// other threads reset the registration or abandon their creation each time.
    @inline(never)
    func answer() throws(ResolutionFailure) -> AnyBox {
        defer { end() }
        while true {
            switch try advance() {
            case .answer(let box): return box
            case .wait(let creation) where !creation.isAsynchronous:
                let outcome = try Waiting.wait(for: creation, self)
                if let answer = try accept(outcome, isOwn: false) { return answer }
            case .wait, .await: throw .failed(needsAwait)
            case .hop(let actor): throw .failed(unusable(.belongsToActor(actor)))
            }
        }
    }

    /// Advances as far as the thread can.
    ///
    /// That ends. A default is pushed once, a recipe checked once for each actor, an argument compared once with each instance, and the
    /// stack read again up to a limit.
    @inline(never)
    func advance() throws(ResolutionFailure) -> Progress {
        if argument == nil, ThreadState.current.state.isComparing, key.takesArgument { throw .failed(.cycle(path)) }
        while true {
            switch nextAction() {
            case .use(let box):
                attempt.observed?.notify(.hit)
                if let answer = passToNextDecorator(box) { return .answer(answer) }
            case .create(let recipe):
                if let answer = try create(recipe) { return .answer(answer) }
            case .stop(let progress): return progress
            case let preparation: if let progress = try prepare(preparation) { return progress }
            }
        }
    }

    /// Prepares the next decision.
    ///
    /// - Returns: What `advance` returns, if that has to stop.
    @inline(never)
    private func prepare(_ preparation: Action) throws(ResolutionFailure) -> Progress? {
        switch preparation {
        case .skipDecorator:
            guard let decorated = attempt.decorated else { return nil }
            attempt.registration = attempt.decoratedRegistration
            return passToNextDecorator(decorated).map { .answer($0) }
        case .fail: throw .missing
        case .compare(let slots): compare(with: slots)
        case .check(let recipe): return try check(recipe)
        case .restart:
            if exact != nil { throw .removed }
            try restart()
        case .registerDefault: return try registerDefault().map { .answer($0) }
        case .retry, .use, .create, .stop: break
        }
        return nil
    }

    /// Passes an answer to the decorator above, which decorates it next.
    ///
    /// - Returns: The answer of the look-up, if there is no decorator left.
    func passToNextDecorator(_ answer: consuming AnyBox) -> AnyBox? {
        if attempt.decorators.isEmpty { return answer }
        let decorator = attempt.decorators[attempt.decorators.count - 1]
        changeDecorators { $0.removeLast() }
        select(decorator, with: answer)
        return nil
    }

    /// Changes the decorators outside of the property. In place, Swift's exclusivity checks would cost each look-up (`Benchmarks`, row
    /// 'perContainer, in a child').
    @inline(never)
    func changeDecorators(_ body: (inout [AnyServiceRegistration]) -> Void) {
        var changed = attempt.decorators
        attempt.decorators = []
        body(&changed)
        attempt.decorators = changed
    }

    @inline(never)
    private func select(_ decorator: AnyServiceRegistration, with answer: AnyBox) {
        guard let base = registration else { return }
        // A child decorates anew what a parent keeps for an argument. It keeps all else as it would keep its own.
        let isInChild = !decorator.shard.isInTable(of: base.shard)
        if isInChild, attempt.ownership == .arguments { attempt.ownership = .callers }
        attempt.decorated = answer
        attempt.decoratedRegistration = base
        attempt.registration = decorator
        attempt.mayRunHere = false
        attempt.slot = nil
        attempt.creation = nil
    }

    /// Finds the argument among those with its hash that is equal to this one, which runs user code.
    @inline(never)
    private func compare(with slots: [Slot]) {
        guard let argument else { return }
        // Those before the newest one that was compared have been, too.
        let others = slots.reversed().prefix { $0 !== attempt.compared }
        if let equal = others.first(where: { $0.argument?.isEqual(to: argument) == true }) {
            self.argument = equal.argument
        }
        attempt.compared = slots.last
    }

    /// Finds out whether a recipe can run here.
    @inline(never)
    private func check(_ recipe: Recipe) throws(ResolutionFailure) -> Progress? {
        if recipe.isAsynchronous {
            try throwIfCycle()
            if !isAsync { throw .failed(needsAwait) }
        } else if let actor = recipe.actor, !ThreadState.current.isIsolated(to: actor) {
            // A look-up that awaits runs 1.x's creators, too, on the actor that they were written on.
            if isAsync || !recipe.runsElsewhere { return .hop(actor) }
        }
        attempt.mayRunHere = true
        return nil
    }

    /// Registers what is registered nowhere by default, and starts again.
    ///
    /// - Returns: The answer, if nothing is registered since the look-up has created one.
    @inline(never)
    private func registerDefault() throws(ResolutionFailure) -> AnyBox? {
        if !hasRegisteredAutomatically, !key.isOfAutomaticRegistrations,
            try AutomaticRegistrations.register(in: attempt.table, place)
        {
            hasRegisteredAutomatically = true
        } else if !key.pushDefault(to: attempt.table, place) {
            if let list = try list() { return list }
            throw .missing
        }
        try restart()
        return nil
    }

    /// Reads the stacks again, from where the look-up began. User code may change them each time, which would not end, so there is a
    /// limit for what is counted: all but the creations of others.
    @inline(never)
    func restart(isCounted: Bool = true) throws(ResolutionFailure) {
        if isCounted { readings += 1 }
        if readings == Lookup.maxRepetitions { throw .failed(.cycle(path)) }
        attempt = Attempt(in: requestingTable)
        if let exact { select(exact) }
    }
}
