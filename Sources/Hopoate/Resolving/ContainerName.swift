// What errors say of a container.

extension StackTable {
    /// The newest registration of a key, in this table alone.
    func newest(_ key: ServiceKey) -> RegistrationInfo? {
        withShard(of: key) { shard in
            guard let stack = shard.stacks[key], let top = stack.entries.last else { return nil }
            return RegistrationInfo(top, at: stack.entries.count - 1, in: stack)
        }
    }

    /// The name of the container in errors.
    var name: String {
        var (name, table) = ("", self)
        while table.ownName == nil, let parent = table.parent { (name, table) = (name + "a child of ", parent) }
        return name + (table.ownName ?? "")
    }

    /// Nil if its parent's name is needed.
    private var ownName: String? {
        if isProcessWide { return "the process-wide container" }
        if let ofTest = (container as Any as? any TestNotes)?.containerName { return ofTest }
        return isFork ? "a fork" : parent == nil ? "a container without a parent" : nil
    }
}

/// HopoateTestingHelpers, which knows the running tests, lets containers conform to this.
package protocol TestNotes {
    /// Whether the running code is that of a test without a container of its own.
    var isSearchedByUnisolatedTest: Bool { get }

    /// A name of the container of a test.
    var containerName: String? { get }
}
