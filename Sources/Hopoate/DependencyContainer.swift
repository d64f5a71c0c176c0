/// A container of services: it stores registrations, and resolves services.
///
/// A container has a stack for each type of service, and one more for each name that you give to registrations of that type.
/// Registering pushes an entry onto the stack, and the newest entry answers. When you remove it, the entry below
/// answers again.
///
/// ```swift
/// let container = DependencyContainer.shared
/// container.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)
/// let analytics = container.resolve((any AnalyticsProviding).self)
/// ```
///
/// You can use a container from any thread, actor or task. It holds no lock while it runs your code, such as creators, `deinit`s,
/// and the `==` of an argument, so this code may call the container. Only resolving with an argument fails in such a `==`. While a
/// creator runs, ``shared`` returns the container that creates the service, so new objects resolve their own services there.
public final class DependencyContainer: Sendable {
    /// Nil for the process-wide container, whose table is `StackTable.processWide`. That is a static object without reference
    /// counting, which would be a third of a hit (`Benchmarks`, rows 'resolve' and 'two threads').
    let ownTable: StackTable?

    package static let processWide = DependencyContainer(ownTable: nil)

    private init(ownTable: StackTable?) {
        self.ownTable = ownTable
        ownTable?.addToLiving(for: self)
    }

    /// Creates an empty container without a parent.
    ///
    /// The container keeps an instance until its registration is removed, or until the container itself is released. A container
    /// that is being released creates nothing: if a `deinit` resolves a service then, it finds only older instances that the
    /// container still keeps. A released container is closed, for objects that still refer to it: see
    /// <doc:The-stack#End-a-container>.
    ///
    /// ```swift
    /// let container = DependencyContainer()
    /// container.register(MockLogger(), for: (any LogProviding).self)
    /// ```
    public convenience init() { self.init(ownTable: StackTable()) }

    /// Creates an empty container that resolves missing services in its parent.
    ///
    /// The child resolves from its own registrations. If there is none for the service, the child asks the
    /// parent, and so on. A cached service of a parent is created from the parent's services, not from the child's, and all
    /// children share its instance. <doc:The-stack> lists for each lifetime which container creates the instance, and which keeps
    /// it. The root container, which has no parent, has the defaults of typed keys and the registrations of ``AutoRegistering``.
    ///
    /// For a single operation, use ``withChild(fileID:line:operation:)``. If the child lasts longer, empty it with ``removeAll(fileID:line:)``:
    ///
    /// ```swift
    /// let account = DependencyContainer(parent: .shared)
    /// account.register(Credentials(user: user), for: Credentials.self)
    /// account.removeAll()  // at logout
    /// ```
    ///
    /// - Parameter parent: The parent. The child keeps it alive, and so do objects that resolve services in the child. If a cached
    ///   service of the parent stores the child, they form a retain cycle.
    public convenience init(parent: DependencyContainer) { self.init(ownTable: StackTable(parent: parent)) }

    /// Creates a container with the same registrations, but with its own instances.
    ///
    /// Registered *instances* are the same objects in both containers. The fork runs creators again, even ``Lifetime/eager`` ones,
    /// when it first resolves their services, on whichever thread does so. If a creator changes captured state, or needs the main
    /// thread but has no `@MainActor` annotation, register another creator or an instance in the fork. Later changes to one
    /// container do not affect the other, and a token belongs to the container that returned it.
    ///
    /// The call also forks the container's parents, which end with the fork. If other threads register at the same time, the fork
    /// may have only some of their registrations.
    ///
    /// ```swift
    /// let container = DependencyContainer.shared.fork()
    /// container.register(MockLogger(), for: (any LogProviding).self)  // only here
    /// ```
    ///
    /// - Returns: The fork. Observers, which you add with ``observe(_:)``, stay with the original.
    public func fork() -> DependencyContainer { fork(hasProcessWideMocks: true) }

