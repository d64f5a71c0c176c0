/// A question: for which key, and from where in the user's code.
struct Lookup: Sendable {
    let key: ServiceKey
    let place: CodePlace
    /// One reference for the parts that few look-ups have, as creators run above look-ups on the stack.
    private(set) var route: Boxed<Route>?

    struct Route: Sendable {
        var position = StackPosition.top
        var argument: LookupArgument?
        var asker: StackTable?
        var attempts: Attempts?
        /// The stack that the look-up has left last, with its version when that was decided.
        fileprivate var left: (table: StackTable, version: UInt64)?
        /// The route to there.
        fileprivate var before: Boxed<Route>?

        /// Whether each stack that the look-up has left is of the same version: no other entries answer there by now.
        fileprivate func holds(_ key: ServiceKey) -> Bool {
            if let left, left.table.withStack(of: key, \.version) ?? 0 != left.version { return false }
            return before?.value.holds(key) ?? true
        }
    }

    init(_ key: ServiceKey, _ place: CodePlace) {
        self.key = key
        self.place = place
    }

    /// Which entry of the stack is asked.
    var position: StackPosition { route?.value.position ?? .top }
    /// The argument that the service is to be made from.
    var argument: LookupArgument? { route?.value.argument }
    var hasArgument: Bool { argument != nil }
    /// The table of the container that was asked, when it is a child of the one that is asked now.
    var asker: StackTable? { route?.value.asker }
    /// The attempts of the `asyncResolve` that asks, if one does. User code that runs meanwhile asks without them.
    var attempts: Attempts? { route?.value.attempts }

    /// Whether the look-up would come to here again.
    var holds: Bool { route?.value.holds(key) ?? true }
    /// Whether the look-up begins here, and may begin anew. One for a certain registration is its caller's to repeat.
    var isStart: Bool { if case .top = position { route?.value.left == nil } else { false } }

    /// The same question, asked along another route.
    // Where a creator runs within the caller, this takes less of the stack than what the compiler puts there instead.
    @inline(never)
    private func asked(_ change: (inout Route) -> Void) -> Lookup {
        var (lookup, route) = (self, route?.value ?? Route())
        change(&route)
        lookup.route = Boxed(route)
        return lookup
    }

    /// The same question, with an argument.
    func asked(with argument: LookupArgument) -> Lookup { asked { $0.argument = argument } }

    /// The same question, asked of another entry of the same stack.
    func asked(at position: StackPosition) -> Lookup { asked { $0.position = position } }

    /// The same question, asked of the parent of a table.
    func asked(by child: StackTable) -> Lookup { asked { ($0.position, $0.asker) = (.top, $0.asker ?? child) } }

    /// The same question, asked of another stack, or below a decorator, as a stack says that is of this version.
    func asked(
        leaving table: StackTable,
        _ version: UInt64,
        for position: StackPosition = .top,
        by child: StackTable? = nil
    ) -> Lookup {
        asked {
            ($0.position, $0.asker) = (position, $0.asker ?? child)
            ($0.left, $0.before) = ((table, version), route)
        }
    }

    /// The same question, asked anew in these attempts, or in none.
    func asked(in attempts: Attempts?) -> Lookup { asked { ($0.attempts, $0.left, $0.before) = (attempts, nil, nil) } }

    /// The table whose container makes an instance of the look-up, when it is not that of the registration: it is not kept,
    /// and another container was asked.
    @inline(__always)
    func maker(_ retention: Lifetime.Retention) -> StackTable? { route == nil || !retention.isOfAsker ? nil : asker }

    var step: DependencyError.Step { DependencyError.Step(key: key, place: place) }
}

/// The findings of a look-up so far. It is small, as creators run above it on the stack. Functions take it `inout` even
/// if they only read it: a copy would count its references.
struct Finding: Sendable {
    // A creation takes these two out, as to copy them would count references (`Benchmarks`, row 'transient').

    /// The registration that answers, until its creator runs.
    var registration: AnyServiceRegistration?
    /// How that makes its service, until its creator runs.
    var making: Recipe.Making?

    var retention = Lifetime.Retention.nobody
    /// Whether it is known that the recipe may be run here.
    var mayRunHere = false
    /// Inputs that only user code can provide; gathered before locking.
    var inputs: Boxed<Inputs>?
    /// Nil for an instance that only the caller will hold. That of an asynchronous creator is there before it is decided on.
    var creation: Creation?
    var observed: ObservedResolution?

    struct Inputs: Sendable {
        /// The answer that a decorator decorates.
        var decorated: Answer?
        /// The time by which instances expire.
        var now = -Double.infinity
    }

    /// The instance that a decorator decorates.
    var below: AnyKept? { inputs?.value.decorated?.kept }

    // Creators run above the callers of these, which would take more of the stack without them. They are mutating because a debug
    // build copies the finding for one that is not.

    mutating func notify(_ kind: ResolutionEvent.Kind, in table: StackTable, _ asyncCreation: AsyncCreation? = nil) {
        observed?.notify(kind, in: table, asyncCreation)
    }

    mutating func takeMake() -> Recipe.Make? { if case .atOnce(let make) = making.take() { make } else { nil } }

    /// The instance is made from this.
    mutating func input(_ lookup: Lookup) -> AnyKept? { below ?? lookup.argument?.input }
}

/// The result of a look-up.
struct Answer: Sendable {
    let kept: AnyKept
    /// The holder of the instance.
    let retention: Lifetime.Retention
}

/// Why a resolution has no instance. That nothing is registered carries no text, as it is no error for every caller.
indirect enum ResolutionFailure: Error {
    case missing
    case failed(DependencyError)
    /// The creator, or a decorator, belongs to an actor, and something else is running.
    case belongs(AnyServiceRegistration, to: any Actor, at: Lookup)
    /// A creation has to be awaited: that of a thread, or an asynchronous one, with its task. One that is the look-up's own and
    /// has no task is for the look-up to run.
    case awaits(Creation, Task<AsyncCreation.Outcome, Never>?, isOurs: Bool, in: StackTable, at: Lookup)
    /// A stack on the way of the look-up has changed meanwhile, or the one that it has come to, so it begins anew where it began.
    case outdated
    /// The registration keeps an instance for each value of the argument, on a stack for that.
    case isForEachValue

    /// The failure of a creator that threw an error, at the end of a path.
    ///
    /// An error from further in stays the same error. The path of one from elsewhere, say one that was stored, leads elsewhere,
    /// so it becomes the cause of a new error.
    static func of(_ error: any Error, path: @autoclosure () -> [DependencyError.Step]) -> ResolutionFailure {
        if let failure = error as? ResolutionFailure { return failure }
        let path = path()
        if let error = error as? DependencyError, error.begins(with: path) { return .failed(error) }
        return .failed(DependencyError(.creatorFailed(error), path: path))
    }

    func dependencyError(_ lookup: Lookup, in table: StackTable) -> DependencyError {
        switch self {
        case .missing, .outdated, .awaits, .isForEachValue: .missing(lookup, in: table)
        case .failed(let error): error
        case .belongs(let registration, let actor, let lookup):
            .unusable(.belongsToActor(actor), registration, lookup)
        }
    }

    /// Ends the process with the error. It would take of the stack in its callers, within which creators run.
    @inline(never)
    func trap(_ lookup: Lookup, in table: StackTable) -> Never { dependencyError(lookup, in: table).trap() }
}
