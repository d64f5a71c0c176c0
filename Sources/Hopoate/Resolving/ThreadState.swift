/// What a thread is doing in the library.
struct ThreadState {
    /// Stands for the thread in the graph of who waits for whom.
    let runner = Runner()
    /// The look-up whose creator runs innermost on this thread.
    var frame: Lookup?
    /// The actor that `asyncResolve` goes on on.
    var actor: (any Actor)?
    /// The modules that the thread is installing, the outermost first.
    var modules: [Module] = []
    /// The numbers of the registrations of which observers are being told.
    var told: [UInt64] = []
    var typedKeys = KnownTypedKeys()
    /// Whether a service is resolved in order to change a part of it, which is no use of it.
    var isChangingService = false
    /// The properties that creators have made, while a trial wants to know of them.
    var properties: [NotedProperty]?

    private static let ofThreads = ThreadLocal { ThreadState() }

    /// That of the calling thread. Only the thread itself touches it.
    @inline(__always)
    static var current: ThreadValue<ThreadState> { ofThreads.current }
}

extension ThreadValue<ThreadState> {
    /// The creator that runs innermost, on this thread or in the current task.
    var innermost: Around {
        if let frame = state.frame { return .thread(frame) }
        guard ProcessFlag.asyncCreators.isSet, let frame = AsyncFrame.taskLocal.get() else { return .nothing }
        return .task(frame)
    }

    var innermostFrame: Lookup? { innermost.frame }

    func changing<Service>(_ resolve: () -> Service) -> Service {
        let outer = state.isChangingService
        state.isChangingService = true
        defer { state.isChangingService = outer }
        return resolve()
    }

    func isIsolated(to actor: any Actor) -> Bool { state.actor === actor || ActorIsolation.isCurrent(actor) }

    /// The innermost running creator that a condition holds for.
    func creator(where isMeant: (Lookup) -> Bool) -> Lookup? {
        guard let frame = innermostFrame else { return nil }
        return isMeant(frame) ? frame : frame.creator(where: isMeant)
    }

    func isRegisteringAutomatically(in table: StackTable) -> Bool {
        creator { $0.key.isOfAutomaticRegistrations && $0.owner === table } != nil
    }

    /// Whether something is being made that a table's container is going to keep.
    func isMakingWhatIsKept(by table: StackTable) -> Bool { creator { $0.keeper === table } != nil }
}
