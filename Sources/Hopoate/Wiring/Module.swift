/// A module in a container. What changes is only touched under the lock of its table's state.
final class Module: @unchecked Sendable {
    let type: any DependencyModule.Type
    let tableNumber: UInt64
    /// Whether automatic registrations have installed it.
    let isAutomatic: Bool
    /// The first one that was installed, to be compared with others.
    fileprivate var value: (any Equatable)?
    /// How often it has been named.
    var count = 0
    fileprivate(set) var registrations: [AnyServiceRegistration] = []
    /// The modules that it has named.
    var submodules: [Module] = []
    fileprivate(set) var isComplete = false

    init(_ type: any DependencyModule.Type, in table: StackTable, isAutomatic: Bool) {
        self.type = type
        tableNumber = table.number
        self.isAutomatic = isAutomatic
    }

    /// Ends the process if a module is to be installed again that differs.
    func check(_ other: any DependencyModule, in table: StackTable, _ place: CodePlace) {
        func isEqual<Value: Equatable>(_ value: Value) -> Bool { (other as? Value) == value }
        guard let value = table.withState({ _ in value }), !isEqual(value) else { return }
        place.trap(
            """
            \(ServiceKey.fullName(of: type)) is installed already, with other values. A container installs a module once.
            To fix this, install it in one place and with one value, or make a module of another type for each value.
            """
        )
    }

    /// The same module in a fork, whose copies of the registrations are known by their origins.
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
    /// Notes a registration as one of the module that this thread is installing.
    func noteInModule(_ registration: AnyServiceRegistration) {
        let thread = ThreadState.current
        if thread.state.modules.isEmpty { return }
        // A module around automatic registrations does not own them.
        guard let module = thread.state.modules.last(where: { $0.tableNumber == number }),
            module.isAutomatic || registration.rank != .automatic
        else { return }
        withState { _ in module.registrations.append(registration) }
    }

    /// Notes the value of a module, which others that are installed must equal.
    func note(_ value: (any Equatable)?, of module: Module) { withState { _ in module.value = value } }

    /// Notes that a module has registered everything. It may have reset the container meanwhile.
    func complete(_ module: Module) {
        withState { state in
            module.isComplete = true
            if !state.modules.contains(where: { $0 === module }) { state.modules.append(module) }
        }
    }

    /// Takes back that a module was named.
    ///
    /// - Returns: The registrations that go with it, if nothing else has named it.
    func release(_ module: Module) -> [AnyServiceRegistration] {
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
            return registrations
        }
    }

    func copyModules(to fork: StackTable) {
        let copies = withState { $0.modules.filter(\.isComplete).map { $0.copy(for: fork) } }
        fork.withState { $0.modules = copies }
    }
}
