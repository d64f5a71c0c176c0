/// The loop that answers a request which is no hit: decide under the lock, act outside it, and again until there is an answer.
struct Resolver: ~Copyable, Sendable {
    let frame: Frame
    /// The decorators above the selected registration, the uppermost one first. They are going to decorate its answer.
    private(set) var decorators: [AnyServiceRegistration] = []
    /// Whether the registration was given with the request.
    private var isExact = false
    private var hasRegisteredAutomatically = false
    /// Whether the look-up has an argument, and another argument is being hashed or compared.
    private var isWithinComparison = false
    /// How often the stack was read again.
    private var readings: UInt8 = 0

    /// How often one creator may run within itself, and a look-up may read again.
    static let limitOfRepetitions = 50

    /// For the ways that each `resolve` takes (`Benchmarks`, row 'transient').
    init(_ request: consuming Request) { frame = Frame(request) }

    /// Out of line for all others, as it would add 4 KB to an app.
    @inline(never)
    init(_ key: ServiceKey, _ place: CodePlace, in table: StackTable, isAsync: Bool = false) {
        self.init(Request(key, place, in: table, isAsync: isAsync))
    }

    /// A look-up of one registration.
    init(exactly entry: AnyServiceRegistration, _ place: CodePlace? = nil, in table: StackTable, isAsync: Bool = false)
    {
        self.init(entry.key, place ?? entry.place, in: table, isAsync: isAsync)
        isExact = true
        frame.select(entry)
    }

    /// A look-up with an argument.
    static func taking<Service, Value>(
        _ argument: Value,
        _ service: Service.Type,
        _ name: String?,
        _ place: CodePlace,
        in table: StackTable,
        isAsync: Bool = false
    ) -> Resolver {
        let key = ServiceKey(Taking<Value, Service>.self, named: name)
        var resolver = Resolver(key, place, in: table, isAsync: isAsync)
        resolver.isWithinComparison = ThreadState.current.state.isComparing
        if !resolver.isWithinComparison { resolver.frame.argument = Argument.comparing { Argument(argument) } }
        return resolver
    }

    /// Finds the answer, and blocks the thread while another one creates it. Each wait ends with a creation, so this ends unless
    /// other threads reset the registration each time.
    @inline(never)
    mutating func answer() throws(ResolutionFailure) -> AnyBox {
        defer { end() }
        while true {
            switch try advance() {
            case .use(let box): return box
            case let action: try wait(after: action)
            }
        }
    }

    /// Blocks the thread until another one has created the instance, which is all that a thread can do. This ends unless other
    /// threads abandon their creation each time, of which their own look-ups keep count.
    @inline(never)
    private mutating func wait(after action: Action) throws(ResolutionFailure) {
        switch action {
        case .wait(let creation) where !creation.isAsynchronous:
            if case .failed(let failure, let count)? = try Waiting.wait(for: creation, frame),
                let shared = shared(failure, after: count)
            {
                throw shared
            }
        case .hop(let actor): throw .belongs(actor, unusable(.belongsToActor(actor)))
        default: throw .failed(needsAwait)
        }
        try restart(isCounted: false)
    }

    /// Advances as far as the thread can.
    ///
    /// That ends. The clock is read once, a default pushed once, a recipe checked once for each actor, an argument compared once with
    /// each instance, an expired instance released once, and the stack read again up to a limit.
    ///
    /// - Returns: The answer to `use`, or what the thread cannot do: `wait`, `hop` or `await`.
    @inline(never)
    mutating func advance() throws(ResolutionFailure) -> Action {
        if isWithinComparison { throw .failed(.cycle(frame.request.path)) }
        while true {
            switch frame.nextAction(&decorators) {
            case .use(let box):
                frame.observed?.notify(.hit)
                if let answer = passToNextDecorator(box) { return .use(answer) }
            case .create(let recipe):
                if let answer = try accept(try frame.create(recipe)) { return .use(answer) }
            case let action: if let action = try perform(action) { return action }
            }
        }
    }

    /// Performs an action that runs no creator for this look-up.
    ///
    /// - Returns: What `advance` returns, if that has to stop.
    @inline(never)
    private mutating func perform(_ action: Action) throws(ResolutionFailure) -> Action? {
        switch action {
        case .skipDecorator:
            guard let decorated = frame.decorated else { return nil }
            frame.registration = decorated.registration
            return passToNextDecorator(decorated.answer).map { .use($0) }
        case .retry: return nil
        case .readClock: return try readClock()
        case .compare(let candidates): compare(with: candidates)
        case .check(let recipe): return try check(recipe)
        case .restart:
            if isExact { throw .removed }
            try restart()
        case .missing: return try registerDefault().map { .use($0) }
        case .use, .wait, .hop, .await, .create: return action
        }
        return nil
    }

