/// The reference of an object that looks services up to its container.
enum HeldContainer {
    case container(DependencyContainer)
    /// The container keeps the object, and a cycle of references must not form. A container empties its table when it is
    /// released.
    case table(StackTable)

    init(_ container: DependencyContainer) {
        // The process-wide container lives as long as the process.
        let isKept = container.ownTable.map { ThreadState.current.isMakingWhatIsKept(by: $0) } ?? false
        self = isKept ? .table(container.table) : .container(container)
    }

    var table: StackTable {
        switch self {
        case .container(let container): container.table
        case .table(let table): table
        }
    }
}
