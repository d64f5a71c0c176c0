/// A module in a container. Its variables are only used under the lock of its table's state.
final class Module: @unchecked Sendable {
    let type: any DependencyModule.Type
    let tableNumber: UInt64
    /// Whether automatic registrations installed it.
    let isAutomatic: Bool
    /// The module that was installed first, for comparison with later ones.
    fileprivate var value: (any Equatable)?
    /// How often it was installed, and not removed.
    var count = 0
    fileprivate(set) var registrations: [AnyServiceRegistration] = []
    /// The modules that it installed.
    var submodules: [Module] = []
    fileprivate(set) var isComplete = false

    init(_ type: any DependencyModule.Type, in table: StackTable, isAutomatic: Bool) {
        self.type = type
        tableNumber = table.number
        self.isAutomatic = isAutomatic
    }

    /// Traps if the module is installed again with another value.
    func check(_ other: any DependencyModule, in table: StackTable, _ place: CodePlace) {
        func isEqual<Value: Equatable>(_ value: Value) -> Bool { (other as? Value) == value }
        guard let value = table.withState({ _ in value }), !isEqual(value) else { return }
        place.trap(
            """
            \(ServiceKey.fullName(of: type)) is already installed with different values. A container installs a module once.
            To fix this, install the module in one place, or declare a module type for each set of values.
            """
        )
    }

    /// The module in a fork. The fork's registrations have the same origins.
    fileprivate func copy(for table: StackTable) -> Module {
        let copy = Module(type, in: table, isAutomatic: isAutomatic)
        copy.value = value
        copy.count = count
        copy.registrations = registrations
        copy.isComplete = true
        return copy
    }
}

extension StackTable {
    /// Adds a registration to the module that this thread is installing, if any.
    func addToModule(_ registration: AnyServiceRegistration) {
        let thread = ThreadState.current
        if thread.state.modules.isEmpty { return }
        // Automatic registrations do not belong to a module that is being installed.
        guard let module = thread.state.modules.last(where: { $0.tableNumber == number }),
            module.isAutomatic || registration.rank != .automatic
        else { return }
        withState { _ in module.registrations.append(registration) }
    }

    /// Sets the value of a module, which later ones have to equal.
    func note(_ value: (any Equatable)?, of module: Module) { withState { _ in module.value = value } }

    /// Marks a module as complete. Adds it again, in case it has reset the container.
    func complete(_ module: Module) {
        withState { state in
            module.isComplete = true
            if !state.modules.contains(where: { $0 === module }) { state.modules.append(module) }
        }
    }

    /// Removes one use of a module, and the module with its last use.
    ///
    /// - Returns: The registrations to remove.
    func release(_ module: Module, _ place: CodePlace) -> [AnyServiceRegistration] {
        state.withLock { state, discarded in
            var (released, registrations) = ([module], [AnyServiceRegistration]())
            while let module = released.popLast() {
                module.count -= 1
                if module.count > 0 { continue }
                discarded.add(module)
                state.modules.removeAll { $0 === module }
                registrations += module.registrations
                released += module.submodules
            }
            if registrations.isEmpty { return [] }
            discarded.add(state.removed)
            state.removed = RemovedRegistrations(registrations, at: place, with: module.type)
            return registrations
        }
    }

    func copyModules(to fork: StackTable) {
        let copies = withState { $0.modules.filter(\.isComplete).map { $0.copy(for: fork) } }
        fork.withState { $0.modules = copies }
    }
}
