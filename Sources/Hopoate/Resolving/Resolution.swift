/// A creator that is running, and where its service was asked for.
struct RunningCreator {
    let registration: AnyServiceRegistration
    let place: CodePlace
    /// Whether the registration's table will keep the instance.
    let keepsInstance: Bool
    /// Whether the creator runs because its service is being registered, and cannot be found on a stack yet.
    let isRegistering: Bool
    /// The number of the table whose container makes the instance.
    let maker: UInt64
    private let route: Boxed<Lookup.Route>?

    init(
        _ registration: AnyServiceRegistration,
        _ lookup: Lookup,
        _ retention: Lifetime.Retention,
        isRegistering: Bool = false
    ) {
        self.isRegistering = isRegistering
        self.registration = registration
        place = lookup.place
        keepsInstance = retention == .registration
        maker = lookup.maker(retention)?.number ?? registration.tableNumber
        route = lookup.route
    }

    /// The table of the container that was asked, if the one that keeps the service is another.
    var foreignAsker: StackTable? { route?.value.asker.flatMap { $0.number == maker ? nil : $0 } }

    var step: DependencyError.Step {
        let creator = RanCreator(origin: registration.origin, maker: maker)
        return DependencyError.Step(key: registration.key, place: place, creator: creator)
    }

    /// Whether the registration is one of a table.
    func isIn(_ table: StackTable) -> Bool { registration.tableNumber == table.number }

    /// Whether it would run within itself, or within the creator of a registration which its own is a copy of.
    ///
    /// A creator may resolve its service with other arguments, or in another container of the same parent, but not ever
    /// deeper.
    func isCycle(within creators: [RunningCreator]) -> Bool {
        let outers = creators.filter { $0.registration.origin == registration.origin }
        let repetitions = creators.count - Set(creators.map(\.registration.origin)).count
        if repetitions >= Resolution.depthLimit { return true }
        return outers.contains { outer in
            if let argument = route?.value.argument {
                return outer.maker == maker && outer.route?.value.argument?.isEqual(to: argument) == true
            }
            if outer.registration === registration { return outer.maker == maker }
            // A container and its child have instances of their own.
            return registration.rank != .inherited && outer.registration.rank != .inherited
        }
    }
}

/// The resolutions of one thread: the chain of creators that run on it.
struct Resolution {
    typealias OfThread = ThreadValue<Resolution>

    /// Tells the thread apart from others, and from asynchronous creations.
    let number = Numbers.next()
    /// The creators that run on this thread, the outermost first.
    fileprivate(set) var running: [RunningCreator] = []
    fileprivate var sharing: Sharing = (nil, 0)
    /// The tables whose clocks are being read, each with the question that is asked there.
    var clockReadings: [(tableNumber: UInt64, step: DependencyError.Step)] = []
    /// The actor that `asyncResolve` is attempting a resolution on.
    var actor: (any Actor)?
    /// The properties that creators have made, while a trial wants to know of them.
    fileprivate var properties: [NotedProperty]?
    /// The modules that the thread is installing, the outermost first.
    var modules: [ModuleInstallation] = []

    var typedKeys = KnownTypedKeys()
    /// The numbers of the registrations of which observers are being told.
    var told: [UInt64] = []

    /// The state that nested resolutions share: the instances of the lifetime `.graph`, once there are any, and
    /// the number of resolutions for which these have to last.
    typealias Sharing = (graph: ResolutionGraph?, holders: Int)

    private static let ofThreads = ThreadLocal { Resolution() }

    /// That of the calling thread. Only the thread itself touches its state.
    @inline(__always)
    static var ofThread: OfThread { ofThreads.current }

    /// How often services may be resolved within their own creators, with other arguments.
    static let depthLimit = 100
}

extension ThreadValue<Resolution> {
    /// The way to here: every running creator, the outermost first.
    var path: [DependencyError.Step] { (AsyncCreation.current?.path ?? []) + usersCreators.map(\.step) }

    /// The running creators, without those that are the library's own.
    var usersCreators: some Collection<RunningCreator> {
        state.running.lazy.filter { $0.registration.rank != .library }
    }

    /// The graph of the resolution that a creator runs for, on this thread or in its task. Nil when none runs.
    var graphOfCreator: ResolutionGraph? { state.running.isEmpty && AsyncCreation.current == nil ? nil : graphOrNew() }

    func isIsolated(to actor: any Actor) -> Bool { state.actor === actor || ActorIsolation.isCurrent(actor) }

