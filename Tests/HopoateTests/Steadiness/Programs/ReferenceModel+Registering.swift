// Registering and removing.
extension ReferenceModel {
    /// - Returns: The entry's identifier, which is the token.
    mutating func register(_ part: Part, _ recipe: Recipe, for key: TestedKey, in container: Int) -> Int {
        push(Entry(identifier: nextIdentifier(), recipe: recipe, making: .instance, kept: part), key, container)
    }

    mutating func register(
        _ lifetime: TestedLifetime,
        _ recipe: Recipe,
        for key: TestedKey,
        in container: Int
    ) -> Int {
        // An eager creator runs before anybody can find its registration, which stands also if it fails. One that takes
        // an argument has to wait for that.
        let runsNow = lifetime == .eager && !key.takesArgument
        let kept = runsNow ? makeEagerly(recipe, in: container) : nil
        let entry = Entry(identifier: nextIdentifier(), recipe: recipe, making: .creator(lifetime), kept: kept)
        return push(entry, key, container)
    }

    mutating func decorate(_ recipe: Recipe, for key: TestedKey, in container: Int) -> Int {
        push(Entry(identifier: nextIdentifier(), recipe: recipe, making: .decorator), key, container)
    }

    /// Registers in place of everything, or, for a typed key, of what the setter has registered before.
    mutating func overwrite(with part: Part, _ recipe: Recipe, for key: TestedKey, in container: Int) -> Int {
        let isSetter = key.defaultRecipe != nil
        for old in entries(key, container).reversed() where old.isFromSetter || !isSetter {
            remove(old.identifier, from: container)
        }
        var entry = Entry(identifier: nextIdentifier(), recipe: recipe, making: .instance, kept: part)
        entry.isFromSetter = isSetter
        return push(entry, key, container)
    }

    mutating func pushDefault(_ recipe: Recipe, _ lifetime: TestedLifetime, _ key: TestedKey, in container: Int) {
        var entry = Entry(identifier: nextIdentifier(), recipe: recipe, making: .creator(lifetime))
        entry.rank = .keyDefault
        insert(entry, key, container)
    }

    /// Takes an entry out, wherever it is, and with it what decorators have made of it. No effect when it is not there.
    mutating func remove(_ identifier: Int, from container: Int) {
        for key in TestedKey.allCases {
            guard let index = entries(key, container).firstIndex(where: { $0.identifier == identifier }) else {
                continue
            }
            letGoOfDecorations(above: index, key, container)
            letGoOfInstances(of: identifier, key, container)
            if index >= answeringIndex(key, container) { containers[container].changes[key, default: 0] += 1 }
            containers[container].stacks[key]?.remove(at: index)
        }
    }

    /// Takes everything out, the newest first, and forgets what was installed.
    mutating func reset(_ container: Int) {
        for (_, entry) in allEntries(container).reversed() { remove(entry.identifier, from: container) }
        containers[container].installations = []
        containers[container].hasRegisteredAutomatically = false
    }

    mutating func reset(scope: Int) {
        for container in containers.indices {
            for (key, entry) in allEntries(container) where entry.making == .creator(.scoped(scope)) {
                letGoOfInstances(of: entry.identifier, key, container)
                guard let index = entries(key, container).firstIndex(where: { $0.identifier == entry.identifier })
                else { continue }
                letGoOfDecorations(above: index, key, container)
            }
        }
    }

    private mutating func letGoOfInstances(of identifier: Int, _ key: TestedKey, _ container: Int) {
        let entry = entries(key, container).first { $0.identifier == identifier }
        for argument in (entry?.instances ?? [:]).keys {
            letGo(at: Site(identifier: identifier, key: key, container: container, argument: argument))
        }
    }

