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
    /// - Parameter container: Where to register.
    func register(in container: DependencyContainer)

    /// The modules that this one needs. They are installed before it. None by default.
    var submodules: [any DependencyModule] { get }
}

extension DependencyModule {
    /// None.
    public var submodules: [any DependencyModule] { [] }
}

/// The token for a module that has been installed: hand it to `remove(_:)`.
///
/// ```swift
/// let storage: InstalledModule = container.install(StorageModule(folder: "articles"))
/// container.remove(storage)
/// ```
public final class InstalledModule: Sendable {
    fileprivate let module: Module
    /// Whether it names the module once more. It does until it is used.
    fileprivate let isCounted: Protected<Bool>

    fileprivate init(_ module: Module, isCounted: Bool = true) {
        self.module = module
        self.isCounted = Protected(isCounted)
    }
}

extension DependencyContainer {
    /// Installs a module: its submodules, and then its own registrations.
    ///
    /// A module is known by its type, and installed once per container: naming it again, in another module's submodules for
    /// example, registers nothing more. It is taken out when everything that has named it is. Where two threads install one
    /// module at once, the second returns before the first has registered everything.
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
    /// - Returns: The token for all that the module has registered.
    @discardableResult
    public func install(
        _ module: some DependencyModule,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> InstalledModule {
        let thread = ThreadState.current
        let isAutomatic = thread.isRegisteringAutomatically(in: table)
        let made = Module(type(of: module), in: table, isAutomatic: isAutomatic)
        // Modules around automatic registrations have no part in these.
        let around = thread.state.modules.filter {
            $0.tableNumber == made.tableNumber && $0.isAutomatic == made.isAutomatic
        }
        // A module that is being installed does not need itself.
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

    /// Takes out all that a module and its submodules have registered, the newest registration first, unless another
    /// module that is installed needs them, or they have been installed more than once.
    ///
    /// - Parameter module: A token of this container. One that has been used already, or that comes from another container,
    ///   has no effect.
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
