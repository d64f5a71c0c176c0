/// The argument of a look-up.
final class LookupArgument: Sendable {
    /// The argument, for the creator.
    let input: AnyKept
    /// Nil for an argument that cannot be told from others: it cannot be hashed, or is not even equal to itself.
    private let value: UncheckedSendable<AnyHashable>?
    /// The type of a value that is only known to be of some type: 1 as an `Int` is not 1 as a `Double`.
    private let type: ObjectIdentifier?
    private let hash: Int?

    /// Runs users' code, if the argument is `Hashable`.
    init<Argument>(_ argument: Argument) {
        func erase<H: Hashable>(_ type: H.Type) -> AnyHashable? { (argument as? H).map { AnyHashable($0) } }
        let known = (Argument.self as? any Hashable.Type).flatMap { erase($0) }
        let hashable = known ?? argument as? AnyHashable
        let value = hashable == hashable ? hashable : nil
        input = Kept(argument)
        self.value = value.map { UncheckedSendable($0) }
        type = known == nil ? value.map { ObjectIdentifier(Swift.type(of: $0.base)) } : nil
        hash = value?.hashValue
    }

    /// Whether two arguments are equal, and known to be. Runs users' code.
    func isEqual(to other: LookupArgument) -> Bool {
        hash != nil && hash == other.hash && type == other.type && value?.value == other.value?.value
    }

    /// The stack for the argument of the entries that answer: the one that takes the argument, and its decorators.
    ///
    /// - Returns: Nil when the registration has been removed.
    func stack(of entries: [Entry], for tableNumber: UInt64, now: Double) -> PrivateStack? {
        let (original, recipe) = (entries[0].registration, entries[0].recipe)
        // Nobody asks again for what is transient, or made from a value that cannot be told from others.
        guard let hash, original.lifetime != .transient, let stacks = entries[0].arguments else {
            return PrivateStack(original.copy(for: tableNumber, lifetime: .transient), recipe)
        }
        return stacks.stack(for: self, hash, now: now) {
            PrivateStack(original.copy(for: tableNumber), recipe, for: self)
        }
    }
}

extension Lookup {
    static func taking<Service, Argument>(
        _ argument: Argument,
        _ service: Service.Type,
        _ name: String?,
        _ fileID: StaticString,
        _ line: UInt
    ) -> Lookup {
        Lookup(ServiceKey(Taking<Argument, Service>.self, named: name), fileID, line).routed {
            $0.argument = LookupArgument(argument)
        }
    }

    /// Whether the stack for the argument has to be found yet.
    var hasToFindStack: Bool { argument != nil && stack == nil }
}

extension StackTable {
    @inline(never)
    func resolveWithArgument(_ lookup: Lookup) throws(ResolutionFailure) -> Answer {
        while let route = try routeToStack(of: lookup) {
            do throws(ResolutionFailure) {
                return try resolveOnStack(lookup.asked(along: route))
            } catch .removed {
                // The stack is gone: then there is another one.
            } catch .isForEachContainer where lookup.asker == nil {
            }
        }
        return try resolveElsewhere(lookup)
    }

    /// The route to the stack for a look-up's argument. Nil when nothing is registered here that takes it.
    @inline(never)
    private func routeToStack(of lookup: Lookup) throws(ResolutionFailure) -> Lookup.Route? {
        guard let argument = lookup.argument else { return nil }
        while true {
            let (entries, observers) = entriesTakingArgument(lookup)
            guard let first = entries.first else { return nil }
            if first.registration.isDecorator, try pushDefaults(lookup) { continue }
            let expires = first.registration.lifetime.kind == .expiring
            let now = expires ? try secondsNow(for: lookup) : 0
            guard let stack = argument.stack(of: entries, for: number, now: now) else { continue }
            stack.update(entries, for: number)
            return lookup.rerouted { ($0.stack, $0.observers) = (stack, observers) }
        }
    }

    /// The entries that answer, the lowest first, and who observes all of the table.
    private func entriesTakingArgument(_ lookup: Lookup) -> ([Entry], ObserverList?) {
        withShard(of: lookup.key) { shard in
            (shard.slot(of: lookup.key).map { shard.stacks[$0].answeringEntries } ?? [], shard.observers)
        }
    }
}
