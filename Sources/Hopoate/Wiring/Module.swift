/// A module in a container. Its variables are only used under the lock of its table's state.
final class Module: @unchecked Sendable {
    let type: any DependencyModule.Type
    let tableNumber: UInt64
    /// For the token. Never set again.
    private(set) weak var container: DependencyContainer?
    /// Whether automatic registrations installed it.
    let isAutomatic: Bool
    /// Whether `install` added it, and its token was not removed. Any other module stays while such a one reaches it.
    fileprivate var isInstalled = true
    fileprivate var isReached = false
    fileprivate(set) var registrations: [AnyServiceRegistration] = []
    /// The modules that it lists. They may list it too, so a module that is removed drops them.
    fileprivate var listed: [Module] = []
    var isComplete = false

    init(
        _ type: any DependencyModule.Type,
        in table: StackTable,
        of container: DependencyContainer? = nil,
        isAutomatic: Bool = false
    ) {
        (self.type, tableNumber) = (type, table.number)
        (self.container, self.isAutomatic) = (container, isAutomatic)
    }
}

extension StackTable {
    /// Adds a registration to the module that this thread is installing, if any.
    func addToModule(_ registration: AnyServiceRegistration) {
        guard let module = moduleInInstallation(isAutomatic: registration.rank == .automatic) else { return }
        withState { _ in module.registrations.append(registration) }
    }

    /// The innermost module that this thread is installing. Automatic registrations and modules do not belong to one of the app's.
    func moduleInInstallation(isAutomatic: Bool) -> Module? {
        ThreadState.current.state.modules.last { $0.tableNumber == number && $0.isAutomatic == isAutomatic }
    }

    /// Adds a module, unless another one lists it and one of its type is there already, or the container has ended.
    ///
    /// - Returns: Whether it was added.
    func add(_ module: Module, listedBy lister: Module?) -> Bool {
        withState { state in
            if state.isClosed { return false }
            let present = lister == nil ? nil : state.modules.last { $0.type == module.type }
            module.isInstalled = lister == nil
            lister?.listed.append(present ?? module)
            if present == nil { state.modules.append(module) }
            return present == nil
        }
    }

    /// Removes a module that was installed, and the listed ones that no installed module reaches any more.
    ///
    /// - Returns: The registrations to remove.
    func release(_ module: Module?) -> [AnyServiceRegistration] {
        guard let module, module.tableNumber == number else { return [] }
        return state.withLock { state, discarded in
            if !module.isInstalled { return [] }
            module.isInstalled = false
            for module in state.modules { module.isReached = false }
            var reached = state.modules.filter(\.isInstalled)
            while let module = reached.popLast() {
                if module.isReached { continue }
                module.isReached = true
                reached += module.listed
            }
            return state.removeUnreached(&discarded)
        }
    }

    /// Copies the modules for a fork, whose registrations have the same origins. The copies have no tokens.
    func copyModules(to fork: StackTable) {
        let copies = withState { state in
            state.modules.filter(\.isComplete).map { module in
                let copy = Module(module.type, in: fork)
                (copy.registrations, copy.isComplete) = (module.registrations, true)
                return copy
            }
        }
        fork.withState { $0.modules = copies }
    }
}

extension StackTable.State {
    /// Forgets the modules, but not those that are being installed, unless the container has ended.
    mutating func forgetModules(_ discarded: inout Discarded) {
        for module in modules { module.isReached = !isClosed && !module.isComplete }
        removeUnreached(&discarded)
    }

    /// Removes the modules that are not reached.
    ///
    /// - Returns: Their registrations, which stay.
    @discardableResult
    fileprivate mutating func removeUnreached(_ discarded: inout Discarded) -> [AnyServiceRegistration] {
        let all = modules
        var registrations: [AnyServiceRegistration] = []
        modules = []
        for module in all {
            if module.isReached {
                modules.append(module)
                continue
            }
            registrations += module.registrations
            discarded.add(module)
            discarded.add(module.listed)
            module.listed = []
        }
        return registrations
    }
}
