// Pushing and removing entries.
extension ReferenceModel {
    /// - Returns: The entry's identifier, which is the token.
    mutating func register(_ part: Part, _ recipe: Recipe, for key: TestedKey, in container: Int) -> Int {
        push(.instance, recipe, key, container, kept: part)
    }

    mutating func register(
        _ lifetime: TestedLifetime,
        _ recipe: Recipe,
        for key: TestedKey,
        in container: Int
    ) -> Int {
        // An eager creator runs before its registration exists, which stands even if it fails. One that takes an
        // argument runs later.
        let runsNow = lifetime == .eager && !key.takesArgument && !containers[container].isClosed
        let kept = runsNow ? makeEagerly(recipe, in: container) : nil
        return push(.creator(lifetime), recipe, key, container, kept: kept)
    }

    mutating func decorate(_ recipe: Recipe, for key: TestedKey, in container: Int) -> Int {
        push(.decorator, recipe, key, container)
    }

    /// Whether a new decorator would decorate a kept instance, as far as registrations tell.
    func keepsWhatIsDecorated(_ key: TestedKey, _ container: Int) -> Bool {
        let base = base(key, container)
        if case .creator(let lifetime) = base?.making { return lifetime.keeps }
        return base != nil || key.defaultRecipe?.lifetime.keeps ?? true
    }

    /// The entry that answers, without its decorators.
    func base(_ key: TestedKey, _ container: Int) -> Entry? {
        let stacks = sequence(first: container) { containers[$0].parent }.map { stack(key, $0) }
        return stacks.lazy.compactMap { $0.last { !$0.isDecorator } }.first
    }

    /// Replaces all entries, or for a typed key those of the setter.
    mutating func overwrite(with part: Part, _ recipe: Recipe, for key: TestedKey, in container: Int) -> Int {
        let isSetter = key.defaultRecipe != nil
        for old in stack(key, container).reversed() where old.isFromSetter || !isSetter {
            take(old.identifier, from: container)
        }
        return push(.instance, recipe, key, container, kept: part, isFromSetter: isSetter)
    }

    private mutating func push(
        _ making: Making,
        _ recipe: Recipe,
        _ key: TestedKey,
        _ container: Int,
        kept: Part? = nil,
        rank: Rank? = nil,
        isFromSetter: Bool = false
    ) -> Int {
        let entry = Entry(
            identifier: nextIdentifier(),
            key: key,
            container: container,
            recipe: recipe,
            making: making,
            rank: rank ?? (registeringAutomatically.contains(container) ? .automatic : .byHand),
            isFromSetter: isFromSetter,
            cleansUp: recipe.cleansUp
        )
        keys[recipe.number] = key
        if containers[container].isClosed { return entry.identifier }
        if entry.rank == .byHand { addToModule(entry) }
        entries.append(entry)
        if let kept { keep(kept, at: entry.ownSite, .registration, of: entry) }
        countChange(entry)
        cleanUp()
        if entry.rank != .keyDefault { notify(of: entry, isNew: true) }
        // Observers get no token yet, and a setter never gives one.
        if entry.rank == .byHand, !isFromSetter { tokens[recipe.number] = entry.identifier }
        return entry.identifier
    }

    /// Counts a change of the answering entries, unless this one is below them.
    private mutating func countChange(_ entry: Entry) {
        let stack = stack(entry.key, entry.container)
        let answering = stack.suffix(from: stack.lastIndex { !$0.isDecorator } ?? 0)
        guard answering.contains(where: { $0.identifier == entry.identifier }) else { return }
        containers[entry.container].changes[entry.key, default: 0] += 1
    }

    /// Removes an entry at any depth, if it belongs to this container.
    mutating func remove(_ identifier: Int, from container: Int) {
        take(identifier, from: container)
        cleanUp()
    }

    private mutating func take(_ identifier: Int, from container: Int) {
        guard let entry = entry(identifier), entry.container == container else { return }
        countChange(entry)
        let layers = releaseLayers(of: entry)
        for index in creating.indices where layers.contains(creating[index].site.entry) {
            creating[index].isAbandoned = true
        }
        graph = graph.filter { !layers.contains($0.key.entry) }
        entries.removeAll { $0.identifier == identifier }
    }

