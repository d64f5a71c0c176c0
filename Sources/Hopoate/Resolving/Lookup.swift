/// A look-up in progress: what is looked up, the registration that is selected for it, and what its creator shares with the look-ups
/// that run within.
///
/// Sendable because only the thread or task that looks up changes it. Others read it while that waits. That of an asynchronous
/// creator, whose tasks share it, does not change.
final class Lookup: @unchecked Sendable {
    let key: ServiceKey
    let place: CodePlace
    /// The look-up whose creator requests the service: on the same thread, or else in the same task. That may end before this one.
    let enclosing: Lookup?
    /// Whether the look-up may wait for other tasks, and change to another actor.
    let isAsync: Bool
    /// The registration to look up, in place of a key's.
    private(set) var exact: AnyServiceRegistration?
    /// How many creators run around it, and at which depth these were last searched for a cycle.
    let depth: Int
    var searchedDepth: Int
    /// The argument, if it has one. If there is an instance for an equal one, it becomes that one.
    var argument: Argument?
    /// Gets the mock that answers, if the caller is about to change a part of the service. That is no use of the mock.
    var changed: MocksInUse?
    /// The table of the requesting container, or of its nearest ancestor that has not ended.
    var requestingTable: StackTable
    /// The table in which the look-up began, if its container has ended.
    var ended: StackTable?
    var hasRegisteredAutomatically = false
    /// How often the stack was read again.
    var readings: UInt8 = 0
    /// The graph that lasts for the look-up, if one does.
    private(set) var ownGraph: SlotGroup?
    /// What has been found out since the look-up began, or began again.
    var attempt: Attempt

    /// What a reading of the stacks finds out. Beginning again replaces it.
    struct Attempt {
        /// The table that is searched, or that has the registration.
        var table: StackTable
        /// The decorators above the selected registration, the uppermost one first. They are going to decorate its answer.
        var decorators: [AnyServiceRegistration] = []
        /// The version of the stacks that were read.
        var version: UInt64 = 0
        /// The registration that answers. Nil before a stack was read.
        var registration: AnyServiceRegistration?
        /// What it decorates, if it is a decorator: an answer, and its registration.
        var decorated: AnyBox?
        var decoratedRegistration: AnyServiceRegistration?
        var ownership = Ownership.callers
        /// Whether the instance is held weakly.
        var isWeak = false
        /// Whether it is known that the recipe may run here.
        var mayRunHere = false
        /// The newest slot whose argument was compared with the look-up's.
        var compared: Slot?
        /// The slot of the creation. Nil if nobody keeps the instance.
        var slot: Slot?
        var creation: Activity?
        /// The mocks that have answered, once some have.
        var mocks: MocksInUse?
        var observed: ObservedLookup?

        init(in table: StackTable) { self.table = table }
    }

    /// How often one creator may run within itself, and a look-up may read again.
    static let maxRepetitions = 50
    /// Up to which depth each creation searches the running creators.
    static let maxSearchedDepth = 200

    @inline(never)
    init(_ key: ServiceKey, _ place: CodePlace, in table: StackTable, isAsync: Bool = false) {
        self.key = key
        self.place = place
        self.isAsync = isAsync
        requestingTable = table
        attempt = Attempt(in: table)
        // A `Task.immediate` in a creator may outlive the creator, whose look-up goes on to change.
        let enclosing = (isAsync ? nil : ThreadState.current.lookup?.object) ?? TaskActivity.current?.lookup
        self.enclosing = enclosing
        depth = enclosing.map { $0.isOfLibrary ? $0.depth : $0.depth + 1 } ?? 0
        searchedDepth = enclosing?.searchedDepth ?? 0
    }

    /// A look-up of one registration.
    convenience init(
        exactly registration: AnyServiceRegistration,
        _ place: CodePlace? = nil,
        in table: StackTable,
        isAsync: Bool = false
    ) {
        self.init(registration.key, place ?? registration.place, in: table, isAsync: isAsync)
        exact = registration
        select(registration)
    }

    /// A look-up with an argument.
    convenience init<Service, Value>(
        _ service: Service.Type,
        taking argument: Value,
        named name: String?,
        _ place: CodePlace,
        in table: StackTable,
        isAsync: Bool = false
    ) {
        self.init(ServiceKey(Taking<Value, Service>.self, named: name), place, in: table, isAsync: isAsync)
        // Within a comparison, the look-up fails.
        if !ThreadState.current.state.isComparing { self.argument = Argument(argument) }
    }

