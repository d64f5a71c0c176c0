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
    /// ``DependencyContainer/install(_:fileID:line:)`` calls this on the calling thread. All registrations that this thread adds to the
    /// container meanwhile belong to the module.
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

    /// The modules that this one needs. Those whose types are not there yet are installed before it. Empty by default.
    var submodules: [any DependencyModule] { get }
}

extension DependencyModule {
    /// No modules.
    public var submodules: [any DependencyModule] { [] }
}

/// A token for an installed module, which removes the module.
///
/// ```swift
/// let storage: InstalledModule = container.install(StorageModule(folder: "articles"))
/// storage.remove()
/// ```
///
/// Releasing a token does not remove the module.
public final class InstalledModule: Sendable {
    /// Nil if the module counts as listed by the one that was being installed.
    fileprivate let module: Module?

    fileprivate init(_ module: Module?) { self.module = module }

    /// Removes what the installation has registered, like ``DependencyContainer/remove(_:fileID:line:)``.
    ///
    /// The calling thread removes the newest registration first, and runs its `onRemove` functions. If the token was used before, or
    /// its container has ended, the call has no effect.
    ///
    /// ```swift
    /// let storage: InstalledModule = container.install(StorageModule(folder: "articles"))
    /// storage.remove()
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    public func remove(fileID: StaticString = #fileID, line: UInt = #line) {
        module?.container?.remove(self, fileID: fileID, line: line)
    }

    /// Removes what the installation has registered, and awaits the functions that clean up the instances, like
    /// ``DependencyContainer/asyncRemove(_:isolation:fileID:line:)``.
    ///
    /// If the token was used before, or its container has ended, the call removes nothing.
    ///
    /// ```swift
    /// let session = container.install(SessionModule(user: user))
    /// await session.asyncRemove()  // the user's services are closed
    /// ```
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor. Synchronous functions and `deinit`s run on it.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    public func asyncRemove(
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async { await module?.container?.asyncRemove(self, isolation: isolation, fileID: fileID, line: line) }
}

extension DependencyContainer {
    /// Installs a module: first the submodules that it lists, then its own registrations, on top of what is registered.
    ///
    /// Each call adds the module's registrations, also if a module of its type is installed. A submodule is added only if no module
    /// of its type is there, and stays while an installed module lists it, directly or through others. If another thread is adding
    /// it, the call returns before that thread has registered everything. A module that `register(in:)` installs in the same container
    /// counts as a submodule, and the token of that call has no effect.
    ///
    /// ```swift
    /// let storage = container.install(StorageModule(folder: "articles"))
    /// container.remove(storage)  // removes all its registrations
    /// ```
    ///
    /// - Parameters:
    ///   - module: The module.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: A token. Call its ``InstalledModule/remove(fileID:line:)`` to remove the module.
    @discardableResult
    public func install(
        _ module: some DependencyModule,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> InstalledModule {
        let (thread, table) = (ThreadState.current, table)
        let isAutomatic = thread.isRegisteringAutomatically(in: table)
        let added = Module(type(of: module), in: table, of: self, isAutomatic: isAutomatic)
        let lister = table.moduleInInstallation(isAutomatic: isAutomatic)
        if table.add(added, listedBy: lister) {
            thread.state.modules.append(added)
            defer { thread.state.modules.removeLast() }
            for submodule in module.submodules { install(submodule, fileID: fileID, line: line) }
            module.register(in: self)
            table.withState { _ in added.isComplete = true }
        }
        return InstalledModule(lister == nil ? added : nil)
    }

    /// Removes what the installation of a module has registered, the newest first, and each submodule that no installed module lists
    /// any more, directly or through others.
    ///
    /// A module that another installed one lists stays until that is removed. Asynchronous `onRemove` functions run afterwards, one
    /// after the other, in a task that this call does not await.
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
        Removal.run(removals(of: module, CodePlace(fileID, line))())
    }

    /// Removes a module like ``remove(_:fileID:line:)``, and awaits the functions that clean up the instances of its registrations.
    ///
    /// First the call cancels and awaits the creations in progress of the module's services. Then it removes like
    /// ``remove(_:fileID:line:)`` and cleans up like ``asyncRemoveAll(isolation:fileID:line:)``, even if the caller's task is cancelled. If a
    /// creation or clean-up takes longer than ten seconds, its name and line are printed on standard error.
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
        await Removal.asyncRun(isolation: isolation, removals(of: module, CodePlace(fileID, line)))
    }

    /// Releases a module.
    ///
    /// - Returns: A function that lists its registrations.
    private func removals(of module: InstalledModule, _ place: CodePlace) -> @Sendable () -> [Removal] {
        let registrations = table.release(module.module)
        let cause = module.module.map { RemovalCause(place, $0.type) }
        return { [table] in table.removals(of: registrations, by: cause) }
    }

    /// Removes a registration, and awaits the functions that clean up its instances.
    ///
    /// First the call cancels and awaits the registration's creations in progress. Then it removes like
    /// ``remove(_:)-(AnyServiceRegistration)`` and cleans up like ``asyncRemoveAll(isolation:fileID:line:)``, even if the caller's task is
    /// cancelled. If a creation or clean-up takes longer than ten seconds, its name and line are printed on standard error.
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
    ) async {
        let table = table
        await Removal.asyncRun(isolation: isolation) { table.removals(of: [registration]) }
    }
}