    /// Lets go of what is kept at a site, and tells of it if that is what the entry does.
    mutating func letGo(at site: Site) {
        guard let entry = entry(at: site) else { return }
        let part = entry.instances[site.argument]?.kept
        if let part { letGoOfDecorations(of: part, site.key, inChildrenOf: site.container) }
        if entry.cleansUp, let part { workshop.cleanUp(part, of: entry.recipe) }
        change(site) { $0 = Instance() }
    }

    private mutating func letGoOfDecorations(above index: Int, _ key: TestedKey, _ container: Int) {
        for (index, entry) in entries(key, container).enumerated().dropFirst(index + 1) {
            guard entry.making == .decorator else { return }
            containers[container].stacks[key]?[index].instances = [:]
            if let part = entry.instances[nil]?.kept { letGoOfDecorations(of: part, key, inChildrenOf: container) }
        }
    }

    /// Lets go of what decorators of children, and of their children, have made of an instance.
    private mutating func letGoOfDecorations(of part: Part, _ key: TestedKey, inChildrenOf container: Int) {
        for child in containers.indices where containers[child].parent == container {
            let first = entries(key, child).first
            if let first, first.making == .decorator, first.instances[nil]?.source == part.label {
                letGoOfDecorations(above: -1, key, child)
            }
            letGoOfDecorations(of: part, key, inChildrenOf: child)
        }
    }

    private mutating func push(_ entry: Entry, _ key: TestedKey, _ container: Int) -> Int {
        var entry = entry
        if isRegisteringAutomatically { entry.rank = .automatic } else { addToModule(entry.identifier, container) }
        insert(entry, key, container)
        return entry.identifier
    }

    /// Puts an entry on top of those that have its rank.
    mutating func insert(_ entry: Entry, _ key: TestedKey, _ container: Int) {
        let above = entries(key, container).firstIndex { $0.rank.rawValue > entry.rank.rawValue }
        let index = above ?? entries(key, container).count
        // A default that is the first to answer changes nothing for a property that has asked before: it got nothing.
        let isFirst = entry.rank != .byHand && !entries(key, container).contains { $0.making != .decorator }
        if index >= answeringIndex(key, container), !isFirst { containers[container].changes[key, default: 0] += 1 }
        containers[container].stacks[key, default: []].insert(entry, at: index)
    }

    /// The lowest entry that has a part in the answer.
    private func answeringIndex(_ key: TestedKey, _ container: Int) -> Int {
        entries(key, container).lastIndex { $0.making != .decorator } ?? 0
    }

    func entries(_ key: TestedKey, _ container: Int) -> [Entry] { containers[container].stacks[key] ?? [] }

    func entry(at site: Site) -> Entry? {
        entries(site.key, site.container).first { $0.identifier == site.identifier }
    }

    /// Changes what there is at a site, if its entry is still there.
    mutating func change(_ site: Site, _ body: (inout Instance) -> Void) {
        let entries = entries(site.key, site.container)
        guard let index = entries.firstIndex(where: { $0.identifier == site.identifier }) else { return }
        var instance = entries[index].instances[site.argument] ?? Instance()
        body(&instance)
        containers[site.container].stacks[site.key]?[index].instances[site.argument] = instance
    }
}

// What is registered automatically.
extension ReferenceModel {
    struct Automatic {
        let key: TestedKey
        let recipe: Recipe
        /// Nil for a decorator.
        let lifetime: TestedLifetime?
    }

    /// Registers what `AutoRegistering` says, once for each container without a parent.
    mutating func registerAutomatically(in container: Int) {
        guard !containers[container].hasRegisteredAutomatically else { return }
        containers[container].hasRegisteredAutomatically = true
        isRegisteringAutomatically = true
        defer { isRegisteringAutomatically = false }
        for (key, recipe, lifetime) in automatic.map({ ($0.key, $0.recipe, $0.lifetime) }) {
            if let lifetime {
                _ = register(lifetime, recipe, for: key, in: container)
            } else {
                _ = decorate(recipe, for: key, in: container)
            }
        }
    }
}
