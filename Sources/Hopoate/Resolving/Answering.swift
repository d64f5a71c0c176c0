// The one way that every look-up takes which is no hit: decide under the lock, act outside it, and again until there is an
// answer.

extension Lookup {
    /// Why `goOn` stops: it has the answer, or cannot go on without waiting.
    enum Halt: Sendable {
        /// There is nothing left to do: this is the answer.
        case answer(AnyKept)
        /// Another thread or task makes the instance.
        case wait(Creation)
        /// The creator belongs to this actor.
        case hop(any Actor)
        /// The creator is asynchronous.
        case create(Recipe.AsyncCreate)
    }

    /// Finds the answer, and blocks the thread while another one makes it.
    @inline(never)
    func answer() throws(ResolutionFailure) -> AnyKept {
        defer { end() }
        while true {
            switch try goOn() {
            case .answer(let kept): return kept
            case let halt: try wait(after: halt)
            }
        }
    }

    /// Blocks the thread until another one has made the instance, which is all that a thread can do.
    ///
    /// Not inlined, as this and the next ones would stand in the frame of each creator (`StackDepthTests`).
    @inline(never)
    private func wait(after halt: Halt) throws(ResolutionFailure) {
        switch halt {
        case .wait(let creation) where !creation.isAsynchronous: try Waiting.wait(for: creation, self)
        case .hop(let actor): throw .belongs(actor, unusable(.belongsToActor(actor)))
        default: throw .failed(needsAwait)
        }
        beginAgain()
    }

    /// Goes on as far as the thread can.
    func goOn() throws(ResolutionFailure) -> Halt {
        while true {
            switch nextStep() {
            case .use(let kept):
                rare?.observed?.tell(.hit)
                if let answer = climb(with: kept) { return .answer(answer) }
            case .make(.asynchronously(let create)): return .create(create)
            case .make(.atOnce(let create)): if let answer = climb(with: try make(create)) { return .answer(answer) }
            case .wait(let creation): return .wait(creation)
            case .letGo(let letGo): letGo.release()
            case .prepare: if let halt = try prepare() { return halt }
            case .check(let recipe): if let halt = try check(recipe) { return halt }
            case .notHere: if let made = try askParentOrPushDefault() { return .answer(made) }
            case .readAgain:
                if rare?.isExact == true { throw .removed }
                beginAgain()
            }
        }
    }

    /// Goes up to the decorator above, which decorates this answer next.
    ///
    /// - Returns: The answer of the look-up, if there is no decorator left.
    func climb(with kept: consuming AnyKept) -> AnyKept? {
        if isAsync { rememberMade(kept, holder) }
        guard let rare, let decorator = rare.above.popLast() else { return kept }
        rare.input = kept
        creation = nil
        mayRunHere = false
        // What a parent keeps for an argument, a child decorates each time. All else it keeps as it would keep its own.
        if holder == .arguments, decorator.tableNumber != registration?.tableNumber { holder = .nobody }
        registration = decorator
        return nil
    }

    /// Remembers an instance before something is awaited, after which the stack is read again.
    @inline(never)
    func rememberMade(_ kept: AnyKept, _ holder: Holder) {
        guard let registration else { return }
        withRare.made.append((registration, kept, holder))
    }

    /// Finds out what only users' code can say: the time, or whether arguments are equal.
    @inline(never)
    private func prepare() throws(ResolutionFailure) -> Halt? {
        guard let registration else { return nil }
        if registration.lifetime.kind == .expiring, now == -.infinity {
            do throws(ResolutionFailure) { now = try secondsNow() } catch {
                // The clock's creator belongs there. The look-up goes on there too.
                if isAsync, case .belongs(let actor, _) = error { return .hop(actor) }
                throw error
            }
        } else if let rare, let instances = rare.instances, let argument = rare.argument {
            instances.sweep(at: now)
            let bucket = instances.bucket(instanceKey(registration))
            let known = bucket.first { $0.argument?.isEqual(to: argument) == true }
            rare.argument = known?.argument ?? argument
            rare.compared = bucket.last?.number ?? 0
        }
        return nil
    }

    /// Finds out whether a recipe can be run here.
    @inline(never)
    private func check(_ recipe: Recipe) throws(ResolutionFailure) -> Halt? {
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

    /// Goes where to ask for a service that is not registered here: to the parent, or to a default that is pushed now.
    ///
    /// - Returns: What was made for the look-up, when its registration was removed meanwhile and nothing has taken its place.
    @inline(never)
    private func askParentOrPushDefault() throws(ResolutionFailure) -> AnyKept? {
        if let parent = owner.parent {
            owner = parent
        } else if try registerAutomatically() || pushDefault() {
            beginAgain()
        } else {
            guard let rare, let made = rare.made.last, made.holder == .nobody || made.holder == .caller else {
                throw .missing
            }
            // Those that have decorated it already do so no more.
            rare.above = Array(rare.above.prefix { $0 !== made.registration })
            registration = made.registration
            holder = made.holder
            return climb(with: made.kept)
        }
        return nil
    }

    /// Pushes the default of the key, if it has one.
    private func pushDefault() -> Bool {
        if key.isOfAutomaticRegistrations { return AutomaticRegistrations.pushDefault(to: owner, place) }
        return key.typedKey?.pushDefault(to: owner) == true
    }
}
