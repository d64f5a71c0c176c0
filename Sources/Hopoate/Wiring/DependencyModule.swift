/// Registrations that belong together: those of a feature, or of a library.
///
/// ```swift
/// struct StorageModule: DependencyModule {
///     let folder: String
///     var submodules: [any DependencyModule] { [LoggingModule()] }
///
///     func register(in container: DependencyContainer) {
///         container.register((any Store).self, lifetime: .cached) { [folder] in try DiskStore(path: folder) }
///     }
/// }
///
/// DependencyContainer.shared.install(StorageModule(folder: "articles"))
/// ```
public protocol DependencyModule {
    /// Registers the module's services in a container.
    ///
    /// Called once per container, by ``DependencyContainer/install(_:fileID:line:)``, on the thread that installs. Registrations
    /// and modules that this thread adds to the container meanwhile belong to the module.
    ///
    /// - Parameter container: The container to register in.
    func register(in container: DependencyContainer)

    /// The modules that this one needs. They are installed before it. None by default.
    var submodules: [any DependencyModule] { get }
}

extension DependencyModule {
    /// None.
    public var submodules: [any DependencyModule] { [] }
}

/// The token for an installed module: pass it to `remove(_:)`.
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
    /// Installs a module: its submodules, and then its own registrations.
    ///
    /// A module is identified by its type, and installed once per container. Installing it again, as another module's submodule for
    /// example, registers nothing more. It is removed when all that has installed it is removed. If two threads install a module at
    /// the same time, the second returns before the first has registered everything.
    ///
    /// ```swift
    /// let storage = container.install(StorageModule(folder: "articles"))
    /// container.remove(storage)  // takes out all of it
    /// ```
    ///
    /// Traps when an `Equatable` module is installed again and differs: `Storage(folder: "a")` after `Storage(folder: "b")`.
    ///
    /// - Parameters:
    ///   - module: The module.
    ///   - fileID: Where the module is installed, for errors.
    ///   - line: Where the module is installed, for errors.
    /// - Returns: The token, which removes the module's registrations.
    @discardableResult
    public func install(
        _ module: some DependencyModule,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> InstalledModule {
        let thread = ThreadState.current
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

    /// Removes the registrations of a module and its submodules, the newest first. Those that another installed module needs, or
    /// that have been installed more than once, stay.
    ///
    /// - Parameter module: A token of this container. A token that has been removed, or that is of another container, has no effect.
    public func remove(_ module: InstalledModule) {
        guard module.module.tableNumber == table.number,
            module.isCounted.withLock({ isCounted in
                defer { isCounted = false }
                return isCounted
            })
        else { return }
        for registration in table.release(module.module).orderedByAge.reversed() { remove(registration) }
    }
}
