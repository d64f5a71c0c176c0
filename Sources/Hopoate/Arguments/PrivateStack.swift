/// A stack that no key finds: of one value of an argument, or of one `Lazy`. It has one registration, and in the case of an
/// argument its decorators. Resolving goes the way of any stack from there.
final class PrivateStack: Sendable {
    private let stack: Protected<Stack>
    /// The lowest one.
    let registration: AnyServiceRegistration
    /// Nil for a stack of another kind.
    let argument: LookupArgument?

    init(_ registration: AnyServiceRegistration, _ recipe: Recipe?, for argument: LookupArgument? = nil) {
        self.registration = registration
        self.argument = argument
        var stack = Stack(registration.key)
        _ = stack.insert(Entry(registration, recipe))
        self.stack = Protected(stack)
    }

    func withStack<Result>(_ body: (inout Stack) -> Result) -> Result {
        stack.withLock { body(&$0) }
    }

    /// Changes the stack, outside of whose lock users' code may run.
    ///
    /// - Returns: Whether that has taken anything out.
    @discardableResult
    func change(_ body: (inout Stack) -> [LetGo]) -> Bool {
        let (letGo, isAwaited) = withStack { (body(&$0), $0.takeAwaited()) }
        letGo.release(waking: isAwaited)
        return !letGo.isEmpty
    }

    /// Makes the decorators those of a stack of which this one's registration is the lowest that answers.
    func update(_ entries: [Entry], for tableNumber: UInt64) {
        let isUpToDate = withStack { stack in
            stack.entries.elementsEqual(entries) {
                $0.registration.origin == $1.registration.origin && $0.observers === $1.observers
            }
        }
        if isUpToDate { return }
        change { stack in
            let origins = entries.map(\.registration.origin)
            let removed = stack.removeAll { !origins.contains($0.origin) }
            let known = stack.entries.map(\.registration.origin)
            // There is nothing to decorate once the registrations have been removed.
            for entry in entries where !known.isEmpty && !known.contains(entry.registration.origin) {
                stack.insert(entry.copy(entry.registration.copy(for: tableNumber)))
            }
            for (index, entry) in zip(stack.entries.indices, entries) {
                stack.setObservers(entry.observers, at: index)
            }
            return removed
        }
    }

    /// Removes the registrations if they keep nothing at a time, and are making nothing. Runs users' code.
    ///
    /// - Returns: Whether they are removed.
    func emptyIfIdle(at now: Double) -> Bool {
        var held: AnyKept?
        // The instance is released after unlocking.
        defer { withExtendedLifetime(held) {} }
        return change { stack in
            guard let entry = stack.entries.first, entry.creation == nil else { return [] }
            held = entry.kept?.strong
            if let held, held.expiry > now { return [] }
            return stack.removeAll()
        }
    }
}
