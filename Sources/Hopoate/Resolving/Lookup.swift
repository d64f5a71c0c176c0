/// A look-up: the question, what was read from the stacks, and, while a creator runs for it, that creator's frame.
///
/// Sendable because one thread or task uses it at a time. Others read it while it waits, or while its asynchronous creator
/// runs, and it does not change then.
final class Lookup: @unchecked Sendable {
    // The question.
    let key: ServiceKey
    let place: CodePlace
    /// The table of the container that was asked.
    let asker: StackTable
    /// The creator that runs around it on the same thread.
    private let frame: Lookup?
    /// How many creators run around it.
    private(set) var depth = 0
    /// While creators run within its own on a thread, the one in the same bucket that was there before. Nil otherwise.
    var runsBefore: Lent<Lookup>??
    /// Whether it may wait for other tasks, and change to another actor.
    let isAsync: Bool

    // What was read. The registration answers, or the decorators above it will decorate its answer.
    var registration: AnyServiceRegistration?
    /// The table that is asked now, or that has the registration.
    var owner: StackTable
    /// The largest version of the stacks on the way.
    var version: UInt64 = 0

    // The instance that the registration makes.
    var holder = Holder.nobody
    /// Whether it is held weakly.
    var isWeak = false
    /// Whether it is known that the recipe may be run here.
    var mayRunHere = false
    var creation: Creation?

    /// What few look-ups have.
    var rare: Rare?

    /// One reference for all of it, as each takes time to release (`Benchmarks`, row 'transient').
    final class Rare {
        /// The creator that runs around it in the current task.
        var task: AsyncFrame?
        /// The decorators above the registration, the uppermost one first.
        var above: [AnyServiceRegistration] = []
        /// The registration whose answer a decorator decorates.
        var below: AnyServiceRegistration?
        /// Made from this: the argument, or the answer that a decorator decorates.
        var input: AnyKept?
        var argument: Argument?
        /// The instances by argument, of a graph or of the asker, of which this makes one.
        var instances: Instances?
        var instance: Instance?
        /// The graph that creators and properties within this share, and further down whether this is the look-up that it lasts for.
        var graph: Instances?
        var observed: ObservedLookup?
        /// The mocks that have answered, once some have.
        var mocks: MocksInUse?
        /// The mocks that have answered a caller who is about to change a part of the service, which is no use of them.
        var changed: [RegisteredMock]?
        /// The time by which instances expire, once it is known.
        var now: Double?
        var isGraphOwner = false
        /// Whether the registration was given with the question.
        var isExact = false
        var hasRegisteredAutomatically = false
        /// How often the stack was read again.
        var readings: UInt8 = 0
        /// The number of the youngest instance that the argument was compared with. Nil before it was.
        var compared: UInt64?
    }

    init(_ key: ServiceKey, _ place: CodePlace, in asker: StackTable, isAsync: Bool = false) {
        self.key = key
        self.place = place
        self.asker = asker
        self.isAsync = isAsync
        owner = asker
        // A creator's `Task.immediate` outlives the creator, whose frame changes meanwhile.
        frame = isAsync ? nil : ThreadState.current.state.frame?.object
        if let frame {
            depth = frame.depthWithin
        } else if let task = AsyncFrame.current {
            withRare.task = task
            depth = task.lookup?.depthWithin ?? 0
        }
    }

    /// The innermost creator around it that a condition holds for.
    @inline(never)
    func creator(where isMeant: (Lookup) -> Bool) -> Lookup? {
        var frame = outer
        while let running = frame, !isMeant(running) { frame = running.outer }
        return frame
    }

    /// A question for one registration.
    @inline(never)
    convenience init(
        exactly registration: AnyServiceRegistration,
        _ place: CodePlace? = nil,
        in asker: StackTable,
        isAsync: Bool = false
    ) {
        self.init(registration.key, place ?? registration.place, in: asker, isAsync: isAsync)
        withRare.isExact = true
        select(registration)
    }

    var withRare: Rare {
        if let rare { return rare }
        let rare = Rare()
        self.rare = rare
        return rare
    }

    /// Whether its creator is the library's own, and no step of a path.
    var isOfLibrary: Bool { registration?.isOfLibrary == true }

    /// The depth of what its creator asks for.
    var depthWithin: Int { isOfLibrary ? depth : depth + 1 }

