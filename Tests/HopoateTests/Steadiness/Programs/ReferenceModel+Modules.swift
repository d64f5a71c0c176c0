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

// A container installs a module once, counts its users, and removes it with the last one.
extension ReferenceModel {
    struct Installation {
        let tag: Int
        /// Distinguishes it from an earlier installation of the same module.
        let identifier: Int
        /// The number of tokens and modules that use it.
        var count = 1
        /// The entries that it has registered.
        var entries: [Int] = []
        /// The modules that it uses, as often as it names them.
        var submodules: [Int] = []
    }

    struct ModuleToken {
        let container: Int
        let installation: Int
        var isUsed = false
    }

    /// Installs a module, unless it is there already.
    ///
    /// - Returns: The token.
    mutating func install(_ plan: ModulePlan, in container: Int) -> Int {
        moduleTokens.append(ModuleToken(container: container, installation: name(plan, container)))
        return moduleTokens.count - 1
    }

    /// Counts one more user of a module, and installs it for the first.
    private mutating func name(_ plan: ModulePlan, _ container: Int) -> Int {
        if let index = containers[container].installations.firstIndex(where: { $0.tag == plan.tag }) {
            containers[container].installations[index].count += 1
            return containers[container].installations[index].identifier
        }
        let identifier = nextIdentifier()
        containers[container].installations.append(Installation(tag: plan.tag, identifier: identifier))
        installing.append((plan.tag, container))
        // One that is being installed does not wait for itself.
        for submodule in plan.submodules where !installing.contains(where: { $0 == (submodule.tag, container) }) {
            let named = name(submodule, container)
            changeInstallation(plan.tag, container) { $0.submodules.append(named) }
        }
        for content in plan.contents {
            _ = register(content.lifetime, content.recipe, for: content.key, in: container)
        }
        installing.removeLast()
        return identifier
    }

    /// Removes a token's use of a module, once and in its own container. A module without users is removed, its newest
    /// registration first.
    mutating func remove(module token: Int, from container: Int) {
        guard moduleTokens[token].container == container, !moduleTokens[token].isUsed else { return }
        moduleTokens[token].isUsed = true
        let entries = takeBack(moduleTokens[token].installation, container)
        for entry in entries.sorted(by: >) { remove(entry, from: container) }
    }

    /// - Returns: The entries to remove.
    private mutating func takeBack(_ identifier: Int, _ container: Int) -> [Int] {
        let installations = containers[container].installations
        guard let index = installations.firstIndex(where: { $0.identifier == identifier }) else { return [] }
        containers[container].installations[index].count -= 1
        guard installations[index].count == 1 else { return [] }
        containers[container].installations.remove(at: index)
        return installations[index].entries + installations[index].submodules.flatMap { takeBack($0, container) }
    }

    /// Adds an entry to the module that is being installed, if any.
    mutating func addToModule(_ entry: Entry) {
        guard let module = installing.last(where: { $0.container == entry.container }) else { return }
        changeInstallation(module.tag, entry.container) { $0.entries.append(entry.identifier) }
    }

    private mutating func changeInstallation(_ tag: Int, _ container: Int, _ change: (inout Installation) -> Void) {
        guard let index = containers[container].installations.firstIndex(where: { $0.tag == tag }) else { return }
        change(&containers[container].installations[index])
    }
}
