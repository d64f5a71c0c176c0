/// What a module registers, and which modules it needs.
struct ModulePlan: Sendable, CustomStringConvertible {
    struct Content: Sendable {
        let key: TestedKey
        let lifetime: TestedLifetime
        let recipe: Recipe
    }

    /// Stands for the module's type, by which it is known.
    let tag: Int
    let contents: [Content]
    var submodules: [ModulePlan] = []

    static let tags = 0..<3

    var description: String {
        let contents = contents.map { "\($0.recipe.description) for \($0.key), \($0.lifetime)" }
        return "module \(tag) (\((submodules.map(\.description) + contents).joined(separator: "; ")))"
    }
}

extension ReferenceModel {
    /// A module that is installed.
    struct Installation {
        let tag: Int
        /// Tells it from an earlier one of the same module.
        let identifier: Int
        /// How many there are that have named it.
        var names = 1
        /// What it has registered.
        var entries: [Int] = []
        /// The modules that it has named, each as often as it has.
        var submodules: [Int] = []

        /// The same for a fork, whose entries have other identifiers.
        func copied(_ twins: [Int: Int]) -> Installation {
            var copy = self
            copy.entries = entries.compactMap { twins[$0] }
            return copy
        }
    }

    struct ModuleToken {
        let container: Int
        let installation: Int
        var isUsed = false
    }

    /// Installs a module, unless it is there already.
    ///
    /// - Returns: The token, and the identifiers of the new entries, in the order of registration.
    mutating func install(_ plan: ModulePlan, in container: Int) -> (token: Int, entries: [Int]) {
        var entries: [Int] = []
        let installation = install(plan, container, &entries)
        moduleTokens.append(ModuleToken(container: container, installation: installation))
        return (moduleTokens.count - 1, entries)
    }

    private mutating func install(_ plan: ModulePlan, _ container: Int, _ entries: inout [Int]) -> Int {
        let installed = containers[container].installations.first { $0.tag == plan.tag }
        // A module that is being installed does not need itself.
        if let installed, installing.contains(where: { $0 == (plan.tag, container) }) { return installed.identifier }

        let identifier = installed?.identifier ?? nextIdentifier()
        if let outer = installing.last(where: { $0.container == container }) {
            changeInstallation(container, { $0.tag == outer.tag }) { $0.submodules.append(identifier) }
        }
        if installed != nil {
            changeInstallation(container, { $0.identifier == identifier }) { $0.names += 1 }
            return identifier
        }
        containers[container].installations.append(Installation(tag: plan.tag, identifier: identifier))
        installing.append((plan.tag, container))
        for submodule in plan.submodules { _ = install(submodule, container, &entries) }
        for content in plan.contents {
            entries.append(register(content.lifetime, content.recipe, for: content.key, in: container))
        }
        installing.removeLast()
        return identifier
    }

    /// Takes a module out, if nobody else has named it: what it has registered, the newest first, and with it the modules
    /// that it has named. A token has an effect once, and in its own container.
    mutating func remove(module token: Int, from container: Int) {
        guard moduleTokens[token].container == container, !moduleTokens[token].isUsed else { return }
        moduleTokens[token].isUsed = true
        let entries = takeOut(moduleTokens[token].installation, container)
        for entry in entries.sorted(by: >) { remove(entry, from: container) }
    }

    /// - Returns: All that goes with it.
    private mutating func takeOut(_ identifier: Int, _ container: Int) -> [Int] {
        changeInstallation(container, { $0.identifier == identifier }) { $0.names -= 1 }
        guard let gone = containers[container].installations.first(where: { $0.identifier == identifier }),
            gone.names == 0
        else { return [] }
        containers[container].installations.removeAll { $0.identifier == identifier }
        return gone.entries + gone.submodules.flatMap { takeOut($0, container) }
    }

    /// Notes an entry as one of the module that is being installed, if any.
    mutating func addToModule(_ entry: Int, _ container: Int) {
        guard let module = installing.last(where: { $0.container == container }) else { return }
        changeInstallation(container, { $0.tag == module.tag }) { $0.entries.append(entry) }
    }

    private mutating func changeInstallation(
        _ container: Int,
        _ isMeant: (Installation) -> Bool,
        _ change: (inout Installation) -> Void
    ) {
        guard let index = containers[container].installations.firstIndex(where: isMeant) else { return }
        change(&containers[container].installations[index])
    }
}
