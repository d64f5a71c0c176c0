/// The place where services are registered and looked up.
///
/// For each service, and for each name that a service is registered by, a container has a stack: a registration is
/// pushed onto it, the newest one answers, and removing one brings back the one before.
///
/// ```swift
/// let container = DependencyContainer.shared
/// container.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)
/// let analytics = container.resolve((any AnalyticsProviding).self)
/// ```
///
/// A container may be used from any thread, actor or task. Creators and `deinit`s of your services run on the thread
/// that causes them and under none of the container's locks, so they may use the container themselves. While a creator
/// runs, the container that makes the service is the ``shared`` one: the new objects look up their own services there.
public final class DependencyContainer: Sendable {
    /// Nil for the process-wide container, whose table is `StackTable.processWide`: an object of constants needs no
    /// reference counting, which would be a third of a hit (`Benchmarks`, rows 'resolve' and 'two threads').
    let ownTable: StackTable?

    package static let processWide = DependencyContainer(ownTable: nil)

    private init(ownTable: StackTable?) {
        self.ownTable = ownTable
        ownTable?.begin(for: self)
    }

    /// Makes an empty container, which shares nothing with any other.
    ///
    /// The container keeps an instance until its registration is removed or the container is released. A container that is being
    /// released makes nothing: a `deinit` that looks a service up there finds what is older and already kept.
    public convenience init() { self.init(ownTable: StackTable()) }

    /// Makes an empty container that asks another one for services that are not registered in it.
    ///
    /// A key with any registration here is answered here. All others are asked of the parent, and of its parent. The parent
    /// makes an instance that it keeps: the creator runs with the parent as the ``shared`` container, finds its services and
    /// not the child's, and the instance serves all children. That goes for ``Lifetime/weak`` too. A ``Lifetime/transient``,
    /// ``Lifetime/graph`` or ``Lifetime/perContainer`` service is made by the child, from the child's services. The defaults of
    /// typed keys and of ``AutoRegistering`` are registrations of the outermost parent.
    ///
    /// For a single operation, take ``withChild(operation:)``. A child that lasts longer ends with ``removeAll()``:
    ///
    /// ```swift
    /// let account = DependencyContainer(parent: .shared)
    /// account.register(Credentials(user: user), for: Credentials.self)
    ///
    /// account.removeAll()  // at logout
    /// ```
    ///
    /// - Parameter parent: Kept alive by this container, and by the objects that look services up in it. If a service that the
    ///   parent keeps stores the child, the two keep one another.
    public convenience init(parent: DependencyContainer) { self.init(ownTable: StackTable(parent: parent)) }

    /// A new container with the same registrations and with kept instances of its own.
    ///
    /// Registered *instances* are the same objects in both. Creators run anew in the fork when their services are first
    /// resolved there, those registered as ``Lifetime/eager`` too. A later change of one of the two does not concern the other,
    /// and tokens belong to the container that returned them. Registrations that other threads make while this runs may be in
    /// the fork or not.
    ///
    /// A container with a parent is forked together with a fork of that. If other threads register meanwhile, the fork may have
    /// some of their registrations and not others.
    ///
    /// A creator runs on the thread that resolves in the fork, the creator of an eager registration too, and in each
    /// fork once more. One that only the main actor may run, or that changes what it has captured, is not made for that:
    /// register an instance, or another creator in the fork. A creator that wraps the service which
    /// ``overwriteExistingRegistrations(service:named:cacheService:fileID:line:creator:)`` removes for it cannot
    /// run again in a fork or after ``reset(_:)``, as that service is gone.
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