    /// The frame of an asynchronous creator, which other tasks read while the look-up that awaits it waits.
    init(asyncFrameOf lookup: Lookup) {
        key = lookup.key
        place = lookup.place
        asker = lookup.asker
        isAsync = true
        frame = nil
        depth = lookup.depth
        owner = lookup.owner
        registration = lookup.registration
        holder = lookup.holder
        isWeak = lookup.isWeak
        // What nobody keeps is a part of the creation that has asked for it.
        creation = lookup.creation ?? Creation(by: lookup.runnerOfTask.first ?? Runner(), isAsynchronous: true)
        withRare.task = lookup.rare?.task
        withRare.now = lookup.now
        withRare.instances = lookup.rare?.instances
        withRare.instance = lookup.rare?.instance
        withRare.observed = lookup.rare?.observed
        withRare.mocks = lookup.mocksInUse
        beginGraph(lookup.graph)
    }

    /// The frame of the creator that asks. Nil when that is asynchronous and has ended.
    var outer: Lookup? { frame ?? rare?.task?.lookup }

    /// Whether a creator asks. One that has ended counts, too.
    var hasOuter: Bool { frame != nil || rare?.task != nil }

    var now: Double? { rare?.now }

    /// The table whose container makes the instance. What is not kept, or for the asker alone, the asker makes from its services.
    var maker: StackTable { holder == .registration || holder == .arguments ? owner : asker }

    /// Whether nobody but the caller holds the instance.
    var isUnheld: Bool { holder == .nobody || holder == .caller }

    /// The table whose container keeps the instance.
    var keeper: StackTable? {
        switch holder {
        case .registration, .arguments: isWeak || registration?.rank == .lazy ? nil : owner
        case .asker: asker
        case .nobody, .caller, .graph: nil
        }
    }

    /// Whether the instance that is being decorated has been let go of meanwhile, as far as that was kept here. Under the lock
    /// of the stack.
    var isSourceOver: Bool {
        guard let source, let below = rare?.below, below.tableNumber == registration?.tableNumber else { return false }
        return !below.slot.keeps(source)
    }

    /// The instance that a kept decoration is made from.
    var source: AnyKept? { registration?.isDecorator == true ? rare?.input?.identity : nil }

    /// The graph of the outermost look-up around this.
    var graph: Instances {
        var root = self
        while root.rare?.graph == nil, let outer = root.outer { root = outer }
        return root.rare?.graph ?? root.beginGraph(Instances())
    }

    /// Makes a graph last as long as this look-up.
    @discardableResult
    func beginGraph(_ graph: Instances) -> Instances {
        graph.begin()
        withRare.graph = graph
        withRare.isGraphOwner = true
        return graph
    }

    /// Ends the graph, if it has lasted for this look-up.
    func endGraph() {
        guard let rare, rare.isGraphOwner else { return }
        rare.isGraphOwner = false
        rare.graph?.end()
    }

    /// Ends the look-up: what has asked for it is made from the same mocks.
    @inline(never)
    func end() {
        if let mocks = rare?.mocks { outer?.addMocks(mocks.all) }
        endGraph()
    }

    /// Reads the stacks again, from where the look-up began.
    @inline(never)
    func beginAgain() {
        creation = nil
        owner = asker
        if let rare {
            rare.above = []
            rare.compared = nil
            rare.instances = nil
            rare.instance = nil
            if let argument = rare.argument { rare.input = argument.input }
        }
        if rare?.isExact == true, let registration { select(registration) } else { registration = nil }
    }
}

/// Who holds an instance that a look-up makes.
enum Holder {
    case nobody
    /// The caller alone, as its registration has been removed or reset meanwhile.
    case caller
    case registration
    /// The registration, for a value of its argument.
    case arguments
    /// The outermost look-up.
    case graph
    /// The container that was asked.
    case asker
}

/// What a look-up does next, as its stack says under the lock.
enum Step: Sendable {
    /// Take this instance, which is kept.
    case use(AnyKept)
    /// Wait for an instance that is being made.
    case wait(Creation)
    /// Ask again, as an instance was over. To release it has run users' code, which may have asked too.
    case askAgain
    /// Make an instance.
    case make(Recipe)
    /// Run an asynchronous creator.
    case await(Recipe)
    /// Go on on the actor that the creator belongs to.
    case hop(any Actor)
    /// Read the clock, and ask again.
    case readClock
    /// Compare the argument with those of instances, and ask again.
    case compare(Instances.Candidates)
    /// Find out whether the recipe can be run here, and ask again.
    case check(Recipe)
    /// Go on without a decorator that was removed meanwhile.
    case passOver
    /// Nothing is registered, here or at a parent.
    case notHere
    /// Read the stacks again: the registration has been removed, or what is being decorated was made anew.
    case readAgain
}

/// Why a look-up has no instance. That nothing is registered carries no text, as it is no error for every caller.
enum ResolutionFailure: Error {
    case missing
    case failed(DependencyError)
    /// The task was cancelled while it was waiting.
    case cancelled
    /// The creator belongs to an actor, and something else is running.
    case belongs(any Actor, DependencyError)
    /// A registration that was asked for by itself is not there any more.
    case removed
}
