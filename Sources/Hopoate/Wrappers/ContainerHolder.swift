/// What an object that looks services up holds of its container: the container, unless that keeps the object. Then it is
/// the table only, which the container empties when it is released, and no cycle of references forms.
struct HeldContainer {
    let table: StackTable
    private var container: DependencyContainer?

    init(_ container: DependencyContainer) {
        table = container.table
        // The process-wide container needs no holding.
        if container.ownTable == nil || Resolution.ofThread.isMakingWhatIsKept(by: table) { return }
        self.container = container
    }

    /// Stops holding a table's container.
    ///
    /// - Returns: The container, to be released outside every lock.
    mutating func letGo(of table: StackTable) -> DependencyContainer? {
        guard table === self.table else { return nil }
        defer { container = nil }
        return container
    }
}

/// The same for objects that have no lock of their own.
final class ContainerHolder: Sendable {
    let table: StackTable
    private let held: Protected<HeldContainer>

    init(_ container: DependencyContainer) {
        table = container.table
        held = Protected(HeldContainer(container))
    }

    func letGo(of table: StackTable) {
        let container = held.withLock { $0.letGo(of: table) }
        withExtendedLifetime(container) {}
    }
}
