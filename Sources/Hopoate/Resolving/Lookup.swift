/// A look-up in progress: what is looked up, the registration that is selected for it, and what its creator shares with the look-ups
/// that run within.
///
/// Sendable because only the thread or task that looks up changes it. Others read it while that waits. That of an asynchronous
/// creator, whose tasks share it, does not change.
final class Lookup: @unchecked Sendable {
    let key: ServiceKey
    let place: CodePlace
    /// The table of the requesting container, or of its nearest ancestor that has not ended.
    private(set) var requestingTable: StackTable
    /// The table in which the look-up began, if its container has ended.
    var ended: StackTable?
    /// The look-up whose creator requests the service: on the same thread, or else in the same task. That may end before this one.
    let enclosing: Lookup?
    /// Whether the look-up may wait for other tasks, and change to another actor.
    let isAsync: Bool
    /// The argument, if it has one. If there is an instance for an equal one, it becomes that one.
    var argument: Argument?

    // The reading of the stack.
    /// Whether the registration was given.
    var isExact = false
    var hasRegisteredAutomatically = false
    /// Whether the look-up has an argument, and another argument is being hashed or compared.
    var isWithinComparison = false
    /// How often the stack was read again.
    var readings: UInt8 = 0
    /// The decorators above the selected registration, the uppermost one first. They are going to decorate its answer.
    var decorators: [AnyServiceRegistration] = []

    // The registration that answers, and where its instance belongs.
    /// Nil before a stack was read.
    var registration: AnyServiceRegistration?
    /// The table that is searched, or that has the registration.
    var table: StackTable
    /// The largest version of the stacks on the way.
    var version: UInt64 = 0
    /// What the registration decorates, if it is a decorator: an answer, and its registration.
    var decorated: AnyBox?
    var decoratedRegistration: AnyServiceRegistration?
    var ownership = Ownership.none
    /// Whether the instance is held weakly.
    var isWeak = false
    /// Whether the registration was removed or reset while the instance was created, which then is its callers' alone.
    var isAbandoned = false
    /// Whether it is known that the recipe may run here.
    var mayRunHere = false
    var creation: Activity?
    /// The place of an instance that is stored outside its registration's slot.
    var instances: Instances?
    var instance: Instance?
    /// The number of the youngest instance that the argument was compared with. Nil before it was.
    var compared: UInt64?
    var observed: ObservedLookup?
    /// The graph that lasts for the look-up, if one does.
    private(set) var ownGraph: Instances?
    /// The mocks that have answered, once some have.
    private(set) var mocks: MocksInUse?
    /// The mocks that have answered a caller who is about to change a part of the service, which is no use of them.
    var changed: [RegisteredMock]?
    /// How many creators run around it.
    let depth: Int
    /// While creators run within its own on a thread, the look-up that was in the same bucket before it. Nil otherwise.
    var bucketLink: BucketLink?

    /// How often one creator may run within itself, and a look-up may read again.
    static let maxRepetitions = 50

    @inline(never)
    init(_ key: ServiceKey, _ place: CodePlace, in table: StackTable, isAsync: Bool = false) {
        self.key = key
        self.place = place
        self.isAsync = isAsync
        (requestingTable, self.table) = (table, table)
        // A `Task.immediate` in a creator may outlive the creator, whose look-up goes on to change.
        let enclosing = (isAsync ? nil : ThreadState.current.lookup?.object) ?? TaskActivity.current?.lookup
        self.enclosing = enclosing
        depth = enclosing?.depthWithin ?? 0
    }

    /// Goes on as a look-up of the parent, as the requesting container has ended.
    func leaveEnded(for parent: StackTable) {
        ended = ended ?? requestingTable
        requestingTable = parent
    }

    /// A look-up of one registration.
    convenience init(
        exactly entry: AnyServiceRegistration,
        _ place: CodePlace? = nil,
        in table: StackTable,
        isAsync: Bool = false
    ) {
        self.init(entry.key, place ?? entry.place, in: table, isAsync: isAsync)
        isExact = true
        select(entry)
    }

    /// A look-up with an argument.
    static func taking<Service, Value>(
        _ argument: Value,
        _ service: Service.Type,
        _ name: String?,
        _ place: CodePlace,
        in table: StackTable,
        isAsync: Bool = false
    ) -> Lookup {
        let key = ServiceKey(Taking<Value, Service>.self, named: name)
        let lookup = Lookup(key, place, in: table, isAsync: isAsync)
        lookup.isWithinComparison = ThreadState.current.state.isComparing
        if !lookup.isWithinComparison { lookup.argument = Argument.comparing { Argument(argument) } }
        return lookup
    }

