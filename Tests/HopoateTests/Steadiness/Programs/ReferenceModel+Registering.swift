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
        for old in entries(key, container).reversed()
        where old.rank != .inherited && (old.isFromSetter || !isSetter) {
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
            if index >= answeringIndex(key, container) { noteChange(key, container) }
            letGoOfDecorations(above: index, key, container)
            letGoOfInstances(of: identifier, key, container)
            containers[container].stacks[key]?.remove(at: index)
        }
    }

    /// Takes everything out, the newest first, and forgets what was installed. A copy is as old as its original.
    mutating func reset(_ container: Int) {
        let newestFirst = allEntries(container).map(\.entry).sorted {
            ($0.origin, $0.identifier) > ($1.origin, $1.identifier)
        }
        for entry in newestFirst { remove(entry.identifier, from: container) }
        containers[container].installations = []
        containers[container].hasRegisteredAutomatically = false
    }

    /// Lets go of what an entry keeps, here and in all containers that have a copy, unless nothing could make it anew.
    mutating func reset(entry identifier: Int, of container: Int) {
        let place = allEntries(container).first { $0.entry.identifier == identifier }
        if let (key, entry) = place, entry.making != .instance { reset(origin: entry.origin, key, container) }
    }

    private mutating func reset(origin: Int, _ key: TestedKey, _ container: Int) {
        guard let index = entries(key, container).firstIndex(where: { $0.origin == origin }) else { return }
        letGoOfDecorations(above: index, key, container)
        letGoOfInstances(of: entries(key, container)[index].identifier, key, container)
        for child in childrenWithCopies(key, container) { reset(origin: origin, key, child) }
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

    /// Lets go of what decorators have made of the instance at a site, if there is one.
    mutating func letGoOfDecorations(above site: Site) {
        guard entry(at: site)?.instances[site.argument]?.kept != nil else { return }
        let above = entries(site.key, site.container).drop { $0.identifier != site.identifier }.dropFirst()
        for entry in above.prefix(while: { $0.making == .decorator }) {
            if let part = entry.instances[site.argument]?.kept {
                letGoOfDecorations(of: part, site.key, inChildrenOf: site.container)
            }
            let (key, container, argument) = (site.key, site.container, site.argument)
            let decoration = Site(identifier: entry.identifier, key: key, container: container, argument: argument)
            change(decoration) { $0 = Instance() }
        }
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
            let first = entries(key, child).firstIndex { $0.rank != .inherited }
            if let first, entries(key, child)[first].making == .decorator,
                entries(key, child)[first].instances[nil]?.source == part.label
            {
                letGoOfDecorations(above: first - 1, key, child)
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
        let isAbove = key.isOfContributions || index > answeringIndex(key, container)
        if isRegistered(key, container) ? isAbove : entry.rank == .byHand { noteChange(key, container) }
        containers[container].stacks[key, default: []].insert(entry, at: index)
    }

    /// The lowest entry that has a part in the answer.
    func answeringIndex(_ key: TestedKey, _ container: Int) -> Int {
        key.isOfContributions ? 0 : entries(key, container).lastIndex { $0.making != .decorator } ?? 0
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