    package func fork(hasProcessWideMocks: Bool) -> DependencyContainer {
        var fork: DependencyContainer?
        for table in table.withParents.reversed() {
            let copy = DependencyContainer(ownTable: StackTable(parent: fork, isFork: true))
            table.fork(into: copy.table, hasMocks: hasProcessWideMocks || !table.isProcessWide)
            fork = copy
        }
        return fork!
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

    /// Runs `body` with the table, without retaining it (`Benchmarks`, rows 'resolve' and 'transient').
    @inline(__always)
    func withTable<Result>(_ body: (StackTable) -> Result) -> Result {
        ownTable == nil ? body(.processWide) : body(ownTable!)
    }
}

extension DependencyContainer {
    /// Removes all registrations of the container, and releases their instances.
    ///
    /// The calling thread removes one registration after the other, the newest first. Until an older registration is removed,
    /// resolutions still find it. If a registration has several instances, the newest is released first.
    ///
    /// Synchronous `onRemove` functions run on the calling thread. Asynchronous ones run afterwards, one after the other in the same
    /// order, in a task that keeps the container alive; to await them, use ``asyncRemoveAll(isolation:fileID:line:)``. Instances that are being
    /// created are not cleaned up. The call does not end the container, and you may register services in it again.
    ///
    /// ```swift
    /// container.removeAll()
    /// let settings = container.optionalResolve(Settings.self)  // nil
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    public func removeAll(fileID: StaticString = #fileID, line: UInt = #line) {
        table.removeAll(by: RemovalCause(CodePlace(fileID, line)))
    }

    /// Removes all registrations of the container, and awaits the functions that clean up their instances.
    ///
    /// First the call awaits the clean-ups that calls such as ``removeAll(fileID:line:)`` have begun. It cancels the creations in progress of
    /// services that the container keeps, and awaits them, on other threads too. Then it removes one registration after the other,
    /// the newest first, and awaits the `onRemove` functions of each in the order in which they were added. These functions can
    /// still resolve older registrations. They run even if the caller's task is cancelled, and `Task.isCancelled` is false in them.
    /// The call does not await what it is a part of, nor another such call: see <doc:The-stack#End-a-container>.
    ///
    /// If a creation or clean-up takes longer than ten seconds, its name and line are printed on standard error.
    ///
    /// ```swift
    /// container.register(HTTPClient.self) { HTTPClient() }
    ///     .onRemove { try? await $0.shutdown() }
    /// await container.asyncRemoveAll()  // the client is shut down
    /// ```
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor. Synchronous functions and `deinit`s run on it.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    public func asyncRemoveAll(
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async {
        await table.asyncRemoveAll(by: RemovalCause(CodePlace(fileID, line)), isolation: isolation)
    }

    /// Releases the instance of a registration, so that the next resolution creates a new one.
    ///
    /// The registration stays. If it takes an argument, the instances for all values are released. If its lifetime is
    /// ``Lifetime/perContainer``, the instances of other containers are no longer found. Decorated instances are released first.
    /// `onRemove` functions run on the calling thread, and asynchronous ones afterwards, in a task that this call does not await.
    /// If a creator is running, its instance is not cached, and not cleaned up:
    /// <doc:Lifetimes-and-defaults#Remove-a-service-while-its-creator-runs>.
    ///
    /// ```swift
    /// let token = container.register(Settings.self) { try Settings.load() }
    /// container.reset(token)  // loaded again when they are next resolved
    /// ```
    ///
    /// - Parameter registration: A token of this container. A token of a removed registration, of a registered instance, or of
    ///   another container has no effect.
    public func reset(_ registration: AnyServiceRegistration) {
        if registration.shard.isIn(table) {
            registration.shard.withLock { registration.stack?.reset(registration, &$1) }
        }
    }

    /// The registrations of the container itself, from the oldest to the newest.
    ///
    /// Registrations of parents are not in the list.
    ///
    /// ```swift
    /// for registration in DependencyContainer.shared.registrations { print(registration) }
    /// // Newsstand.ArticleStore, cached, registered at Newsstand/AppDelegate.swift:21
    /// ```
    public var registrations: [RegistrationInfo] { table.inventory() }

    /// Calls a function for each registration and each resolution in the container.
    ///
    /// The observer runs on the thread that registers or resolves, in its task, with no lock held, and may use the container. What
    /// it registers and resolves itself is reported to other observers only. If it resolves a service whose creation is beginning,
    /// the resolution fails with a circular dependency. An observer makes resolutions slower.
    ///
    /// If a child creates a ``Lifetime/perContainer`` instance for a registration of this container, the observer sees it. To see
    /// the services of a parent, observe the parent too. There is no event for a resolution that finds
    /// nothing, and none for a synchronous ``Lifetime/eager`` creator that runs during its registration.
    ///
    /// ```swift
    /// let observation = container.observe { event in
    ///     print(event.kind, event.registration, "at \(event.fileID):\(event.line)")
    /// }
    /// ```
    ///
    /// - Parameter observer: Gets each event, on any thread.
    /// - Returns: The observation. It ends when you cancel or release it.
    public func observe(_ observer: @escaping @Sendable (ResolutionEvent) -> Void) -> ResolutionObservation {
        ResolutionObservation(table, observer)
    }
}