    /// Whether the creator of an eager registration of this key runs, which finds the services below that.
    func isMakingEagerly(_ key: ServiceKey, in table: StackTable) -> Bool {
        state.running.contains { creator in
            creator.registration.lifetime == .eager && creator.registration.key == key && creator.isIn(table)
        }
    }

    /// The innermost running creator whose service one container keeps and another has asked for.
    var captor: (registration: AnyServiceRegistration, asker: StackTable)? {
        let creators = state.running.reversed() + AsyncCreation.runningCreators
        return creators.lazy.compactMap { creator in creator.foreignAsker.map { (creator.registration, $0) } }.first
    }

    func isRegisteringAutomatically(in table: StackTable) -> Bool {
        state.running.contains { $0.registration.key.isOfAutomaticRegistrations && $0.isIn(table) }
    }

    /// Whether something is being made that a table is going to keep.
    func isMakingWhatIsKept(by table: StackTable) -> Bool {
        let isMeant = { (creator: RunningCreator) in creator.keepsInstance && creator.isIn(table) }
        return state.running.contains(where: isMeant) || AsyncCreation.runningCreators.contains(where: isMeant)
    }

    /// Begins to run a creator as the innermost one of the thread, unless that would be a cycle. `endCreator()` has to follow.
    func beginCreator(_ lookup: Lookup, _ finding: inout Finding) throws(ResolutionFailure) {
        // An instance to keep has a creation, for others to wait for, unless it is still being registered.
        let isNew = finding.retention == .registration && finding.creation == nil
        let creator = RunningCreator(finding.registration.take()!, lookup, finding.retention, isRegistering: isNew)
        let origin = creator.registration.origin
        let isWithin = state.running.indices.contains { state.running[$0].registration.origin == origin }
        if isWithin, creator.isCycle(within: state.running) { throw .failed(.cycle(path + [lookup.step])) }
        state.running.append(creator)
    }

    func endCreator() { state.running.removeLast() }

    /// The failure of a look-up whose creator, the innermost one, has thrown an error.
    func failure(of error: any Error) -> ResolutionFailure { .of(error, path: path) }
}

// Properties that creators make.
extension ThreadValue<Resolution> {
    /// Notes a property for the trial that runs on the thread, if one does and a creator makes the property.
    func note(_ key: ServiceKey, in table: StackTable, isRequired: Bool) {
        guard let from = state.running.last?.registration.origin else { return }
        // A default answers to its key, when nothing else does.
        let mayBeMissing = !isRequired || key.typedKey?.recipe != nil
        state.properties?.append(
            NotedProperty(from: from, key: key, container: table.number, mayBeMissing: mayBeMissing)
        )
    }

    /// Runs a trial.
    ///
    /// - Returns: The properties that creators have made meanwhile on this thread.
    func notingProperties(_ trial: () -> Void) -> [NotedProperty] {
        ProcessFlag.wrappersInCreators.set()
        let outer = state.properties
        state.properties = []
        defer { state.properties = outer }
        trial()
        return state.properties ?? []
    }
}

// The graph: the instances that one outermost resolution shares.
extension ThreadValue<Resolution> {
    /// The graph of the resolution that runs, if it has begun one: this thread's, or that of the asynchronous creation
    /// which the resolution is a part of.
    var graph: ResolutionGraph? { state.sharing.graph ?? AsyncCreation.current?.graph }

    /// The graph of the resolution that runs, begun now if it has none.
    func graphOrNew() -> ResolutionGraph {
        if let graph { return graph }
        let graph = ResolutionGraph()
        graph.begin()
        state.sharing.graph = graph
        return graph
    }

    /// Makes a graph that begins from now on last until `endGraph()`.
    @inline(__always)
    func beginGraph() { state.sharing.holders += 1 }

    @inline(__always)
    func endGraph() {
        state.sharing.holders -= 1
        if state.sharing.graph != nil { releaseGraphIfOver() }
    }

    @inline(never)
    private func releaseGraphIfOver() {
        guard state.sharing.holders == 0, let graph = state.sharing.graph.take() else { return }
        graph.end()
    }

    /// Makes the next steps part of an earlier resolution, if there is one. `leave(to:)` has to follow.
    ///
    /// - Returns: The state of the present one, if that is left.
    func enter(_ graph: ResolutionGraph?) -> Resolution.Sharing? {
        guard let graph else { return nil }
        graph.begin()
        defer { state.sharing = (graph, 1) }
        return state.sharing
    }

    func leave(to outer: Resolution.Sharing?) {
        guard let outer else { return }
        let graph = state.sharing.graph
        state.sharing = outer
        graph?.end()
    }
}
