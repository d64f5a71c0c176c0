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
    /// Tells this naming of the module from others.
    fileprivate let number = Numbers.next()
    fileprivate let tableNumber: UInt64

    fileprivate init(in table: StackTable) { tableNumber = table.number }
}

extension DependencyContainer {
    /// Installs a module: its submodules, and then its own registrations.
    ///
    /// A module is known by its type, and installed once per container: naming it again, in another module's submodules for
    /// example, registers nothing more. It is taken out when everything that has named it is. Of modules that name one
    /// another in a cycle, the token of the one that was installed first takes out all that were not installed by
    /// themselves. Where two threads install one module at once, the second returns before the first has registered
    /// everything.
    ///
    /// ```swift
    /// let storage = container.install(StorageModule(folder: "articles"))
    /// container.remove(storage)  // takes out all of it
    /// ```
    ///
    /// Traps when a module is installed again with other values: `Storage(folder: "a")` after `Storage(folder: "b")`. Properties
    /// that are objects or closures are not compared. If only they differ, installing the second module does nothing.
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
        let thread = Resolution.ofThread
        let outer = thread.state.modules
        let made = ModuleInstallation(of: module, in: table)
        // Modules around automatic registrations have no part in these.
        let others = outer.filter { $0.isIn(table) && $0.isAutomatic == made.isAutomatic }
        // A cycle of modules comes back to one that is being installed, which does not need itself.
        if let underWay = others.first(where: { $0.type == made.type }) { return underWay.token }
        let installed = table.changeModules { modules in
            let known = modules.first { $0.value.type == made.type }?.key
            modules[known ?? made.number, default: made].namings.insert(made.number)
            if let outer = others.last { modules[outer.number, default: outer].submodules.append(made.number) }
            return known.flatMap { modules[$0] }
        }
        if let installed {
            installed.check(made, CodePlace(fileID, line))
        } else {
            thread.state.modules.append(made)
            defer { thread.state.modules = outer }
            for submodule in module.submodules { install(submodule, fileID: fileID, line: line) }
            module.register(in: self)
            table.changeModules { $0[made.number]?.isComplete = true }
        }
        return made.token
    }

    /// Takes out all that a module and its submodules have registered, the newest registration first, unless another
    /// module that is installed needs them, or they have been installed more than once.
    ///
    /// - Parameter module: A token of this container. One that has been used already, or that comes from another container,
    ///   has no effect.
    public func remove(_ module: InstalledModule) {
        guard module.tableNumber == table.number else { return }
        let registrations = table.changeModules { $0.takeOut(module.number) }
        for registration in registrations.sorted(by: { $0.number > $1.number }) { remove(registration) }
    }
}

/// A module in a container. The container's table has it by its number, and knows its contents. The thread that installs it
/// puts it back if the table forgets it meanwhile.
struct ModuleInstallation {
    /// The token for the first naming, whose number is the module's own.
    fileprivate let token: InstalledModule
    let type: any DependencyModule.Type
    /// The properties of the module, as far as they can be told from others. Objects and closures cannot.
    private let values: [String]
    /// The tokens and the modules that name it.
    fileprivate var namings: Set<UInt64>
    /// In the order of registration.
    fileprivate(set) var registrations: [AnyServiceRegistration] = []
    /// Whether it has registered all.
    fileprivate var isComplete = false
    /// Whether automatic registrations have installed it.
    fileprivate let isAutomatic: Bool
    /// How it has named other modules.
    fileprivate var submodules: [UInt64] = []

    fileprivate init(of module: some DependencyModule, in table: StackTable) {
        token = InstalledModule(in: table)
        namings = [token.number]
        isAutomatic = Resolution.ofThread.isRegisteringAutomatically(in: table)
        type = Swift.type(of: module)
        let mirror = Mirror(reflecting: module)
        let properties = sequence(first: mirror, next: \.superclassMirror).flatMap(\.children)
        // The label of a case's values is its name. One without values has no label.
        values =
            mirror.displayStyle == .enum && properties.isEmpty
            ? ["case: \(ModuleInstallation.text(of: module))"]
            : properties.map { "\($0.label ?? "_"): \(ModuleInstallation.text(of: $0.value))" }
    }

    fileprivate var number: UInt64 { token.number }

    fileprivate func isIn(_ table: StackTable) -> Bool { token.tableNumber == table.number }

    /// The same for equal values, also for those of a set or a dictionary, whose elements are in no order.
    private static func text(of value: Any) -> String {
        if Swift.type(of: value) is AnyObject.Type { return "" }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle != .optional, let value = value as? AnyHashable { return "\(value.hashValue)" }
        if mirror.children.isEmpty { return String(reflecting: value) }
        let parts = mirror.children.map { "\($0.label ?? "") \(text(of: $0.value))" }
        return (mirror.displayStyle == .dictionary ? parts.sorted() : parts).joined(separator: ", ")
    }

    /// Ends the process if a module that is installed already is to be installed with other values.
    fileprivate func check(_ other: ModuleInstallation, _ place: CodePlace) {
        guard values != other.values else { return }
        let differing = zip(values, other.values).filter { $0 != $1 }.map { $0.0.prefix { $0 != ":" } }
        let name = ServiceKey.fullName(of: type)
        place.trap(
            """
            \(name) is installed already, with another value of \(differing.joined(separator: ", ")). A container installs a \
            module once.
            To fix this, install it in one place and with one value, or make a module of another type for each value.
            """
        )
    }
}

extension [UInt64: ModuleInstallation] {
    /// Takes a naming off the module that it is of. All that goes with the module, if that was the last one.
    fileprivate mutating func takeOut(_ naming: UInt64) -> [AnyServiceRegistration] {
        guard let number = first(where: { $0.value.namings.contains(naming) })?.key else { return [] }
        self[number]?.namings.remove(naming)
        guard self[number]?.namings.isEmpty == true, let module = removeValue(forKey: number) else { return [] }
        return module.registrations + module.submodules.flatMap { takeOut($0) }
    }

    /// The modules that a fork has, too: those that are being installed now, it installs itself.
    func forked(leavingOutAutomatic isHalfDone: Bool, _ copies: [UInt64: Entry]) -> Self {
        filter { $0.value.isComplete && !($0.value.isAutomatic && isHalfDone) }.mapValues { module in
            var fork = module
            fork.registrations = module.registrations.compactMap { copies[$0.number]?.registration }
            return fork
        }
    }

    /// The numbers of the registrations of modules that are being installed now.
    var halfDone: Set<UInt64> { Set(values.filter { !$0.isComplete }.flatMap(\.registrations).map(\.number)) }
}

extension StackTable {
    /// Notes a registration as one of the module that this thread is installing.
    func addToModule(_ registration: AnyServiceRegistration) {
        let thread = Resolution.ofThread
        if thread.state.modules.isEmpty { return }
        // A module around automatic registrations does not own them.
        guard let module = thread.state.modules.last(where: { $0.isIn(self) }),
            module.isAutomatic || registration.rank != .automatic
        else { return }
        changeModules { $0[module.number, default: module].registrations.append(registration) }
    }
}