    /// The look-up of an asynchronous creation, which outlives the look-up if that is cancelled.
    init(of creation: Activity, for lookup: Lookup) {
        (key, place, requestingTable) = (lookup.key, lookup.place, lookup.requestingTable)
        (enclosing, isAsync) = (lookup.enclosing, lookup.isAsync)
        argument = lookup.argument
        registration = lookup.registration
        table = lookup.table
        (decorated, decoratedRegistration) = (lookup.decorated, lookup.decoratedRegistration)
        ownership = lookup.ownership
        isWeak = lookup.isWeak
        isAbandoned = lookup.isAbandoned
        self.creation = creation
        instances = lookup.instances
        instance = lookup.instance
        observed = lookup.observed
        depth = lookup.depth
        // The tasks of the creator add to them at the same time.
        mocks = lookup.mocksInUse
        begin(lookup.graph)
    }

    /// The table of the owning container, which creates the instance. It is the requesting one, unless the registration keeps the
    /// instance.
    var owner: StackTable { isOfRegistration ? table : requestingTable }

    /// Whether the registration owns the instance.
    private var isOfRegistration: Bool { !isAbandoned && (ownership == .registration || ownership == .arguments) }

    /// Whether nobody but the callers holds the instance.
    var isUnowned: Bool { ownership == .none || isAbandoned }

    /// Whether the owning container keeps the instance.
    var isKept: Bool {
        if isUnowned || ownership == .graph { return false }
        return !isOfRegistration || !isWeak && registration?.rank != .lazy
    }

    /// The instance that a kept decoration is created from.
    var source: AnyBox? { registration?.isDecorator == true ? decorated?.identity : nil }

    /// Whether that was released meanwhile, if it was kept on the same stack. Under the lock of the stack.
    var isSourceOver: Bool {
        guard let source, let base = decoratedRegistration, base.tableNumber == registration?.tableNumber
        else { return false }
        return !base.slot.holds(source)
    }

    /// Whether look-ups find what is kept here. Under the lock of the stack.
    var isFound: Bool {
        if registration?.stack == nil { return false }
        // A reset ends no graph.
        return ownership == .registration ? !isSourceOver : ownership == .graph || instance?.isFound == true
    }

    /// Whether the creator is the library's own, and no step of a path.
    var isOfLibrary: Bool { registration?.isOfLibrary == true }

    /// The depth of what the creator requests.
    var depthWithin: Int { isOfLibrary ? depth : depth + 1 }

    /// The bucket of the creators of its registration and of the copies in forks. Others may be in it too.
    var bucketIndex: Int { Lookup.bucketIndex(of: registration?.origin ?? 0) }

    static func bucketIndex(of origin: UInt64) -> Int { Int(origin % 64) }

    /// This one, or else the innermost one around it, that a condition holds for.
    ///
    /// Reads the creators of a thread inline (`Benchmarks`, row 'a failing chain of 1,000').
    @inline(never)
    func innermost(where isMeant: (Lookup) -> Bool) -> Lookup? {
        var lookup: Lookup? = self
        while let running = lookup, !isMeant(running) { lookup = running.enclosing }
        return lookup
    }

    /// The graph of the outermost look-up around this one.
    var graph: Instances {
        var (root, within) = (self, self)
        while root.ownGraph == nil, let outer = root.enclosing { (root, within) = (outer, root) }
        guard let graph = root.ownGraph else { return root.begin(Instances()) }
        // An asynchronous creator may have ended before a look-up of a task that it has started.
        return root === self || !root.isAsync || graph.isInUse ? graph : within.begin(Instances())
    }

    /// Makes a graph last as long as this look-up.
    @discardableResult
    func begin(_ graph: Instances) -> Instances {
        graph.beginUse()
        ownGraph = graph
        return graph
    }

    /// Ends the graph, if it has lasted for this look-up.
    func endGraph() { ownGraph.take()?.endUse() }

    /// Ends the look-up: the creator around it creates from the same mocks.
    @inline(never)
    func end() {
        if let mocks { enclosing?.addMocks(mocks.all) }
        endGraph()
    }

    /// The mocks that have answered. An asynchronous creation begins with it, as its tasks add to it at the same time.
    var mocksInUse: MocksInUse {
        if let mocks { return mocks }
        let inUse = MocksInUse()
        mocks = inUse
        return inUse
    }

    /// Adds the mocks that an answer was created from.
    @inline(never)
    func addMocks(_ mocks: [RegisteredMock]) {
        // What registers automatically is created once for all.
        if !mocks.isEmpty, !key.isOfAutomaticRegistrations { mocksInUse.insert(mocks) }
    }
}

/// The place of a look-up in its bucket: above another one, or at the bottom.
struct BucketLink {
    let below: Unretained<Lookup>?
}

/// Who owns an instance that a look-up creates.
enum Ownership {
    /// The callers alone.
    case none
    case registration
    /// The registration, for a value of its argument.
    case arguments
    /// The outermost look-up.
    case graph
    case requestingContainer
}
