/// What a thread does in the library.
struct ThreadState {
    /// The thread in the graph of waits.
    let runner = Runner()
    /// The innermost creator on this thread that has a `Lookup`.
    var lookup: Unretained<Lookup>?
    /// The innermost creator within that one, without a `Lookup`.
    var creator: ThreadValue<RunningCreator>?
    /// Whether arguments are being hashed or compared, which runs user code.
    var isComparing = false
    /// The actor on which `asyncResolve` continues.
    var actor: (any Actor)?
    /// The eager automatic registrations whose instances are created next.
    var eagerRegistrations: [AnyServiceRegistration] = []
    /// The task of the last check whether the thread is on the main actor, and the thread on which the actor has answered it since.
    var mainActorCheck: (task: Int?, thread: Protected<UInt64?>)?
    /// The modules that the thread is installing, the outermost first.
    var modules: [Module] = []
    /// The observers that are being notified, by number.
    var notified: [UInt64] = []
    /// The typed keys of properties that the thread has used, at indices that come from the addresses of their paths. The compiler
    /// creates one path for each line that mentions a property. Empty before the first one is used.
    ///
    /// A lock would take a fifth of a look-up (`Benchmarks`, row 'typed key …').
    var typedKeys: [(path: AnyKeyPath, key: ServiceKey)?] = []

    private static let ofThreads = ThreadLocal { ThreadState() }

    /// The state of the calling thread. Only this thread touches it.
    @inline(__always)
    static var current: ThreadValue<ThreadState> { ofThreads.current }

    /// The look-up whose creator makes a property or a handle, which shares its graph. Its observers are notified of that.
    static var creatorOfProperty: Lookup? {
        ProcessFlag.wrappersInCreators.isSet ? current.innermostLookup : nil
    }
}

extension ThreadValue<ThreadState> {
    /// Makes a creator the innermost one.
    ///
    /// - Returns: The creator that was innermost before, for `leave`.
    @inline(__always)
    func enter(_ lookup: Lookup) -> Unretained<Lookup>? {
        let outer = self.lookup
        state.lookup = Unretained(lookup)
        return outer
    }

    @inline(__always)
    func leave(to outer: Unretained<Lookup>?) { state.lookup = outer }

    /// The creator that runs innermost, on this thread or in the current task.
    var innermostLookup: Lookup? { lookup?.object ?? TaskActivity.current?.lookup }

    func isIsolated(to actor: any Actor) -> Bool { state.actor === actor || ActorIsolation.isCurrent(actor) }

    /// The innermost running creator that a condition holds for. One without a `Lookup` creates nothing that is kept.
    func creator(where isMeant: (Lookup) -> Bool) -> Lookup? {
        (state.lookup?.object ?? TaskActivity.current?.lookup)?.innermost(where: isMeant)
    }

    func isRegisteringAutomatically(in table: StackTable) -> Bool {
        creator { $0.key.isOfAutomaticRegistrations && $0.owner === table } != nil
    }

    /// Whether a creator runs whose instance a table's container is going to keep.
    func isCreatingInstance(by table: StackTable) -> Bool { creator { $0.isKept && $0.owner === table } != nil }
}
