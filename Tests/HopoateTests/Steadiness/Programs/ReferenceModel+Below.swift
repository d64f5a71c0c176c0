// What stands below all that is registered by hand.
extension ReferenceModel {
    /// Puts it onto a stack: copies of what a parent registers for each container, or else what is registered
    /// automatically, or else the default.
    ///
    /// - Returns: Whether there is anything but decorators to answer then, or below an entry.
    mutating func pushWhatStandsBelow(_ key: TestedKey, in container: Int, below upper: Int? = nil) -> Bool {
        var isRegistered: Bool {
            entries(key, container).prefix { $0.identifier != upper }.contains { $0.making != .decorator }
        }
        if let parent = containers[container].parent {
            if key.isOfContributions || !self.isRegistered(key, parent) { _ = pushWhatStandsBelow(key, in: parent) }
            copyWhatEachContainerHas(key, from: parent, to: container)
        } else {
            registerAutomatically(in: container)
            if let (recipe, lifetime) = key.defaultRecipe, !isRegistered {
                pushDefault(recipe, lifetime, key, in: container)
            }
        }
        return isRegistered
    }

    /// Copies what answers in a parent, if each container is to have its own, with the decorators above. Of contributions
    /// each answers for itself.
    private mutating func copyWhatEachContainerHas(_ key: TestedKey, from parent: Int, to container: Int) {
        if entries(key, container).contains(where: { $0.rank == .inherited }) { return }
        let answering = entries(key, parent).dropFirst(answeringIndex(key, parent))
        for original in answering {
            let answer = key.isOfContributions ? original : answering.first
            guard answer?.making == .creator(.perContainer) else { continue }
            var copy = Entry(identifier: nextIdentifier(), recipe: original.recipe, making: original.making)
            copy.origin = original.origin
            copy.rank = .inherited
            insert(copy, key, container)
        }
    }

    /// Notes that other entries are going to answer. The copies that children have of those that did are removed, the newest
    /// of each child first.
    mutating func noteChange(_ key: TestedKey, _ container: Int) {
        containers[container].changes[key, default: 0] += 1
        for child in childrenWithCopies(key, container) {
            let copies = entries(key, child).filter { $0.rank == .inherited }.map(\.identifier)
            for copy in copies.reversed() { remove(copy, from: child) }
        }
    }

    /// The one that has copied first comes first.
    func childrenWithCopies(_ key: TestedKey, _ container: Int) -> [Int] {
        let children = containers.indices.filter { containers[$0].parent == container }.compactMap { child in
            entries(key, child).first { $0.rank == .inherited }.map { (child, copy: $0.identifier) }
        }
        return children.sorted { $0.copy < $1.copy }.map(\.0)
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