    /// Passes an answer to the decorator above, which decorates it next.
    ///
    /// - Returns: The answer of the look-up, if there is no decorator left.
    mutating func passToNextDecorator(_ answer: consuming AnyBox) -> AnyBox? {
        if decorators.isEmpty { return answer }
        select(decorators.removeLast(), with: answer)
        return nil
    }

    @inline(never)
    private func select(_ decorator: AnyServiceRegistration, with answer: AnyBox) {
        guard let registration = frame.registration else { return }
        // A child decorates anew what a parent keeps for an argument. It keeps all else as it would keep its own.
        if frame.ownership == .arguments, decorator.tableNumber != registration.tableNumber {
            frame.ownership = .none
        }
        frame.decorated = DecoratedAnswer(registration: registration, answer: answer)
        frame.registration = decorator
        frame.creation = nil
        frame.mayRunHere = false
        frame.hasReleased = false
        frame.budget.renew()
    }

    /// Reads the clock, which runs user code.
    @inline(never)
    private func readClock() throws(ResolutionFailure) -> Action? {
        do throws(ResolutionFailure) { frame.now = try frame.secondsNow() } catch {
            // The clock's creator belongs there. The look-up goes on there too.
            if frame.request.isAsync, case .belongs(let actor, _) = error { return .hop(actor) }
            throw error
        }
        return nil
    }

    /// Finds the argument among those with its hash that is equal to this one, which runs user code.
    @inline(never)
    private func compare(with candidates: Instances.Candidates) {
        guard let argument = frame.argument else { return }
        let compared = frame.compared ?? 0
        frame.argument = Argument.comparing { candidates.first(equalTo: argument, after: compared) } ?? argument
        frame.compared = max(compared, candidates.youngest)
    }

    /// Finds out whether a recipe can run here.
    @inline(never)
    private func check(_ recipe: Recipe) throws(ResolutionFailure) -> Action? {
        if recipe.isAsynchronous {
            try frame.throwIfCycle()
            if !frame.request.isAsync { throw .failed(needsAwait) }
        } else if let actor = recipe.actor, !ThreadState.current.isIsolated(to: actor) {
            if !recipe.runsElsewhere { return .hop(actor) }
            try throwIfTrial(actor)
        }
        frame.mayRunHere = true
        return nil
    }

    /// Registers what is registered nowhere by default, and starts again.
    ///
    /// - Returns: The answer, if nothing is registered since the look-up has created one.
    @inline(never)
    private mutating func registerDefault() throws(ResolutionFailure) -> AnyBox? {
        if !hasRegisteredAutomatically, try AutomaticRegistrations.register(for: frame) {
            hasRegisteredAutomatically = true
        } else if !frame.request.key.pushDefault(to: frame.table, frame.request.place) {
            guard let closed = frame.closed else {
                if let list = try list() { return list }
                throw .missing
            }
            // As if the registration had been removed a moment later.
            (frame.registration, frame.ownership) = (closed.registration, .none)
            (decorators, frame.closed) = (closed.decorators, nil)
            return passToNextDecorator(closed.instance)
        }
        try restart()
        return nil
    }

    @inline(never)
    private mutating func accept(_ created: AnyBox) throws(ResolutionFailure) -> AnyBox? {
        frame.budget.renew()
        return try frame.isClosed ? readAgain(after: created) : passToNextDecorator(created)
    }

    /// Reads the stacks again, as the instance has been cleaned up.
    @inline(never)
    mutating func readAgain(after instance: AnyBox) throws(ResolutionFailure) -> AnyBox? {
        frame.closed = ClosedInstance(frame.registration, instance, decorators)
        try restart()
        return nil
    }

    /// Reads the stacks again, from where the look-up began. User code may change them each time, which would not end.
    @inline(never)
    mutating func restart(isCounted: Bool = true) throws(ResolutionFailure) {
        if isCounted { readings += 1 }
        if readings == Resolver.limitOfRepetitions { throw .failed(.cycle(frame.request.path)) }
        decorators = []
        frame.restart(keepingRegistration: isExact)
    }

    /// Ends the look-up: the creator around it creates from the same mocks.
    @inline(never)
    mutating func end() {
        if let mocks = frame.mocks { frame.request.enclosing?.add(mocks.all) }
        frame.endGraph()
    }
}

/// An instance that was cleaned up as soon as it was created, and the decorators that it would have had.
final class ClosedInstance: Sendable {
    let registration: AnyServiceRegistration?
    let instance: AnyBox
    let decorators: [AnyServiceRegistration]

    init(_ registration: AnyServiceRegistration?, _ instance: AnyBox, _ decorators: [AnyServiceRegistration]) {
        (self.registration, self.instance, self.decorators) = (registration, instance, decorators)
    }
}
