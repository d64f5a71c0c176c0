/// The reference of an object that looks services up to its container.
enum HeldContainer {
    case processWide
    case container(DependencyContainer)
    /// The container keeps the object, and a cycle of references must not form. A container empties its table when it is
    /// released.
    case table(StackTable)

    init(_ container: DependencyContainer) {
        if let table = container.ownTable {
            self = Resolution.ofThread.isMakingWhatIsKept(by: table) ? .table(table) : .container(container)
        } else {
            self = .processWide
        }
    }

    var table: StackTable {
        switch self {
        case .processWide: .processWide
        case .container(let container): container.table
        case .table(let table): table
        }
    }

    /// Stops holding a table's container.
    ///
    /// - Returns: The container, to be released outside every lock.
    mutating func letGo(of table: StackTable) -> DependencyContainer? {
        guard case .container(let container) = self, container.table === table else { return nil }
        self = .table(table)
        return container
    }
}

/// The same for objects that have no lock of their own.
final class ContainerHolder: Sendable {
    private let held: Protected<HeldContainer>

    init(_ container: DependencyContainer) { held = Protected(HeldContainer(container)) }

    var table: StackTable { held.withLock(\.table) }

    func letGo(of table: StackTable) {
        let container = held.withLock { $0.letGo(of: table) }
        withExtendedLifetime(container) {}
    }
}