    /// The look-up of an asynchronous creation, which outlives the look-up if that is cancelled.
    init(of creation: Activity, for lookup: Lookup) {
        (key, place, requestingTable) = (lookup.key, lookup.place, lookup.requestingTable)
        (enclosing, isAsync, exact) = (lookup.enclosing, lookup.isAsync, lookup.exact)
        (depth, searchedDepth) = (lookup.depth, lookup.searchedDepth)
        argument = lookup.argument
        attempt = lookup.attempt
        // Both have it, and the tasks of the creator add mocks at the same time.
        let mocks = attempt.mocks ?? MocksInUse()
        (attempt.mocks, lookup.attempt.mocks) = (mocks, mocks)
        attempt.creation = creation
        begin(lookup.graph)
    }

    var registration: AnyServiceRegistration? { attempt.registration }

    /// The table of the owning container, which creates the instance. It is the requesting one, unless the registration keeps the
    /// instance.
    var owner: StackTable { isOfRegistration ? attempt.table : requestingTable }

    /// Whether the owning container keeps the instance.
    var isKept: Bool {
        switch attempt.ownership {
        case .callers, .abandoned, .graph: false
        case .requestingContainer: true
        case .registration, .arguments: !attempt.isWeak && registration?.rank != .lazy
        }
    }

    /// Whether the creator is the library's own, and no step of a path.
    var isOfLibrary: Bool { registration?.isOfLibrary == true }

    /// This one, or else the innermost one around it, that a condition holds for. Counts no references to the others (`Benchmarks`,
    /// row 'a failing chain of 1,000').
    @inline(never)
    func innermost(where isMeant: (Lookup) -> Bool) -> Lookup? {
        var next: Unretained<Lookup>? = Unretained(self)
        while let running = next {
            if running.with(isMeant) { return running.object }
            next = running.with { $0.enclosing.map { Unretained($0) } }
        }
        return nil
    }

    /// The graph of the nearest look-up that has one, from this one outwards, or else a new one of the outermost.
    var graph: SlotGroup {
        var (root, within) = (self, self)
        while root.ownGraph == nil, let outer = root.enclosing { (root, within) = (outer, root) }
        guard let graph = root.ownGraph else { return root.begin(SlotGroup()) }
        // An asynchronous creator may have ended before a look-up of a task that it has started.
        return root === self || !root.isAsync || graph.isInUse ? graph : within.begin(SlotGroup())
    }

    /// Makes a graph last as long as this look-up.
    @discardableResult
    func begin(_ graph: SlotGroup) -> SlotGroup {
        graph.beginUse()
        ownGraph = graph
        return graph
    }

    /// Ends the look-up: the creator around it creates from the same mocks. If a graph has lasted for it, that ends, too.
    @inline(never)
    func end() {
        if let mocks = attempt.mocks { enclosing?.addMocks(mocks.all) }
        var graph = ownGraph.take()
        // Without another reference, its end releases the instances.
        if graph != nil, !isKnownUniquelyReferenced(&graph) { graph?.endUse() }
    }

    /// Adds the mocks that an answer was created from.
    @inline(never)
    func addMocks(_ mocks: [RegisteredMock]) {
        // What registers automatically is created once for all.
        if mocks.isEmpty || key.isOfAutomaticRegistrations { return }
        // Not set again, as the tasks of an asynchronous creator add mocks at the same time.
        if attempt.mocks == nil { attempt.mocks = MocksInUse() }
        attempt.mocks?.insert(mocks)
    }
}

// Of the look-up and not of its attempt, as a function of that would make each access to it slow (`Benchmarks`, row 'a caught miss …').
extension Lookup {
    /// Whether the registration owns the instance.
    var isOfRegistration: Bool { attempt.ownership == .registration || attempt.ownership == .arguments }

    /// Whether nobody but the callers holds the instance.
    var isUnowned: Bool { attempt.ownership == .callers || attempt.ownership == .abandoned }

    /// The instance that a kept decoration is created from.
    var source: AnyBox? { attempt.decorated?.identity }

    /// Whether that was released meanwhile, if it was kept on the same stack. Under the lock of the stack.
    var isSourceOver: Bool {
        guard attempt.ownership == .registration, let base = attempt.decoratedRegistration,
            registration?.shard.isInTable(of: base.shard) == true
        else { return false }
        return base.kept?.identity !== source
    }
}

/// Who owns an instance that a look-up creates.
enum Ownership {
    /// The callers alone.
    case callers
    /// The same, as its registration was removed or reset meanwhile.
    case abandoned
    case registration
    /// The registration, for a value of its argument.
    case arguments
    /// The outermost look-up.
    case graph
    case requestingContainer
}
