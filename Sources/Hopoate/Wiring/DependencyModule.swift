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
    /// The number of the installation. Nil once the token has been used.
    private let number: Protected<UInt64?>
    fileprivate let tableNumber: UInt64

    fileprivate init(_ number: UInt64, in table: StackTable) {
        self.number = Protected(number)
        tableNumber = table.number
    }

    /// The number of the installation, which only the first call gets.
    fileprivate func take() -> UInt64? { number.withLock { $0.take() } }
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
        InstalledModule(installation(of: module, CodePlace(fileID, line)).number, in: table)
    }

    /// Takes out all that a module and its submodules have registered, the newest registration first, unless another
    /// module that is installed needs them, or they have been installed more than once.
    ///
    /// - Parameter module: A token of this container. One that has been used already, or that comes from another container,
    ///   has no effect.
    public func remove(_ module: InstalledModule) {
        guard module.tableNumber == table.number, let number = module.take() else { return }
        let registrations = table.changeModules { $0.takeOut(number) }
        for registration in registrations.sorted(by: { $0.number > $1.number }) { remove(registration) }
    }

    private func installation(of module: some DependencyModule, _ place: CodePlace) -> ModuleInstallation {
        let made = ModuleInstallation(of: module)
        let thread = Resolution.ofThread
        let outer = thread.state.modules
        let others = outer.filter { $0.tableNumber == table.number }.map(\.installation)
        // A cycle of modules comes back to one that is being installed, which does not need itself.
        if let underWay = others.first(where: { $0.type == made.type }) { return underWay }

        let installed = table.changeModules { modules in
            let installed = modules.values.first { $0.type == made.type }
            if let installed { modules[installed.number]?.count += 1 } else { modules[made.number] = made }
            if let outer = others.last {
                modules[outer.number, default: outer].submodules.append((installed ?? made).number)
            }
            return installed
        }
        if let installed {
            installed.check(made, place)
            return installed
        }
        thread.state.modules.append((made, table.number))
        defer { thread.state.modules = outer }
        for submodule in module.submodules { install(submodule, fileID: place.fileID, line: place.line) }
        module.register(in: self)
        return made
    }
}

/// A module in a container. The container's table has it by its number, and knows its contents. The thread that installs it
/// puts it back if the table forgets it meanwhile.
struct ModuleInstallation {
    let number = Numbers.next()
    let type: any DependencyModule.Type
    /// The properties of the module, as far as they can be told from others. Those that are objects or closures cannot.
    private let values: [String]
    /// How often it has been named.
    fileprivate var count = 1
    /// In the order of registration.
    fileprivate(set) var registrations: [AnyServiceRegistration] = []
    /// The numbers of the modules that it has named, each as often as it has.
    fileprivate var submodules: [UInt64] = []

    fileprivate init(of module: some DependencyModule) {
        type = Swift.type(of: module)
        values = Mirror(reflecting: module).children.map { child in
            Swift.type(of: child.value) is AnyObject.Type
                ? "" : "\(child.label ?? "_"): \(String(reflecting: child.value))"
        }
    }

    /// Ends the process if a module that is installed already is to be installed with other values.
    fileprivate func check(_ other: ModuleInstallation, _ place: CodePlace) {
        guard values != other.values else { return }
        let differing = zip(values, other.values).filter { $0 != $1 }.map { $0.0.prefix { $0 != ":" } }
        let name = ServiceKey.fullName(of: type)
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
}

extension [UInt64: ModuleInstallation] {
    /// Takes one name off a module. All that goes with the module, if that was the last one.
    fileprivate mutating func takeOut(_ number: UInt64) -> [AnyServiceRegistration] {
        self[number]?.count -= 1
        guard let gone = self[number], gone.count == 0 else { return [] }
        self[number] = nil
        return gone.registrations + gone.submodules.flatMap { takeOut($0) }
    }
}

extension StackTable {
    /// Notes a registration as one of the module that this thread is installing.
    func addToModule(_ registration: AnyServiceRegistration) {
        let thread = Resolution.ofThread
        if thread.state.modules.isEmpty || registration.rank == .automatic { return }
        guard let (installation, _) = thread.state.modules.last(where: { $0.tableNumber == number }) else { return }
        changeModules { $0[installation.number, default: installation].registrations.append(registration) }
    }

    /// The same modules for a fork, with its own copies of their registrations.
    func forkModules(into table: StackTable, _ copies: [UInt64: AnyServiceRegistration]) {
        let forks = changeModules { modules in
            modules.mapValues { module in
                var fork = module
                fork.registrations = module.registrations.compactMap { copies[$0.number] }
                return fork
            }
        }
        table.changeModules { $0 = forks }
    }
}
