/// What Hopoate promises, as a specification that runs: a container is a list of entries for each key, and the newest
/// entry answers.
///
/// It has no locks, no tables and no shortcuts. What is alive is what a `Part` in here is held by.
struct ReferenceModel {
    /// A registration.
    struct Entry {
        let identifier: Int
        let recipe: Recipe
        let making: Making
        var isDefault = false
        var isFromSetter = false

        /// The instance that is registered or that was made last, if the entry keeps it.
        var kept: Part?
        /// The one that was made last, if others keep it.
        weak var shared: Part?
        /// The label of what a decorator has made these from.
        var source: String?
        /// When what is kept expires.
        var expiry = 0
    }

    enum Making: Equatable {
        case instance
        case creator(TestedLifetime)
        case decorator
    }

    struct Container {
        let parent: Int?
        /// Whether the program has it in hand.
        var isHeld = true
        /// The entries of each key, the oldest first.
        var stacks: [TestedKey: [Entry]] = [:]
    }

    /// A property of an object that looks a service up.
    struct Property {
        let container: Int
        let key: TestedKey
        /// What it got from a registration that does not keep it, and the entries which that came over.
        var kept: (way: [Int], part: Part)?
    }

    var workshop: Workshop
    private(set) var containers: [Container] = []
    private(set) var properties: [Property?] = []
    var now = 0
    private var lastIdentifier = 0

    /// The entries whose creators run.
    var creating: [Int] = []
    /// What the entries of the lifetime `graph` have made in the outermost resolution that runs.
    var graph: [Int: (source: String?, part: Part)] = [:]
    /// Whether nothing is taken to be alive for the only reason that others hold it.
    var doubtsWeakInstances = false

    init(countedBy census: Census) { workshop = Workshop(countedBy: census) }

    private mutating func nextIdentifier() -> Int {
        lastIdentifier += 1
        return lastIdentifier
    }
}

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
        // An eager creator runs before anybody can find its registration, which stands also if it fails.
        let kept = lifetime == .eager ? makeEagerly(recipe, in: container) : nil
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

    /// A default goes below everything.
    mutating func pushDefault(_ recipe: Recipe, _ lifetime: TestedLifetime, _ key: TestedKey, in container: Int) {
        var entry = Entry(identifier: nextIdentifier(), recipe: recipe, making: .creator(lifetime))
        entry.isDefault = true
        containers[container].stacks[key, default: []].insert(entry, at: 0)
    }

    /// Takes an entry out, wherever it is, and with it what decorators have made of it. No effect when it is not there.
    mutating func remove(_ identifier: Int, from container: Int) {
        for key in TestedKey.allCases {
            guard let index = entries(key, container).firstIndex(where: { $0.identifier == identifier }) else {
                continue
            }
            letGoOfDecorations(above: index, key, container)
            containers[container].stacks[key]?.remove(at: index)
        }
    }

    mutating func reset(_ container: Int) { containers[container].stacks = [:] }

    mutating func reset(scope: Int) {
        for container in containers.indices {
            for key in TestedKey.allCases {
                for (index, entry) in entries(key, container).enumerated()
                where entry.making == .creator(.scoped(scope)) {
                    containers[container].stacks[key]?[index].kept = nil
                    letGoOfDecorations(above: index, key, container)
                }
            }
        }
    }

    private mutating func letGoOfDecorations(above index: Int, _ key: TestedKey, _ container: Int) {
        for (index, entry) in entries(key, container).enumerated().dropFirst(index + 1) {
            guard entry.making == .decorator else { return }
            containers[container].stacks[key]?[index].kept = nil
            containers[container].stacks[key]?[index].shared = nil
        }
    }

    private mutating func push(_ entry: Entry, _ key: TestedKey, _ container: Int) -> Int {
        containers[container].stacks[key, default: []].append(entry)
        return entry.identifier
    }

    func entries(_ key: TestedKey, _ container: Int) -> [Entry] { containers[container].stacks[key] ?? [] }

    mutating func change(
        _ identifier: Int,
        _ key: TestedKey,
        _ container: Int,
        _ body: (inout Entry) -> Void
    ) {
        guard
            let index = entries(key, container).firstIndex(where: { $0.identifier == identifier }),
            var entry = containers[container].stacks[key]?[index]
        else { return }
        body(&entry)
        containers[container].stacks[key]?[index] = entry
    }
}

// Containers and properties.
extension ReferenceModel {
    mutating func makeContainer(parent: Int? = nil) -> Int {
        containers.append(Container(parent: parent))
        return containers.count - 1
    }

    /// A copy with the same registrations and registered instances, and with nothing else that is kept. The parent is
    /// forked too.
    mutating func fork(_ container: Int) -> Int {
        var copy = Container(parent: containers[container].parent.map { fork($0) })
        if let parent = copy.parent { containers[parent].isHeld = false }
        let all = TestedKey.allCases.flatMap { key in entries(key, container).map { (key: key, entry: $0) } }
        for (key, entry) in all.sorted(by: { $0.entry.identifier < $1.entry.identifier }) {
            var twin = Entry(identifier: nextIdentifier(), recipe: entry.recipe, making: entry.making)
            twin.isDefault = entry.isDefault
            twin.isFromSetter = entry.isFromSetter
            if entry.making == .instance { twin.kept = entry.kept }
            // A default may be younger than what stands on it.
            if entry.isDefault {
                copy.stacks[key, default: []].insert(twin, at: 0)
            } else {
                copy.stacks[key, default: []].append(twin)
            }
        }
        containers.append(copy)
        return containers.count - 1
    }

    /// Lets go of a container. It stays as long as it has children, or objects whose properties look into it.
    mutating func release(_ container: Int) {
        containers[container].isHeld = false
        emptyReleased()
    }

    mutating func makeProperty(_ key: TestedKey, in container: Int) -> Int {
        properties.append(Property(container: container, key: key))
        return properties.count - 1
    }

    mutating func dropProperty(_ property: Int) {
        properties[property] = nil
        emptyReleased()
    }

    func place(of property: Int) -> (key: TestedKey, container: Int)? {
        properties[property].map { ($0.key, $0.container) }
    }

    func isRoot(_ container: Int) -> Bool { containers[container].parent == nil }

    mutating func setKept(_ kept: (way: [Int], part: Part)?, of property: Int) { properties[property]?.kept = kept }

    private mutating func emptyReleased() {
        for container in containers.indices.reversed() where !isThere(container) { containers[container].stacks = [:] }
    }

    private func isThere(_ container: Int) -> Bool {
        containers[container].isHeld || properties.contains { $0?.container == container }
            || containers.indices.contains { containers[$0].parent == container && isThere($0) }
    }

    /// What a container's inventory says of its registrations, the oldest first.
    func inventory(_ container: Int) -> [InventoryLine] {
        let lines = TestedKey.allCases.flatMap { key in
            entries(key, container).reversed().enumerated().map { depth, entry in
                (entry.identifier, InventoryLine(entry, key, depth: depth))
            }
        }
        return lines.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
