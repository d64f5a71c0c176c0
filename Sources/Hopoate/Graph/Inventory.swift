/// The registrations of a container and its parents. The graph learns about containers here, and nowhere else.
struct Inventory {
    @dynamicMemberLookup
    struct Entry {
        let info: RegistrationInfo
        /// The position of the container among its parents, the outermost of which has 0.
        let container: Int
        let isTop: Bool
        let numberBelow: UInt64?
        /// The services that the creator looks up. Nil if they are unknown; empty for an instance.
        let dependencies: [DeclaredDependency]?
        let module: String?
        /// Resolves the service in the entry's container: a contribution's by this entry, any other's from the top.
        let resolve: () throws(DependencyError) -> Void

        subscript<Value>(dynamicMember path: KeyPath<RegistrationInfo, Value>) -> Value { info[keyPath: path] }
    }

    /// The outermost parent's entries come first. Those of one container are in the order of registration.
    let entries: [Entry]
    /// The position of the container that the inventory is of.
    let innermost: Int

    init(_ container: DependencyContainer) {
        let tables: [StackTable] = sequence(first: container.table, next: \.parent).reversed()
        Inventory.pushDefaults(tables)
        innermost = tables.count - 1
        entries = tables.enumerated().flatMap { index, table in
            let modules = Inventory.moduleNames(table)
            let entries = table.stacks.flatMap { stack in
                stack.entries.indices.map {
                    Inventory.entry(stack, $0, (table, index), asked: container.table, modules)
                }
            }
            return entries.filter { !$0.isInherited && !$0.key.isInternal }.sorted { $0.origin < $1.origin }
        }
    }

    /// A fork in which everything may be created once, and the fork's parents, which are forks too.
    static func forTrial(_ container: DependencyContainer) -> [DependencyContainer] {
        Array(sequence(first: container.fork(), next: \.table.parentContainer))
    }

    /// Makes what a look-up of some keys would make first: defaults of typed keys.
    static func pushDefaults(of keys: [ServiceKey], in outermost: StackTable) {
        for key in keys.compactMap(\.typedKey) {
            if let recipe = key.recipe { outermost.pushDefault(key.registration(in: outermost), recipe) }
        }
    }

    /// Makes what a look-up would make first: automatic registrations, and decorated defaults of typed keys.
    private static func pushDefaults(_ tables: [StackTable]) {
        _ = try? tables[0].registerAutomatically(Lookup(ServiceKey(Never.self, named: nil), #fileID, #line))
        let decorated = tables.flatMap(\.stacks).filter { !$0.isRegistered(at: .top) && !$0.entries.isEmpty }
        pushDefaults(of: decorated.map(\.key), in: tables[0])
    }

    private static func moduleNames(_ table: StackTable) -> [UInt64: String] {
        table.changeModules { $0.values }.reduce(into: [:]) { names, module in
            let name = ServiceKey.fullName(of: module.type)
            for registration in module.registrations { names[registration.number] = name }
        }
    }

    private static func entry(
        _ stack: Stack,
        _ index: Int,
        _ container: (table: StackTable, position: Int),
        asked: StackTable,
        _ modules: [UInt64: String]
    ) -> Entry {
        let entry = stack.entries[index]
        let registration = entry.registration
        return Entry(
            info: RegistrationInfo(entry, depth: 0),
            container: container.position,
            isTop: index == stack.entries.count - 1,
            numberBelow: index > 0 ? stack.entries[index - 1].registration.origin : nil,
            dependencies: entry.isOfInstance ? [] : entry.recipe?.dependencies,
            module: modules[registration.number]
        ) { () throws(DependencyError) in
            let table = registration.lifetime.isMadeByAsker ? asked : container.table
            try table.tryOut(registration)
        }
    }
}
