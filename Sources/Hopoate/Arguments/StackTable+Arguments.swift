// Services that are kept for each value of their argument.

extension StackTable {
    /// Resolves a service on the stack of its key, or on the one for the value of its argument.
    @inline(never)
    func resolveWithArgument(_ lookup: Lookup) throws(ResolutionFailure) -> Answer {
        do throws(ResolutionFailure) { return try resolveOnStack(lookup) } catch .isForEachValue {}
        let (stack, version) = try stackForArgument(lookup)
        defer { stack.withOnlyStack { $0.pins -= 1 } }
        return try stack.resolveOnStack(lookup.asked(leaving: self, version))
    }

    /// The stack for the value of a look-up's argument, and the version of the key's stack that says so.
    @inline(never)
    private func stackForArgument(_ lookup: Lookup) throws(ResolutionFailure) -> (StackTable, version: UInt64) {
        let (entries, version) = withStack(of: lookup.key) { ($0.answeringEntries, $0.version) } ?? ([], 0)
        guard lookup.holds, let lowest = entries.first, let stacks = lowest.arguments, let argument = lookup.argument
        else { throw .outdated }
        if lowest.registration.isDecorator, try pushDefaults(lookup) { throw .outdated }
        let now = lowest.registration.lifetime.kind == .expiring ? try secondsNow(for: lookup) : 0
        let stack = stacks.stack(for: argument, now: now) {
            detachContainer(from: argument.input)
            return StackTable(partOf: self, lowest)
        }
        // Under the lock: a slow look-up must not take back what a later one has found.
        let removed = withStack(of: lookup.key) { $0.version == version ? stack.update(entries) : nil } ?? nil
        guard let removed else { throw .outdated }
        if !removed.isEmpty { removed.release() }
        return (stack, version)
    }
}

// The stack for a value, which is the only one of its table.
extension StackTable {
    func withOnlyStack<Result>(_ body: (inout Stack) -> Result) -> Result { shards.withLock { body(&$0.stacks[0]) } }

    /// Puts the decorators of the key's stack onto this one, and takes out others.
    ///
    /// - Parameter entries: The ones that answer on the key's stack. The registration here is the lowest of them.
    /// - Returns: The entries that have been taken out, or nil when the registrations have been removed.
    fileprivate func update(_ entries: [Entry]) -> [LetGo]? {
        withOnlyStack { stack in
            let known = stack.entries.map(\.registration.origin)
            let origins = entries.map(\.registration.origin)
            if known.isEmpty { return nil }
            // A look-up is on its way here: the stack is not to be swept away meanwhile.
            stack.pins += 1
            if known == origins { return [] }
            let removed = stack.removeAll { !origins.contains($0.origin) }
            for entry in entries where !known.contains(entry.registration.origin) {
                stack.insert(entry.copy(for: self))
            }
            return removed
        }
    }

    /// Takes the registrations out if they keep nothing at a time, are making nothing, so that no thread waits for them, and no
    /// look-up has come to them.
    ///
    /// - Returns: The entries that were taken out, or nil.
    func takeIfIdle(at now: Double) -> [LetGo]? {
        let kept = withOnlyStack { $0.entries.first?.kept }
        // Asked outside the lock, as that may release the last reference to an object.
        if let expiry = kept?.strong?.expiry, expiry > now { return nil }
        return withOnlyStack { stack in
            guard stack.pins == 0, let entry = stack.entries.first, entry.creation == nil, entry.kept === kept
            else { return nil }
            return stack.removeAll()
        }
    }
}
