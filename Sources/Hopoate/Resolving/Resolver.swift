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

    /// Blocks the thread until another one has created the instance, which is all that a thread can do.
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
        restart()
    }

    /// Advances as far as the thread can.
    ///
    /// That ends. The clock is read once, a default pushed once, a recipe checked once for each actor, an argument compared once with
    /// each instance, an instance that is over released once, and the stack read again up to a limit.
    ///
    /// - Returns: The answer to `use`, or what the thread cannot do: `wait`, `hop` or `await`.
    mutating func advance() throws(ResolutionFailure) -> Action {
        if isWithinComparison { throw .failed(.cycle(frame.request.path)) }
        while true {
            switch frame.nextAction(&decorators) {
            case .use(let box):
                frame.observed?.notify(.hit)
                if let answer = passToNextDecorator(box) { return .use(answer) }
            case .create(let recipe):
                if let answer = passToNextDecorator(try frame.create(recipe)) { return .use(answer) }
            case .missing: try registerDefault()
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
            return frame.decorated.flatMap { passToNextDecorator($0.answer) }.map { .use($0) }
        case .retry: return nil
        case .readClock: return try readClock()
        case .compare(let candidates): compare(with: candidates)
        case .check(let recipe): return try check(recipe)
        case .restart:
            if isExact { throw .removed }
            // An observer may reset the registration at each event, which would not end.
            readings += 1
            if readings == Resolver.limitOfRepetitions { throw .failed(.cycle(frame.request.path)) }
            restart()
        case .use, .wait, .hop, .await, .create, .missing: return action
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
    @inline(never)
    private mutating func registerDefault() throws(ResolutionFailure) {
        if !hasRegisteredAutomatically, try AutomaticRegistrations.register(for: frame) {
            hasRegisteredAutomatically = true
        } else if !frame.request.key.pushDefault(to: frame.table, frame.request.place) {
            throw .missing
        }
        restart()
    }

    /// Reads the stacks again, from where the look-up began.
    @inline(never)
    mutating func restart() {
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

/// What a look-up does next, as its stack says under the lock.
enum Action: Sendable {
    /// Use this instance, which is kept.
    case use(AnyBox)
    /// Wait for an instance that another look-up creates.
    case wait(Creation)
    /// Decide again, as an instance was over. Its release has run user code, which may have resolved it.
    case retry
    /// Create an instance.
    case create(Recipe)
    /// Run an asynchronous creator.
    case await(Recipe)
    /// Go on on the actor that the creator belongs to.
    case hop(any Actor)
    /// Read the clock, and decide again.
    case readClock
    /// Compare the argument with those of instances, and decide again.
    case compare(Instances.Candidates)
    /// Find out whether the recipe can run here, and decide again.
    case check(Recipe)
    /// Skip a decorator that was removed meanwhile.
    case skipDecorator
    /// Nothing is registered, here or at a parent.
    case missing
    /// Read the stacks again: the registration has been removed, or what is being decorated was created anew.
    case restart
}

/// Why a look-up has no instance. That nothing is registered carries no text, as it is no error for every caller.
enum ResolutionFailure: Error {
    case missing
    case failed(DependencyError)
    /// The task was cancelled while it was waiting.
    case cancelled
    /// The creator belongs to an actor, and something else is running.
    case belongs(any Actor, DependencyError)
    /// A registration that was requested by itself is not there any more.
    case removed
}
