/// A look-up on its way: what is asked for, and what has been found out so far.
///
/// It is an object, so that functions which call one another over creators take little of the stack. One thread, or one
/// task, has it at a time.
final class Lookup {
    let key: ServiceKey
    let place: CodePlace
    var position: StackPosition
    /// Where the stack is, when it is not one of the table's, and who observes it.
    let stack: PrivateStack?
    let observers: ObserverList?

    /// The registration that answers.
    private(set) var registration: AnyServiceRegistration?
    private(set) var recipe: AnyRecipe?
    /// Inputs that only user code can provide; gathered before locking.
    var inputs = Inputs()
    var retention = Lifetime.Retention.nobody
    /// What others wait for: of another maker, or of this look-up.
    var creation: Creation?
    /// That of the registration's scope, if it has one, when the creation began.
    var generation: UInt64 = 0
    /// The instance that a new one replaces.
    var replaced: LetGo?
    var observed: ObservedResolution?
    /// Whether the creator runs because its service is being registered, and cannot be found on a stack yet.
    var isRegistering = false

    struct Inputs {
        /// Whether they are there, and for the registration that answers.
        var areGathered = false
        /// What a decorator decorates.
        var decorated: Answer?
        /// The time by which instances expire.
        var now = -Double.infinity
        /// What a kept instance has to be made from to be good.
        var source: AnyKept? { decorated?.kept.identity }
        /// Whether the creator is known to belong to the current actor.
        var isOnActor = false
    }

    init(
        _ key: ServiceKey,
        _ place: CodePlace,
        at position: StackPosition = .top,
        stack: PrivateStack? = nil,
        observers: ObserverList? = nil
    ) {
        self.key = key
        self.place = place
        self.position = position
        self.stack = stack
        self.observers = observers
    }

    static func asked(_ key: ServiceKey, _ fileID: StaticString, _ line: UInt) -> Lookup {
        Lookup(key, CodePlace(fileID: fileID, line: line))
    }

    /// The same question, asked of another entry of the same stack.
    func asked(at position: StackPosition) -> Lookup {
        Lookup(key, place, at: position, stack: stack, observers: observers)
    }

    var step: DependencyError.Step { DependencyError.Step(key, place) }

    /// Notes which registration answers, if none is known yet.
    ///
    /// - Returns: Whether it is the one that is known.
    @inline(__always)
    func found(_ entry: Entry) -> Bool {
        if registration == nil { begin(entry.registration, entry.recipe) }
        return registration === entry.registration
    }

    func begin(_ registration: AnyServiceRegistration, _ recipe: AnyRecipe?) {
        self.registration = registration
        self.recipe = recipe
    }

    /// Notes who observes the resolution, if anybody does.
    @inline(__always)
    func observe(_ tableObservers: ObserverList?, _ observers: ObserverList?) {
        if tableObservers == nil, observers == nil { return }
        guard let registration else { return }
        observed = .of(registration, place, ObserverList.joined(tableObservers, observers))
    }

    /// Forgets the registration, and what is known about it. Runs users' code.
    func forget() {
        registration = nil
        recipe = nil
        inputs = Inputs()
        observed = nil
    }

    /// Whether the registration is one of a table.
    func isIn(_ table: StackTable) -> Bool { registration?.tableNumber == table.number }
}

/// What a look-up has come to.
struct Answer: Sendable {
    let kept: AnyKept
    /// Who keeps the instance.
    let retention: Lifetime.Retention
}

/// Why a resolution has no instance. That nothing is registered is told apart without a word of the error's text, as it
/// is no error for everybody.
indirect enum ResolutionFailure: Error {
    case missing
    case failed(DependencyError)
    /// The creator belongs to an actor, and something else is running. A decorator's has this to decorate.
    case belongs(AnyServiceRegistration, to: any Actor, decorating: Answer?)
    /// A creator that is asynchronous has to run first, for a decorator to decorate what it makes if that is given.
    case needs(
        AnyServiceRegistration,
        AnyRecipe,
        in: StackTable,
        at: UncheckedSendable<Lookup>,
        for: AnyServiceRegistration? = nil
    )
    /// The very registration that was to answer has been removed.
    case removed

    func dependencyError(_ lookup: Lookup, in table: StackTable) -> DependencyError {
        switch self {
        case .missing, .removed: .missing(lookup, in: table)
        case .failed(let error): error
        case .belongs(let registration, let actor, _): .unusable(.belongsToActor(actor), registration, lookup)
        case .needs(let registration, _, _, _, _): .needsAwait(registration, lookup)
        }
    }
}
