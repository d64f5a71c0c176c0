/// The registrations and submodules of a module.
struct ModulePlan: Sendable, CustomStringConvertible {
    struct Content: Sendable {
        let key: TestedKey
        let lifetime: TestedLifetime
        let recipe: Recipe
    }

    /// Stands for the module's type, by which a container knows it.
    let tag: Int
    let contents: [Content]
    var submodules: [ModulePlan] = []

    static let tags = 3

    var description: String {
        let contents = contents.map { "\($0.recipe.description) for \($0.key), \($0.lifetime)" }
        return "module \(tag) (\((submodules.map(\.description) + contents).joined(separator: "; ")))"
    }
}

// Each installation pushes what its module registers. A listed module is there once for its type, as long as an installed one
// reaches it.
extension ReferenceModel {
    struct Installation {
        let tag: Int
        /// Distinguishes it from other installations of the same module.
        let identifier: Int
        /// Whether a token stands for it. Otherwise it was listed.
        var isInstalled: Bool
        /// The entries that it has registered.
        var entries: [Int] = []
        /// The modules that it lists.
        var listed: [Int] = []
    }

    struct ModuleToken {
        let container: Int
        let installation: Int
    }

    /// Installs a module.
    ///
    /// - Returns: The token.
    mutating func install(_ plan: ModulePlan, in container: Int) -> Int {
        moduleTokens.append(ModuleToken(container: container, installation: add(plan, container, isInstalled: true)))
        return moduleTokens.count - 1
    }

    private mutating func add(_ plan: ModulePlan, _ container: Int, isInstalled: Bool) -> Int {
        let identifier = nextIdentifier()
        if containers[container].isClosed { return identifier }
        containers[container].installations.append(
            Installation(tag: plan.tag, identifier: identifier, isInstalled: isInstalled)
        )
        installing.append((identifier, container))
        for submodule in plan.submodules {
            let present = containers[container].installations.last { $0.tag == submodule.tag }?.identifier
            let listed = present ?? add(submodule, container, isInstalled: false)
            change(identifier, container) { $0.listed.append(listed) }
        }
        for content in plan.contents {
            _ = register(content.lifetime, content.recipe, for: content.key, in: container)
        }
        installing.removeLast()
        return identifier
    }

    /// Removes what a token stands for, in its own container, and all modules that no installed one reaches. The newest registration
    /// comes first.
    mutating func remove(module token: Int, from container: Int) {
        let identifier = moduleTokens[token].installation
        guard moduleTokens[token].container == container,
            containers[container].installations.contains(where: { $0.identifier == identifier && $0.isInstalled })
        else { return }
        change(identifier, container) { $0.isInstalled = false }
        let installations = containers[container].installations
        var reached = installations.filter(\.isInstalled).map(\.identifier)
        var next = 0
        while next < reached.count {
            let listed = installations.first { $0.identifier == reached[next] }?.listed ?? []
            for module in listed where !reached.contains(module) { reached.append(module) }
            next += 1
        }
        containers[container].installations.removeAll { !reached.contains($0.identifier) }
        let entries = installations.filter { !reached.contains($0.identifier) }.flatMap(\.entries)
        for entry in entries.sorted(by: >) { remove(entry, from: container) }
    }

    /// Adds an entry to the module that is being installed, if any.
    mutating func addToModule(_ entry: Entry) {
        guard let module = installing.last(where: { $0.container == entry.container }) else { return }
        change(module.identifier, entry.container) { $0.entries.append(entry.identifier) }
    }

    private mutating func change(_ identifier: Int, _ container: Int, _ change: (inout Installation) -> Void) {
        guard let index = containers[container].installations.firstIndex(where: { $0.identifier == identifier })
        else { return }
        change(&containers[container].installations[index])
    }
}
