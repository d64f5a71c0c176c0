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
    /// Called once per container, by ``DependencyContainer/install(_:fileID:line:)``, on the thread that installs. What is registered
    /// or installed in the container on this thread meanwhile belongs to the module.
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
    let installation: ModuleInstallation
    let tableNumber: UInt64
    private let isRemoved = Protected(false)

    init(_ installation: ModuleInstallation, _ tableNumber: UInt64) {
        self.installation = installation
        self.tableNumber = tableNumber
    }

    /// Whether this is the first call.
    func takeOut() -> Bool {
        isRemoved.withLock { isRemoved in
            defer { isRemoved = true }
            return !isRemoved
        }
    }
}

extension DependencyContainer {
    /// Installs a module: its submodules, and then what it registers.
    ///
    /// A module is known by its type, and installed once per container: naming it again, in another module's submodules
    /// for example, registers nothing more. It is taken out when everything that has named it is. Of modules that name one
    /// another in a cycle, the token of the one that was installed first takes out all. Where two threads install one
    /// module at once, the second returns before the first has registered everything.
    ///
    /// ```swift
    /// let storage = container.install(StorageModule(folder: "articles"))
    /// container.remove(storage)  // takes out all of it
    /// ```
    ///
    /// Traps when a module is installed again with other values, as far as those can be compared: `Storage(folder: "a")` after
    /// `Storage(folder: "b")`.
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
        InstalledModule(installation(of: module, CodePlace(fileID, line)), table.number)
    }

    /// Takes out all that a module and its submodules have registered, the newest registration first, unless another
    /// module that is installed needs them, or they have been installed more than once.
    ///
    /// - Parameter module: A token of this container. One that has been used already, or that comes from another container,
    ///   has no effect.
    public func remove(_ module: InstalledModule) {
        guard module.tableNumber == table.number, module.takeOut() else { return }
        let registrations = takeOut(module.installation).sorted { $0.number > $1.number }
        for registration in registrations { remove(registration) }
    }

    private func installation(of module: some DependencyModule, _ place: CodePlace) -> ModuleInstallation {
        let thread = Resolution.ofThread
        let outer = thread.state.modules
        let others = outer.filter { $0.tableNumber == table.number }.map(\.installation)
        // A cycle of modules comes back to one that is being installed, which does not need itself.
        if let underWay = others.first(where: { $0.isOf(type(of: module)) }) { return underWay }

        let made = ModuleInstallation(type(of: module), values: ModuleInstallation.comparableValues(of: module))
        let installation = table.changeModules { modules in
            let installed = modules.first { $0.isOf(made.module) }
            if let installed { installed.contents.state.count += 1 } else { modules.append(made) }
            others.last?.contents.state.submodules.append(installed ?? made)
            return installed ?? made
        }
        installation.check(made, place)
        guard installation === made else { return installation }
        thread.state.modules.append((made, table.number))
        defer { thread.state.modules = outer }
        for submodule in module.submodules { install(submodule, fileID: place.fileID, line: place.line) }
        module.register(in: self)
        return made
    }

    /// All that goes with a module, which may be nothing.
    private func takeOut(_ installation: ModuleInstallation) -> [AnyServiceRegistration] {
        let isLast = table.changeModules { modules in
            installation.contents.state.count -= 1
            guard installation.contents.state.count == 0 else { return false }
            modules.removeAll { $0 === installation }
            return true
        }
        let contents = installation.contents.state
        return isLast ? contents.registrations + contents.submodules.flatMap { takeOut($0) } : []
    }
}

/// A module in a container. Its contents are read and changed within `StackTable.changeModules`, or by the thread that has
/// taken the installation out.
final class ModuleInstallation: Sendable {
    struct Contents {
        /// How often it has been named.
        var count = 1
        /// In the order of registration.
        var registrations: [AnyServiceRegistration] = []
        var submodules: [ModuleInstallation] = []
    }

    private let type: UncheckedSendable<any DependencyModule.Type>
    fileprivate let values: [String]
    let contents: Confined<Contents>

    init(_ module: any DependencyModule.Type, values: [String], _ contents: Contents = Contents()) {
        type = UncheckedSendable(module)
        self.values = values
        self.contents = Confined(contents)
    }

    /// The properties of a module, as far as they can be told from others. Those that are objects or closures cannot.
    static func comparableValues(of module: some DependencyModule) -> [String] {
        Mirror(reflecting: module).children.map { child in
            Swift.type(of: child.value) is AnyObject.Type
                ? "" : "\(child.label ?? "_"): \(String(reflecting: child.value))"
        }
    }

    /// Ends the process if a module that is installed already is to be installed with other values.
    func check(_ other: ModuleInstallation, _ place: CodePlace) {
        guard values != other.values else { return }
        let differing = zip(values, other.values).filter { $0 != $1 }.map { $0.0.prefix { $0 != ":" } }
        let name = ServiceKey.fullName(of: module)
        fatalError(
            """
            \(name) is installed already, with another value of \(differing.joined(separator: ", ")). A container installs a \
            module once.
            To fix this, install it in one place and with one value, or make a module of another type for each value.
            """,
            file: place.fileID,
            line: place.line
        )
    }

    var module: any DependencyModule.Type { type.value }

    func isOf(_ module: any DependencyModule.Type) -> Bool { ObjectIdentifier(self.module) == ObjectIdentifier(module) }
}

extension StackTable {
    /// Notes a registration as one of the module that this thread is installing.
    func addToModule(_ registration: AnyServiceRegistration) {
        let thread = Resolution.ofThread
        if thread.state.modules.isEmpty || registration.rank == .automatic { return }
        guard let (installation, _) = thread.state.modules.last(where: { $0.tableNumber == number }) else { return }
        changeModules { _ in installation.contents.state.registrations.append(registration) }
    }

    /// The same modules for a fork, with its own copies of their registrations.
    func forkModules(into table: StackTable, _ copies: [UInt64: AnyServiceRegistration]) {
        let forks = changeModules { modules in
            var forks: [ObjectIdentifier: ModuleInstallation] = [:]
            for module in modules {
                var contents = module.contents.state
                contents.registrations = contents.registrations.compactMap { copies[$0.number] }
                forks[ObjectIdentifier(module)] = ModuleInstallation(module.module, values: module.values, contents)
            }
            for fork in forks.values {
                let submodules = fork.contents.state.submodules
                fork.contents.state.submodules = submodules.compactMap { forks[ObjectIdentifier($0)] }
            }
            return modules.compactMap { forks[ObjectIdentifier($0)] }
        }
        table.changeModules { $0 = forks }
    }
}
