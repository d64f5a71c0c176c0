// The asynchronous creations of a container.

extension StackTable {
    /// Counts asynchronous creations in progress, here and in the parents, whose services they may look up.
    @inline(never)
    func countCreations(_ change: Int) {
        let waiting = withState { state in
            state.creations += change
            return state.creations == 0 ? state.awaitingCreations.take() : nil
        }
        for body in waiting ?? [] { body() }
        parent?.countCreations(change)
    }

    func afterCreations(_ body: @escaping @Sendable () -> Void) {
        let isCreating = withState { state in
            if state.creations > 0 { state.awaitingCreations = (state.awaitingCreations ?? []) + [body] }
            return state.creations > 0
        }
        if !isCreating { body() }
    }

    /// Runs `body` after it has waited for the asynchronous creations of each table, one table after the other.
    static func afterCreations(in tables: ArraySlice<StackTable>, _ body: @escaping @Sendable () -> Void) {
        guard let table = tables.first else { return body() }
        table.afterCreations { afterCreations(in: tables.dropFirst(), body) }
    }

    /// Whether the current task runs a creator of an `asyncResolve`, here or in a child, and would wait for itself.
    var isCreatingHere: Bool {
        ThreadState.current.creator { $0.request.isAsync && $0.owner.withParents.contains { $0 === self } } != nil
    }

    /// The eager asynchronous registrations that the requester's look-ups find: parents' first, then by age.
    func eagerCreations(for requester: StackTable) -> [AnyServiceRegistration] {
        var found: [AnyServiceRegistration] = []
        changeShards { shard in
            for stack in shard.stacks.stacks {
                found += stack.answering.filter { $0.lifetime == .eager && $0.recipe?.isAsynchronous == true }
            }
        }
        let answering = found.orderedByAge.filter { entry in
            entry.key.isOfContributions || requester.withParents.first { $0.hasBase(entry.key) } === self
        }
        return (parent?.eagerCreations(for: requester) ?? []) + answering
    }

    /// The look-up that awaits a registration and its decorators. Nil if the registration was removed meanwhile.
    func resolver(of registration: AnyServiceRegistration, _ place: CodePlace) -> Resolver? {
        if registration.shard.withLock({ _ in registration.stack == nil }) { return nil }
        return registration.key.isOfContributions
            ? Resolver(exactly: registration, place, in: self, isAsync: true)
            : Resolver(registration.key, place, in: self, isAsync: true)
    }
}
