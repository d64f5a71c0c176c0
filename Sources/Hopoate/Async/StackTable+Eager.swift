// The eager asynchronous registrations of a container.

extension StackTable {
    /// The eager asynchronous registrations that look-ups find: parents' first, then by age.
    var eagerCreations: [AnyServiceRegistration] {
        let tables = withParents
        return tables.reversed().flatMap { table in
            var found: [AnyServiceRegistration] = []
            table.withShards { shard in
                for stack in shard.stacks.stacks {
                    found += stack.answering.filter { $0.lifetime == .eager && $0.recipe?.isAsynchronous == true }
                }
            }
            return found.ordered(by: \.number).filter { entry in
                entry.key.isOfContributions || tables.first { $0.hasBase(entry.key) } === table
            }
        }
    }

    /// The look-up that awaits a registration and its decorators. Nil if the registration was removed meanwhile.
    func lookup(of registration: AnyServiceRegistration, _ place: CodePlace) -> Lookup? {
        if registration.shard.withLock({ _ in registration.stack == nil }) { return nil }
        return registration.key.isOfContributions
            ? Lookup(exactly: registration, place, in: self, isAsync: true)
            : Lookup(registration.key, place, in: self, isAsync: true)
    }
}
