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
        /// What this is a copy of, over any number of parents, or else itself.
        var origin: Int
        var rank = Rank.byHand
        var isFromSetter = false
        /// Whether it tells of the instances that it lets go of. A fork's twin of a registered instance does not.
        var cleansUp = false
        /// What there is for each argument, or for none.
        var instances: [Int?: Instance] = [:]

        init(identifier: Int, recipe: Recipe, making: Making, kept: Part? = nil) {
            self.identifier = identifier
            self.recipe = recipe
            self.making = making
            origin = identifier
            cleansUp = recipe.cleansUp
            if let kept { instances[nil] = Instance(kept: kept) }
        }
    }

    struct Instance {
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

    /// Entries of a higher rank stand above those of a lower one.
    enum Rank: Int {
        case inherited, keyDefault, automatic, byHand
    }

    /// Where an instance is kept, or would be.
    struct Site: Hashable {
        let identifier: Int
        let key: TestedKey
        let container: Int
        var argument: Int?
        /// The container that makes the instance, when it is not the entry's: what nobody keeps is made where it was asked for.
        var maker: Int?
    }

    struct Creation {
        let site: Site
        /// Whether the entry is going to keep what is made, or others are.
        let isKept: Bool
        let isAsynchronous: Bool
    }

    struct Container {
        let parent: Int?
        /// Whether the program has it in hand.
        var isHeld = true
        /// The entries of each key, the oldest first.
        var stacks: [TestedKey: [Entry]] = [:]
        /// How often other entries have come to answer.
        var changes: [TestedKey: Int] = [:]
        /// The modules that are installed.
        var installations: [Installation] = []
        /// Whether `AutoRegistering` has been asked.
        var hasRegisteredAutomatically = false
    }

    /// A property of an object that looks a service up, or a `Lazy`.
    struct Property {
        let container: Int
        let key: TestedKey
        let isLazy: Bool
        /// What it got from a registration that does not keep it, and how often other entries had come to answer by then.
        /// Or what a `Lazy` has got.
        var kept: (way: [Int], part: Part)?
    }

    var workshop: Workshop
    var containers: [Container] = []
    private(set) var properties: [Property?] = []
    var now = 0
    private var lastIdentifier = 0

    /// What an app's `AutoRegistering` registers.
    var automatic: [Automatic] = []
    var isRegisteringAutomatically = false

    /// The modules that are being installed, the outermost first.
    var installing: [(tag: Int, container: Int)] = []
    var moduleTokens: [ModuleToken] = []

    /// What creators run for.
    var creating: [Creation] = []
    /// What the entries of the lifetime `graph` have made in the outermost resolution that runs.
    var graph: [Site: (source: String?, part: Part)] = [:]
    /// Whether nothing is taken to be alive for the only reason that others hold it.
    var doubtsWeakInstances = false

    init(countedBy census: Census) { workshop = Workshop(countedBy: census) }

    mutating func nextIdentifier() -> Int {
        lastIdentifier += 1
        return lastIdentifier
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
        copy.hasRegisteredAutomatically = containers[container].hasRegisteredAutomatically
        containers.append(copy)
        let number = containers.count - 1
        var twins: [Int: Int] = [:]
        for (key, entry) in allEntries(container) where entry.rank != .inherited {
            var twin = Entry(identifier: nextIdentifier(), recipe: entry.recipe, making: entry.making)
            twin.rank = entry.rank
            twin.isFromSetter = entry.isFromSetter
            if entry.making == .instance {
                twin.instances = entry.instances
                twin.cleansUp = false
            }
            twins[entry.identifier] = twin.identifier
            insert(twin, key, number)
        }
        containers[number].installations = containers[container].installations.map { $0.copied(twins) }
        return number
    }

    /// Lets go of a container. It stays as long as it has children, or objects whose properties look into it.
    mutating func release(_ container: Int) {
        containers[container].isHeld = false
        emptyReleased()
    }

    mutating func makeProperty(_ key: TestedKey, in container: Int, isLazy: Bool = false) -> Int {
        properties.append(Property(container: container, key: key, isLazy: isLazy))
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

    /// Children first, as they hold their parents.
    private mutating func emptyReleased() {
        for container in containers.indices.reversed() where !isThere(container) { reset(container) }
    }

    private func isThere(_ container: Int) -> Bool {
        containers[container].isHeld || properties.contains { $0?.container == container }
            || containers.indices.contains { containers[$0].parent == container && isThere($0) }
    }

    /// Every entry of a container, the oldest first.
    func allEntries(_ container: Int) -> [(key: TestedKey, entry: Entry)] {
        let all = TestedKey.allCases.flatMap { key in entries(key, container).map { (key: key, entry: $0) } }
        return all.sorted { $0.entry.identifier < $1.entry.identifier }
    }

    /// What a container's inventory says of its registrations, the oldest first. Copies are none.
    func inventory(_ container: Int) -> [InventoryLine] {
        let lines = TestedKey.allCases.flatMap { key in
            entries(key, container).filter { $0.rank != .inherited }.reversed().enumerated().map { depth, entry in
                (entry.identifier, InventoryLine(entry, key, depth: depth))
            }
        }
        return lines.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