    /// Removes all entries and releases all instances of a container, also those of a parent's registrations: the
    /// newest entry or instance of a requester first.
    mutating func reset(_ container: Int) {
        containers[container].installations.removeAll { module in
            !installing.contains { $0.identifier == module.identifier }
        }
        containers[container].hasRegisteredAutomatically = false
        asked = asked.filter { $0.container != container }
        let own = entries.filter { $0.container == container }
        let steps =
            own.map { (rank: $0.rank.rawValue, number: $0.identifier, site: Site?.none) }
            + present { $0.container == container && $0.isOwnedByRequester }
            .map { (Rank.byHand.rawValue, $0.age, $0.site) }
        for (_, number, site) in steps.sorted(by: { ($0.rank, $0.number) > ($1.rank, $1.number) }) {
            if let site { release(site) } else { remove(number, from: container) }
        }
    }

    /// Releases the instances of an entry in its container, unless it is a registered instance. Look-ups in other
    /// containers no longer find theirs.
    mutating func reset(entry identifier: Int, of container: Int) {
        guard let entry = entry(identifier), entry.container == container, entry.making != .instance else { return }
        _ = releaseLayers(of: entry)
        cleanUp()
    }

    /// Releases the instances of an entry and of the decorators directly above it in its container. Look-ups in others no longer find
    /// theirs.
    private mutating func releaseLayers(of entry: Entry) -> [Int] {
        let above = stack(entry.key, entry.container).drop { $0.identifier != entry.identifier }.dropFirst()
        let layers = [entry.identifier] + above.prefix { $0.isDecorator }.map(\.identifier)
        releaseInstances { layers.contains($0.entry) && $0.container == entry.container }
        asked = asked.filter { $0.entry != entry.identifier || $0.container != entry.container }
        for index in entries.indices where layers.contains(entries[index].identifier) { entries[index].resets += 1 }
        return layers
    }

    /// The instances, and those in creation, with their age.
    private func present(where isMeant: (Site) -> Bool) -> [(site: Site, age: Int)] {
        let creations = creating.filter { !$0.isAbandoned }.map { (site: $0.site, age: Int.max) }
        return (instances.map { (site: $0.key, age: $0.value.number) } + creations).filter { isMeant($0.site) }
    }

    /// Releases the present instances of a scope, those of the newest registration first.
    mutating func reset(scope: Int) {
        let present = present { entry($0.entry)?.making == .creator(.scoped(scope)) }
        for (site, _) in present.sorted(by: { ($0.site.entry, $0.age) > ($1.site.entry, $1.age) }) {
            release(site)
        }
    }
}

// Registrations below all that are made by hand.
extension ReferenceModel {
    struct Automatic {
        let key: TestedKey
        let recipe: Recipe
        /// Nil for a decorator.
        let lifetime: TestedLifetime?
    }

    /// Registers, in a container without a parent that has nothing to answer with, what `AutoRegistering` says, or the next
    /// time the default of the key.
    ///
    /// - Returns: Whether it is worth looking again.
    mutating func registerWhatStandsBelow(_ key: TestedKey, in container: Int) -> Bool {
        if registerAutomatically(in: container) { return true }
        guard let (recipe, lifetime) = key.defaultRecipe,
            !stack(key, container).contains(where: { $0.rank == .keyDefault })
        else { return false }
        _ = push(.creator(lifetime), recipe, key, container, rank: .keyDefault)
        return true
    }

    /// - Returns: False if it has been done already.
    mutating func registerAutomatically(in container: Int) -> Bool {
        guard !containers[container].hasRegisteredAutomatically else { return false }
        containers[container].hasRegisteredAutomatically = true
        registeringAutomatically.insert(container)
        running += 1
        defer {
            registeringAutomatically.remove(container)
            running -= 1
            if isOutermost { graph = [:] }
        }
        for (key, recipe, lifetime) in automatic.map({ ($0.key, $0.recipe, $0.lifetime) }) {
            if let lifetime {
                _ = register(lifetime, recipe, for: key, in: container)
            } else {
                _ = decorate(recipe, for: key, in: container)
            }
        }
        return true
    }
}
