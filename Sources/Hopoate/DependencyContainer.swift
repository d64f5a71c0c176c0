/// The place where services are registered and looked up.
///
/// A container has a stack for each service, and for each name that the service is registered by. Registering pushes a
/// registration onto the stack. The newest one answers. Removing it brings back the one before.
///
/// ```swift
/// let container = DependencyContainer.shared
/// container.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)
/// let analytics = container.resolve((any AnalyticsProviding).self)
/// ```
///
/// A container may be used from any thread, actor or task. Creators and `deinit`s of your services run on the thread that causes
/// them, under none of the container's locks, so they may use the container themselves. While a creator runs, the container that
/// creates the service is the ``shared`` one: the new objects look up their own services there.
public final class DependencyContainer: Sendable {
    /// Nil for the process-wide container, whose table is `StackTable.processWide`. That is a static object without reference
    /// counting, which would be a third of a hit (`Benchmarks`, rows 'resolve' and 'two threads').
    let ownTable: StackTable?

    package static let processWide = DependencyContainer(ownTable: nil)

    private init(ownTable: StackTable?) {
        self.ownTable = ownTable
        ownTable?.begin(for: self)
    }

    /// Makes an empty, independent container.
    ///
    /// The container keeps an instance until its registration is removed or the container is released. A container that is being
    /// released creates nothing: a `deinit` that looks up a service there finds only older instances that are kept.
    public convenience init() { self.init(ownTable: StackTable()) }

    /// Makes an empty container that looks in its parent for services that are not registered in it.
    ///
    /// It answers for keys that have a registration here. For all others its parent answers, or the parent of that. The parent
    /// creates an instance that it keeps: the creator runs with the parent as the ``shared`` container, finds its services and not
    /// the child's, and all children share the instance. ``Lifetime/weak`` instances too. The child creates a
    /// ``Lifetime/transient``, ``Lifetime/graph`` or ``Lifetime/perContainer`` service from its own services. The defaults of typed
    /// keys and of ``AutoRegistering`` are registrations of the outermost parent.
    ///
    /// For a single operation, use ``withChild(operation:)``. To end a child that lasts longer, call ``removeAll()``:
    ///
    /// ```swift
    /// let account = DependencyContainer(parent: .shared)
    /// account.register(Credentials(user: user), for: Credentials.self)
    ///
    /// account.removeAll()  // at logout
    /// ```
    ///
    /// - Parameter parent: The parent. This container, and objects that look services up in it, keep it alive. If a service that the
    ///   parent keeps stores the child, the two keep one another alive.
    public convenience init(parent: DependencyContainer) { self.init(ownTable: StackTable(parent: parent)) }

    /// Makes a container with the same registrations and with instances of its own.
    ///
    /// Registered *instances* are the same objects in both. Creators, even of ``Lifetime/eager`` registrations, run again in the
    /// fork when their services are first resolved there. Later changes of one container do not affect the other, and tokens belong
    /// to the container that returned them. Registrations that other threads make meanwhile may be missing in the fork.
    ///
    /// Forking a container also forks its parent. If other threads register meanwhile, the fork may have some of their
    /// registrations and not others.
    ///
    /// A creator runs once more in each fork, on the thread that resolves there. If only the main actor may run it, or if it changes
    /// captured state, register an instance or another creator in the fork instead. A creator that wraps the service which
    /// ``overwriteExistingRegistrations(service:named:cacheService:fileID:line:creator:)`` replaces cannot run again in a fork or
    /// after ``reset(_:)``, as that service is no longer registered.
    ///
    /// ```swift
    /// let container = DependencyContainer.shared.fork()
    /// container.register(MockLogger(), for: (any LogProviding).self)  // only here
    /// ```
    ///
    /// - Returns: The fork. It has no observers.
    public func fork() -> DependencyContainer {
        fork(isTrial: false, cleansUp: true)
    }

    /// Makes a fork for a trial. It takes over the instances that it could only await. If there are any, it cleans up nothing, as the
    /// new instances may hold them.
    package func forkForTrial() -> DependencyContainer {
        fork(isTrial: true, cleansUp: !table.withParents.contains(where: \.keepsAwaitedInstance))
    }

    private func fork(isTrial: Bool, cleansUp: Bool) -> DependencyContainer {
        let parent = table.parentContainer?.fork(isTrial: isTrial, cleansUp: cleansUp)
        let fork = DependencyContainer(ownTable: StackTable(parent: parent, isFork: true))
        table.fork(into: fork.table, isTrial: isTrial, cleansUp: cleansUp)
        return fork
    }

    deinit { ownTable?.close() }

    @inline(__always)
    var table: StackTable {
        HeldLocks.checkNone()
        return ownTable ?? .processWide
    }

