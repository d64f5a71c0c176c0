/// The argument of a look-up. It knows the argument's type, so that a look-up goes the way of any other.
final class LookupArgument: Sendable {
    /// Nil for an argument that cannot be told from others.
    let value: ArgumentValue?
    /// Makes the recipe for this argument of that for any.
    private let apply: @Sendable (AnyRecipe) -> AnyRecipe

    /// Runs users' code, if the argument is `Hashable`.
    init<Service, Argument>(_ argument: Argument, for service: Service.Type) {
        value = ArgumentValue(argument)
        let argument = UncheckedSendable(argument)
        apply = { recipe in
            guard let recipe = recipe as? Recipe<Service>, case .takingArgument(let creator) = recipe.making,
                let creator = creator as? ArgumentCreator<Argument, Service>
            else { fatalError("A stack of arguments holds registrations that take one.") }
            return Recipe<Service>(
                .creator { try creator.create(argument.value) },
                actor: recipe.actor,
                onRemove: recipe.onRemove
            )
        }
    }

    /// Whether two arguments are equal, and known to be. Runs users' code.
    func isEqual(to other: LookupArgument) -> Bool {
        guard let value, let other = other.value else { return false }
        return value.isEqual(to: other)
    }

    /// The stack for the argument of the entries that answer: the one that takes the argument, and its decorators.
    ///
    /// - Returns: Nil when the registration has been removed.
    func stack(of entries: [Entry], for tableNumber: UInt64, now: Double) -> PrivateStack? {
        let first = entries[0]
        // Nobody asks again for what is transient, or made from a value that cannot be told from others.
        guard let value, first.registration.lifetime != .transient, let stacks = first.arguments else {
            return makeStack(first, isShared: false, tableNumber)
        }
        return stacks.stack(for: value, now: now) { makeStack(first, isShared: true, tableNumber) }
    }

    private func makeStack(_ entry: Entry, isShared: Bool, _ tableNumber: UInt64) -> PrivateStack {
        let original = entry.registration
        let registration = AnyServiceRegistration(
            original.key,
            isShared ? original.lifetime : .transient,
            original.place,
            for: tableNumber,
            rank: original.rank,
            origin: original.origin
        )
        guard let recipe = entry.recipe else { fatalError("An argument is taken by a creator or a decorator.") }
        return PrivateStack(registration, recipe.kind == .takingArgument ? apply(recipe) : recipe)
    }
}

extension Lookup {
    static func taking<Service, Argument>(
        _ argument: Argument,
        _ service: Service.Type,
        _ name: String?,
        _ place: CodePlace
    ) -> Lookup {
        let key = ServiceKey.taking(Argument.self, service, named: name)
        return Lookup(key, place).routed { $0.argument = LookupArgument(argument, for: service) }
    }

    /// Whether the stack for the argument has to be found yet.
    var hasToFindStack: Bool { argument != nil && stack == nil }
}

extension StackTable {
    /// Resolves a service on the stack for the argument.
    @inline(never)
    func resolveWithArgument(_ lookup: Lookup) throws(ResolutionFailure) -> Answer {
        while true {
            guard let found = try findStack(of: lookup) else { return try resolveElsewhere(lookup) }
            do throws(ResolutionFailure) {
                return try resolve(found)
            } catch .removed {
                continue
            } catch .isForEachContainer where lookup.asker == nil {
                continue
            } catch {
                throw error
            }
        }
    }

    /// The same look-up on the stack for its argument. Nil when nothing is registered here that takes it.
    private func findStack(of lookup: Lookup) throws(ResolutionFailure) -> Lookup? {
        guard let argument = lookup.argument else { return nil }
        while true {
            var (entries, observers) = entriesTakingArgument(lookup)
            if entries.first?.registration.isDecorator == true, try pushDefaults(lookup) {
                (entries, observers) = entriesTakingArgument(lookup)
            }
            guard let first = entries.first else { return nil }
            let expires = first.registration.lifetime.kind == .expiring
            let now = expires ? try secondsNow(for: lookup.key, lookup.place) : 0
            guard let stack = argument.stack(of: entries, for: number, now: now) else { continue }
            stack.update(entries, for: number)
            return lookup.asked(on: stack, observers)
        }
    }

    /// The entries that answer, the lowest first, and who observes all of the table.
    private func entriesTakingArgument(_ lookup: Lookup) -> ([Entry], ObserverList?) {
        withShard(of: lookup.key) { shard in
            (shard.slot(of: lookup.key).map { shard.stacks[$0].answeringEntries } ?? [], shard.observers)
        }
    }
}
