/// The registrations of a container and its parents. The graph learns about containers here, and nowhere else.
struct Inventory {
    struct Entry {
        let key: ServiceKey
        let number: UInt64
        let lifetime: Lifetime
        let place: CodePlace
        let isDefault: Bool
        /// The position of the container among its parents, the outermost of which has 0.
        let container: Int
        let isTop: Bool
        let numberBelow: UInt64?
        /// What the creator looks up. Nil if nobody knows; empty for an instance.
        let dependencies: [DeclaredDependency]?
        let module: String?
        /// Resolves the service in the entry's container: a contribution's by this entry, any other's from the top.
        let resolve: () throws(DependencyError) -> Void
    }

    /// The outermost parent's entries come first. Those of one container are in the order of registration.
    let entries: [Entry]

    init(_ container: DependencyContainer) {
        let tables: [StackTable] = sequence(first: container.table, next: \.parent).reversed()
        Inventory.pushDefaults(tables, foundFrom: container.table)
        entries = tables.enumerated().flatMap { index, table in
            let modules = Inventory.moduleNames(table)
            let entries = table.withAllStacks { stacks in
                stacks.flatMap(\.registrations).map { registration in
                    Entry(
                        key: registration.key,
                        number: registration.number,
                        lifetime: registration.lifetime,
                        place: registration.place,
                        isDefault: registration.rank != .byHand,
                        container: index,
                        isTop: registration.above == nil,
                        numberBelow: registration.below?.takeUnretainedValue().number,
                        dependencies: registration.isOfInstance ? [] : registration.details?.dependencies,
                        module: modules[registration.number]
                    ) { () throws(DependencyError) in
                        var lookup = Lookup(key: registration.key, place: registration.place)
                        if case .contributions = lookup.key.role.kind { lookup.position = .exactly(registration) }
                        try registration.resolveOnTrial(lookup, in: table)
                    }
                }
            }
            return entries.filter { !$0.key.isInternal }.sorted { $0.number < $1.number }
        }
    }

    /// A fork in which everything may be created once, and the fork's parents, which are forks too.
    static func forTrial(_ container: DependencyContainer) -> [DependencyContainer] {
        Array(sequence(first: container.fork()) { $0.owner?.parent })
    }

    /// Makes what a look-up would make first: automatic registrations, and decorated defaults of typed keys.
    private static func pushDefaults(_ tables: [StackTable], foundFrom table: StackTable) {
        let anything = Lookup(key: ServiceKey(Never.self, named: nil), place: CodePlace(fileID: #fileID, line: #line))
        _ = try? tables[0].registerAutomatically(anything)
        let makers = tables.flatMap { table in
            table.withAllStacks { stacks in stacks.flatMap(\.registrations).compactMap { $0.details?.makeDefault } }
        }
        for case let registration? in makers.map({ $0(tables[0]) }) where !table.canResolve(registration.key) {
            tables[0].pushDefault(registration)
        }
    }

    private static func moduleNames(_ table: StackTable) -> [UInt64: String] {
        let modules = table.changeModules { modules in modules.map { ($0.module, $0.registrations.map(\.number)) } }
        return modules.reduce(into: [:]) { names, module in
            for number in module.1 { names[number] = ServiceKey.fullName(of: module.0) }
        }
    }
}
