/// A stack that no key finds, with one registration on it: of one value of an argument, or of one `Lazy`. Resolving goes
/// the way of any stack from there.
final class PrivateStack: Sendable {
    private let stack: Protected<Stack>
    let registration: AnyServiceRegistration

    init(_ registration: AnyServiceRegistration, _ recipe: AnyRecipe) {
        self.registration = registration
        var stack = Stack(registration.key)
        stack.insert(Entry(registration, recipe))
        self.stack = Protected(stack)
    }

    func withStack<Result>(_ body: (inout Stack) -> Result) -> Result {
        stack.withLock { body(&$0) }
    }

    /// Removes the registration, as nobody will resolve it any more. Runs users' code.
    func empty() {
        let (removed, isAwaited) = withStack { ($0.remove(registration), $0.takeAwaited()) }
        if isAwaited { Waiting.wakeAll() }
        removed.release()
    }

    func letGoOfKept() { withStack { $0.takeKept(of: registration) }.release() }

    /// Removes the registration if it keeps nothing at a time, and is making nothing. Runs users' code.
    ///
    /// - Returns: Whether it is removed.
    func emptyIfIdle(at now: Double) -> Bool {
        let (removed, held) = withStack { stack -> ([LetGo], AnyKept?) in
            guard let entry = stack.entries.first, entry.creation == nil else { return ([], nil) }
            let held = entry.kept?.strong
            if let held, held.expiry > now { return ([], held) }
            return (stack.remove(registration), held)
        }
        // The instance is released after unlocking.
        return withExtendedLifetime(held) {
            removed.release()
            return !removed.isEmpty
        }
    }
}