    /// A fork for a trial, which takes over the instances that it could only await. If there are any, it cleans up nothing, as what
    /// it creates may hold them.
    package func forkForTrial() -> DependencyContainer {
        fork(isTrial: true, cleansUp: !table.withParents.contains(where: \.keepsWhatWasAwaited))
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

    /// What an object that looks services up holds on to, besides the table. Nil when the container keeps the object, as a cycle
    /// of references must not form: a container empties its table when it is released.
    var toHold: DependencyContainer? {
        // The process-wide container lives as long as the process.
        ownTable.map { ThreadState.current.isMakingWhatIsKept(by: $0) } == true ? nil : self
    }

    /// Runs `body` with the table, and counts no reference to it (`Benchmarks`, rows 'resolve', 'transient' and 'register a
    /// mock and remove it').
    @inline(__always)
    func withTable<Result>(_ body: (StackTable) -> Result) -> Result {
        ownTable == nil ? body(.processWide) : body(ownTable!)
    }
}

extension DependencyContainer {
    /// Removes every registration of the container.
    ///
    /// Tokens of these registrations become inert, and their instances are released on the calling thread, the newest
    /// registration first. Until its turn comes, an older registration still answers. Of the instances of one registration, the
    /// one that was created last is released first.
    ///
    /// Synchronous functions of `onRemove` run on the calling thread. Asynchronous ones run in tasks that nobody awaits:
    /// ``asyncRemoveAll(isolation:)`` awaits them.
    ///
    /// ```swift
    /// container.removeAll()
    /// let settings = container.optionalResolve(Settings.self)  // nil
    /// ```
    public func removeAll() { table.removeAll() }

    /// Removes every registration of the container, and awaits the functions that clean up its instances.
    ///
    /// First it awaits the asynchronous creations in progress in the container and its children, so that what they open is closed,
    /// too; except inside one of these creators. Then it removes one registration after the other, the newest first, and awaits
    /// the functions of each, in the order in which they were added, before it removes the next. Look-ups in them find what is
    /// older. The functions run also if the caller's task is cancelled, and `Task.isCancelled` is false in them.
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

    /// Renamed, as it removed registrations, unlike ``reset(_:)``.
    @available(*, unavailable, renamed: "removeAll()")
    public func reset() {}

    /// Releases the instance that one registration keeps, and leaves it registered: the next look-up creates another.
    ///
    /// For every value, if it takes an argument, and for every container, if its lifetime is ``Lifetime/perContainer``. Its
    /// decorations are released first, and `onRemove` runs, on the calling thread and under no lock. Nobody awaits asynchronous
    /// functions of it. An instance whose creation is in progress is not kept: it goes to the thread that creates it, or to the
    /// tasks that await it. Threads that wait for it look it up again when it has been created.
    ///
    /// ```swift
    /// let token = container.register(Settings.self) { try Settings.load() }
    /// container.reset(token)  // the next one to ask loads them again
    /// ```
    ///
    /// - Parameter registration: A token of this container. One that has been removed, that comes from another container, or
    ///   that stands for an instance, which nothing could make anew, has no effect.
    public func reset(_ registration: AnyServiceRegistration) {
        if registration.shard.isIn(table) { registration.discardInstances().release() }
    }

    /// The container's inventory: every registration with its place in the code, the oldest first.
    ///
    /// ```swift
    /// for registration in DependencyContainer.shared.registrations { print(registration) }
    /// // Newsstand.ArticleStore, cached, registered at Newsstand/AppDelegate.swift:21
    /// ```
    public var registrations: [RegistrationInfo] { table.inventory() }

    /// Observes registrations and resolutions in the container, and the instances that children make of its `.perContainer` ones.
    ///
    /// An observer of a child is not told of what its parent answers: observe the parent too.
    ///
    /// The observer runs on the thread that registers or resolves, in its task, and under no lock. It may use the
    /// container; its resolutions are observed too, but not a further look-up of the service that it is being told of. While an
    /// observer is there, resolving takes the slower way; without one, none of this costs anything.
    ///
    /// A look-up that finds nothing causes no event, nor does a synchronous creator that runs because it is being registered.
    /// An observer that is told of a creation and resolves that very service gets the error of a cycle.
    ///
    /// ```swift
    /// let observation = container.observe { event in
    ///     print(event.kind, event.registration, "asked for at \(event.fileID):\(event.line)")
    /// }
    /// ```
    ///
    /// - Parameter observer: Called with each event, from any thread.
    /// - Returns: The observation, which ends when it is cancelled or released.
    public func observe(_ observer: @escaping @Sendable (ResolutionEvent) -> Void) -> ResolutionObservation {
        ResolutionObservation(table, observer)
    }
}
