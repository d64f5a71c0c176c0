// Decorations and copies that children make of a parent's registrations, and let go of with them.

/// A registration of a child that depends on a parent's: a decorator that keeps what it has made of the parent's instance,
/// or the lowest of the copies.
struct Dependent: Sendable {
    weak var table: StackTable?
    let registration: AnyServiceRegistration

    /// Whether it is a copy, which depends on the entries that answer and not on an instance.
    var isCopy: Bool { registration.rank == .inherited }

    /// Takes something out of the child's stack. The parent's stack is locked meanwhile.
    func take(_ body: (inout Stack) -> [LetGo]) -> [LetGo] {
        guard let table else { return [] }
        let taken = table.withStack(of: registration.key, body) ?? []
        // The table must not be released under the locks either.
        return [LetGo(entry: Entry(registration, nil), child: table)] + taken
    }
}

extension Stack {
    /// Notes a child's decorator of an instance, if that is still kept. A decorator that has been removed meanwhile is not noted.
    mutating func note(_ decorator: AnyServiceRegistration, of instance: AnyKept, in child: StackTable) -> Bool {
        guard keeps(instance), child.withStack(of: key, { $0.index(of: decorator) != nil }) == true
        else { return false }
        dependents[decorator.number] = Dependent(table: child, registration: decorator)
        return true
    }

    /// Copies the entries that answer to a child's stack, if each container is to have its own. This stack is locked meanwhile:
    /// never lock a child's first.
    ///
    /// - Returns: The entries that this takes out. Nil if there is nothing to copy.
    mutating func copyAnswer(to child: StackTable) -> [LetGo]? {
        let copied = answeringEntries.filter { entry in
            // Decorators are copied with the entry that they decorate.
            entry.registration.isDecorator || entry.registration.lifetime == .perContainer
        }
        if copied.allSatisfy(\.registration.isDecorator) { return nil }
        let copies = copied.map { $0.copy(for: child, rank: .inherited) }
        guard let removed = child.pushAtBottom(copies) else { return [] }
        let lowest = copies[0].registration
        dependents[lowest.number] = Dependent(table: child, registration: lowest)
        return removed
    }

    /// The children that have copies of the entries.
    var childrenWithCopies: [StackTable] { dependents(areCopies: true).compactMap(\.table) }

    /// Takes back that a registration of a child depends on one of these.
    mutating func forget(_ dependent: AnyServiceRegistration) { dependents[dependent.number] = nil }

    /// Those of one kind, the oldest first.
    private func dependents(areCopies: Bool) -> [Dependent] {
        dependents.values.filter { $0.isCopy == areCopies }.sorted { $0.registration.number < $1.registration.number }
    }

    /// Takes the copies out that children have of the entries.
    mutating func takeCopies() -> [LetGo] {
        let copies = dependents(areCopies: true)
        for copy in copies { forget(copy.registration) }
        return copies.flatMap { copy in copy.take { $0.remove(copy.registration) } }
    }

    /// Takes the decorations of an instance out that children keep.
    func takeDecorations(inChildrenOf index: Int) -> [LetGo] {
        // To ask for the instance would count a reference (`Benchmarks`, row 'register a mock and remove it').
        guard !dependents.isEmpty, let kept = entries[index].kept else { return [] }
        return dependents(areCopies: false).flatMap { decorator in
            decorator.take { $0.takeKept(of: decorator.registration, ifOf: kept) }
        }
    }
}

extension StackTable {
    /// Notes, with the parent that keeps an instance, the decoration that a child has made of it.
    ///
    /// - Returns: Whether some parent still keeps the instance.
    func note(_ decorator: AnyServiceRegistration, of instance: AnyKept, in child: StackTable) -> Bool {
        withStack(of: decorator.key) { $0.note(decorator, of: instance, in: child) } == true
            || parent?.note(decorator, of: instance, in: child) == true
    }

    /// Takes back the note of a decoration, or of a copy.
    func forget(_ dependent: AnyServiceRegistration) {
        withStack(of: dependent.key) { $0.forget(dependent) }
        parent?.forget(dependent)
    }
}
