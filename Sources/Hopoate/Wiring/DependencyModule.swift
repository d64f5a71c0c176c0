/// Registrations that belong together, such as those of a feature or a library.
///
/// ```swift
/// struct StorageModule: DependencyModule {
///     let folder: String
///     var submodules: [any DependencyModule] { [LoggingModule()] }
///
///     func register(in container: DependencyContainer) {
///         container.register((any Store).self, lifetime: .cached) { [folder] in
///             try DiskStore(path: folder)
///         }
///     }
/// }
///
/// DependencyContainer.shared.install(StorageModule(folder: "articles"))
/// ```
public protocol DependencyModule {
    /// Registers the module's services in a container.
    ///
    /// ``DependencyContainer/install(_:fileID:line:)`` calls this once for each container, on the calling thread. All registrations
    /// and modules that this thread adds to the container meanwhile belong to the module.
    ///
    /// ```swift
    /// func register(in container: DependencyContainer) {
    ///     container.register((any Store).self, lifetime: .cached) { [folder] in
    ///         try DiskStore(path: folder)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter container: The container to register in.
    func register(in container: DependencyContainer)

    /// The modules that this one needs, which are installed before it. Empty by default.
    var submodules: [any DependencyModule] { get }
}

extension DependencyModule {
    /// No modules.
    public var submodules: [any DependencyModule] { [] }
}

/// A token for an installed module: pass it to ``DependencyContainer/remove(_:fileID:line:)`` to remove the module.
///
/// ```swift
/// let storage: InstalledModule = container.install(StorageModule(folder: "articles"))
/// container.remove(storage)
/// ```
public final class InstalledModule: Sendable {
    fileprivate let module: Module
    /// Whether the token counts as a use of the module. It does until it is removed.
    fileprivate let isCounted: Protected<Bool>

    fileprivate init(_ module: Module, isCounted: Bool = true) {
        self.module = module
        self.isCounted = Protected(isCounted)
    }
}

extension DependencyContainer {
    /// Installs a module: first its submodules, then its own registrations.
    ///
    /// A container installs each type of module once. Installing it again, for example as a submodule of another module, adds
    /// nothing, and the module stays until everything that installed it is removed. If another thread is already installing the
    /// module, the call returns before that thread has registered everything.
    ///
    /// ```swift
    /// let storage = container.install(StorageModule(folder: "articles"))
    /// container.remove(storage)  // removes all its registrations
    /// ```
    ///
    /// Traps if the module is `Equatable`, and is installed again with other values.
    ///
    /// - Parameters:
    ///   - module: The module.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: A token. Pass it to ``remove(_:fileID:line:)`` to remove the module.
    @discardableResult
    public func install(
        _ module: some DependencyModule,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> InstalledModule {
        let (thread, table) = (ThreadState.current, table(fileID, line, isChange: true))
        let isAutomatic = thread.isRegisteringAutomatically(in: table)
        let made = Module(type(of: module), in: table, isAutomatic: isAutomatic)
        // Automatic registrations do not belong to a module that is being installed.
        let around = thread.state.modules.filter {
            $0.tableNumber == made.tableNumber && $0.isAutomatic == made.isAutomatic
        }
        // A module that installs itself is ignored.
        if let underWay = around.first(where: { $0.type == made.type }) {
            return InstalledModule(underWay, isCounted: false)
        }
        let installed = table.withState { state in
            let known = state.modules.first { $0.type == made.type }
            if known == nil { state.modules.append(made) }
            let installed = known ?? made
            installed.count += 1
            around.last?.submodules.append(installed)
            return installed
        }
        if installed === made {
            table.note(module as? any Equatable, of: made)
            thread.state.modules.append(made)
            defer { thread.state.modules.removeLast() }
            for submodule in module.submodules { install(submodule, fileID: fileID, line: line) }
            module.register(in: self)
            table.complete(made)
        } else {
            installed.check(module, in: table, CodePlace(fileID, line))
        }
        return InstalledModule(installed)
    }

    /// Removes the registrations of a module and of its submodules, the newest first.
    ///
    /// A module stays if another installed module needs it, or if it was installed more often than removed. Asynchronous `onRemove`
    /// functions run one after the other, in a task that no one awaits.
    ///
    /// ```swift
    /// let storage: InstalledModule = container.install(StorageModule(folder: "articles"))
    /// container.remove(storage)
    /// ```
    ///
    /// - Parameters:
    ///   - module: A token of this container. A token that was used before, or that belongs to another container, has no effect.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    public func remove(_ module: InstalledModule, fileID: StaticString = #fileID, line: UInt = #line) {
        Ending.run(table(isChange: true).removals(of: release(module, CodePlace(fileID, line))))
    }

    /// Removes the registrations of a module and of its submodules, the newest first, and awaits the functions that clean up their
    /// instances.
    ///
    /// First the call awaits earlier clean-ups in the container, and the module's creations in progress. Otherwise it removes like
    /// ``remove(_:fileID:line:)`` and cleans up like ``asyncRemoveAll(isolation:fileID:line:)``, even if the caller's task is cancelled.
    ///
    /// ```swift
    /// let session = container.install(SessionModule(user: user))
    /// await container.asyncRemove(session)  // the user's services are closed
    /// ```
    ///
    /// - Parameters:
    ///   - module: A token of this container. A token that was used before, or that belongs to another container, removes nothing.
    ///   - isolation: The caller's actor. Synchronous functions and `deinit`s run on it.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    public func asyncRemove(
        _ module: InstalledModule,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async {
        let registrations = release(module, CodePlace(fileID, line))
        await Ending.asyncRun(in: table(isChange: true), of: registrations, isolation: isolation)
    }

    /// Removes a registration, and awaits the functions that clean up its instances.
    ///
    /// First the call awaits earlier clean-ups in the container, and the registration's creation in progress. Otherwise it removes
    /// like ``remove(_:)-(AnyServiceRegistration)`` and cleans up like ``asyncRemoveAll(isolation:fileID:line:)``, even if the
    /// caller's task is cancelled.
    ///
    /// ```swift
    /// let token = container.register(HTTPClient.self) { HTTPClient() }
    ///     .onRemove { try? await $0.shutdown() }
    /// await container.asyncRemove(token)  // the client is shut down
    /// ```
    ///
    /// - Parameters:
    ///   - registration: A token of this container. A token of a removed registration, or of another container, removes nothing.
    ///   - isolation: The caller's actor. Synchronous functions and `deinit`s run on it.
    public func asyncRemove(
        _ registration: AnyServiceRegistration,
        isolation: isolated (any Actor)? = #isolation
    ) async { await Ending.asyncRun(in: table(isChange: true), of: [registration], isolation: isolation) }

    /// The registrations to remove with a module.
    private func release(_ module: InstalledModule, _ place: CodePlace) -> [AnyServiceRegistration] {
        let table = table(isChange: true)
        var isCounted = false
        if module.module.tableNumber == table.number { module.isCounted.withLock { swap(&$0, &isCounted) } }
        return isCounted ? table.release(module.module, place) : []
    }
}
