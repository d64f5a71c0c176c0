// The asynchronous creations of a container.

extension StackTable {
    /// Counts the asynchronous creations in progress here and in children, which may look up services of the parents.
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

    /// Runs `body` as soon as no asynchronous creation is in progress in several containers.
    static func afterCreations(in tables: ArraySlice<StackTable>, _ body: @escaping @Sendable () -> Void) {
        guard let table = tables.first else { return body() }
        table.afterCreations { afterCreations(in: tables.dropFirst(), body) }
    }

    /// Whether the current task creates something asynchronously for this container, or for a child of it, and would wait for itself.
    var isCreatingHere: Bool {
        ThreadState.current.creator { $0.request.isAsync && $0.owner.withParents.contains { $0 === self } } != nil
    }
}

extension StackTable {
    /// The eager asynchronous registrations that look-ups in a table find, those of parents first, and the oldest first.
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

    /// The look-up that awaits a registration, with its decorators. Nil if it has been removed meanwhile.
    func resolver(of registration: AnyServiceRegistration, _ place: CodePlace) -> Resolver? {
        if registration.shard.withLock({ _ in registration.stack == nil }) { return nil }
        return registration.key.isOfContributions
            ? Resolver(exactly: registration, place, in: self, isAsync: true)
            : Resolver(registration.key, place, in: self, isAsync: true)
    }
}