    /// The container, for objects that look services up to hold. Nil if the container keeps the object, as that would be a reference
    /// cycle: only the container's release empties its table.
    var containerToHold: DependencyContainer? {
        // The process-wide container lives as long as the process.
        ownTable.map { ThreadState.current.isCreatingInstance(by: $0) } == true ? nil : self
    }

    /// Runs `body` with the table, without retaining it (`Benchmarks`, rows 'resolve', 'transient' and 'register a mock and remove
    /// it').
    @inline(__always)
    func withTable<Result>(_ body: (StackTable) -> Result) -> Result {
        ownTable == nil ? body(.processWide) : body(ownTable!)
    }
}

extension DependencyContainer {
    /// Removes every registration of the container.
    ///
    /// Tokens of these registrations become inert. Their instances are released on the calling thread, the newest registration's
    /// first. Until then, an older registration still answers. Of the instances of one registration, the newest is released first.
    ///
    /// Synchronous functions of `onRemove` run on the calling thread. Asynchronous ones run in tasks that are not awaited:
    /// ``asyncRemoveAll(isolation:)`` awaits them.
    ///
    /// ```swift
    /// container.removeAll()
    /// let settings = container.optionalResolve(Settings.self)  // nil
    /// ```
    public func removeAll() { table.removeAll() }

    /// Removes every registration of the container, and awaits the functions that clean up its instances.
    ///
    /// First it awaits the asynchronous creations in progress in the container and its children, so that it closes their resources
    /// too. Called in one of these creators, it does not. Then it removes one registration after the other, the newest first, and
    /// awaits its functions in the order in which they were added. These can still look up older registrations. They run even if the
    /// caller's task is cancelled, and `Task.isCancelled` is false in them.
    ///
    /// ```swift
    /// container.register(HTTPClient.self) { HTTPClient() }
    ///     .onRemove { try? await $0.shutdown() }
    /// await container.asyncRemoveAll()  // the client is shut down
    /// ```
    ///
    /// - Parameter isolation: The caller's actor. Synchronous functions and `deinit`s run on it.
    public func asyncRemoveAll(isolation: isolated (any Actor)? = #isolation) async {
        await Ending.asyncRun(in: [table], isolation: isolation, table.removals)
    }

    /// Renamed, as it removes registrations, unlike ``reset(_:)``.
    @available(*, unavailable, renamed: "removeAll()")
    public func reset() {}

    /// Releases the instance of a registration, which stays registered: the next look-up creates another instance.
    ///
    /// Releases the instances of all values, if it takes an argument, and of all containers, if it is ``Lifetime/perContainer``.
    /// Decorations are released first, and `onRemove` runs, on the calling thread and under no lock. Its asynchronous functions are
    /// not awaited. An instance whose creation is in progress is not kept: only the creating thread, or the tasks that await it, get
    /// it. Threads that wait for it look the service up again after the creation.
    ///
    /// ```swift
    /// let token = container.register(Settings.self) { try Settings.load() }
    /// container.reset(token)  // the next one to ask loads them again
    /// ```
    ///
    /// - Parameter registration: A token of this container. A token that has been removed, or that is of another container or of a
    ///   registered instance, has no effect.
    public func reset(_ registration: AnyServiceRegistration) {
        if registration.shard.isIn(table) { registration.discardInstances().release() }
    }

    /// The registrations of the container, with their places in the code, the oldest first.
    ///
    /// ```swift
    /// for registration in DependencyContainer.shared.registrations { print(registration) }
    /// // Newsstand.ArticleStore, cached, registered at Newsstand/AppDelegate.swift:21
    /// ```
    public var registrations: [RegistrationInfo] { table.inventory() }

    /// Observes registrations and resolutions in the container, and the creation of its `.perContainer` instances by children.
    ///
    /// An observer of a child does not see the parent's answers: observe the parent too.
    ///
    /// The observer runs on the thread that registers or resolves, in its task, and under no lock. It may use the container. Its
    /// resolutions are observed too, but not a further look-up of the service that it is notified of. An observer makes resolving
    /// slower; without one, this costs nothing.
    ///
    /// A look-up that finds nothing causes no event. Nor does a synchronous creator that runs while it is being registered. If an
    /// observer is notified of a creation and resolves that service, it gets the error of a cycle.
    ///
    /// ```swift
    /// let observation = container.observe { event in
    ///     print(event.kind, event.registration, "requested at \(event.fileID):\(event.line)")
    /// }
    /// ```
    ///
    /// - Parameter observer: Called with each event, from any thread.
    /// - Returns: The observation, which ends when it is cancelled or released.
    public func observe(_ observer: @escaping @Sendable (ResolutionEvent) -> Void) -> ResolutionObservation {
        ResolutionObservation(table, observer)
    }
}
