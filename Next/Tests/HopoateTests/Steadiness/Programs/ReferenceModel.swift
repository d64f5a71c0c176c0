/// What Hopoate promises, as a specification that runs: each container has a stack of entries for each key, and the newest
/// entry answers.
///
/// It has no locks, no tables and no shortcuts. What is alive is what a `Part` in here is held by.
struct ReferenceModel {
    /// A registration.
    struct Entry {
        /// The token. Of two entries the one with the larger identifier is the newer one.
        let identifier: Int
        let key: TestedKey
        let container: Int
        let recipe: Recipe
        let making: Making
        var rank = Rank.byHand
        var isFromSetter = false
        /// Whether it tells of the instances that it lets go of.
        var cleansUp: Bool
        /// How often it was reset.
        var resets = 0

        var isDecorator: Bool { making == .decorator }
    }

    enum Making: Equatable {
        case instance
        case creator(TestedLifetime)
        case decorator
    }

    /// In a stack all entries of a higher rank stand above those of a lower one.
    enum Rank: Int {
        case keyDefault, automatic, byHand
    }

    /// The one that keeps an instance.
    enum Keeper {
        /// The registration. It lets go of the instance when it is removed or reset.
        case registration
        /// Its users: the registration knows it as long as they hold it.
        case users
        /// The container that has asked, for the lifetime `perContainer`. Nobody finds the instance any more when the
        /// registration is removed or reset, but unless that is its own, the container lets go of it when it is reset or
        /// released itself.
        case asker
        /// The outermost look-up.
        case graph
        case nobody
        /// The caller, of an instance whose registration was removed or reset while it was made.
        case caller
    }

    /// The place of an instance.
    struct Site: Hashable {
        let entry: Int
        let resets: Int
        /// The container from whose services the instance is made: the registration's own, if that keeps it, or else the one
        /// that has asked.
        let container: Int
        let argument: Int?
        /// Whether the container keeps it because it has asked.
        var isAskers = false
    }

    struct Instance {
        /// Tells its age.
        let number: Int
        let label: String
        /// Nil if its users keep it.
        let kept: Part?
        private(set) weak var alive: Part?
        /// The label of the instance that a decorator has made this from.
        var source: String?
        /// When it expires.
        var expiry = Int.max
        /// The recipe that is told when it is let go of.
        var cleanUp: Recipe?

        init(_ number: Int, _ part: Part, keptBy keeper: Keeper) {
            self.number = number
            label = part.label
            kept = keeper == .users ? nil : part
            alive = part
        }
    }

    struct Container {
        let parent: Int?
        /// Whether the program has it in hand.
        var isHeld = true
        /// How often other entries of a key have come to answer.
        var changes: [TestedKey: Int] = [:]
        /// The modules that are installed.
        var installations: [Installation] = []
        /// Whether `AutoRegistering` has been asked.
        var hasRegisteredAutomatically = false
    }

    var workshop: Workshop
    var containers: [Container] = []
    var entries: [Entry] = []
    var instances: [Site: Instance] = [:]
    /// The entries that the program has tokens of, by their recipes.
    var tokens: [Int: Int] = [:]
    var properties: [Property?] = []
    var now = 0
    private var lastIdentifier = 0

    /// What an app's `AutoRegistering` registers.
    var automatic: [Automatic] = []
    var isRegisteringAutomatically = false

    /// The modules that are being installed, the outermost first.
    var installing: [(tag: Int, container: Int)] = []
    var moduleTokens: [ModuleToken] = []

    /// The creators that run, the outermost first.
    var creating: [Creation] = []
    /// What the entries of the lifetime `graph` have made in the outermost look-up that runs.
    var graph: [Site: Instance] = [:]
    /// Whether nothing is taken to be alive for the only reason that others hold it.
    var doubtsWeakInstances = false

    init(countedBy census: Census) { workshop = Workshop(countedBy: census) }

    mutating func nextIdentifier() -> Int {
        lastIdentifier += 1
        return lastIdentifier
    }

    /// The entries of a key, the one that answers last.
    func stack(_ key: TestedKey, _ container: Int) -> [Entry] {
        entries.filter { $0.key == key && $0.container == container }
            .sorted { ($0.rank.rawValue, $0.identifier) < ($1.rank.rawValue, $1.identifier) }
    }

    /// Whether there is anything but decorators.
    func isRegistered(_ key: TestedKey, _ container: Int) -> Bool {
        stack(key, container).contains { !$0.isDecorator }
    }

    /// What a container's inventory says of its registrations, the oldest first.
    func inventory(_ container: Int) -> [InventoryLine] {
        let lines = TestedKey.allCases.flatMap { key in
            stack(key, container).reversed().enumerated().map { depth, entry in
                (entry.identifier, InventoryLine(entry, depth: depth))
            }
        }
        return lines.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

// Containers.
extension ReferenceModel {
    mutating func makeContainer(parent: Int? = nil) -> Int {
        containers.append(Container(parent: parent))
        return containers.count - 1
    }

    /// A copy with the same registrations and registered instances, and with nothing else that is kept. The parent is
    /// forked too.
    mutating func fork(_ original: Int) -> Int {
        var parent = containers[original].parent
        if let original = parent {
            parent = self.fork(original)
            containers[parent!].isHeld = false
        }
        let fork = makeContainer(parent: parent)
        var twins: [Int: Int] = [:]
        for entry in entries.filter({ $0.container == original }).sorted(by: { $0.identifier < $1.identifier }) {
            var twin = Entry(
                identifier: nextIdentifier(),
                key: entry.key,
                container: fork,
                recipe: entry.recipe,
                making: entry.making,
                rank: entry.rank,
                isFromSetter: entry.isFromSetter,
                cleansUp: entry.cleansUp
            )
            if entry.making == .instance, let part = instances[entry.ownSite]?.kept {
                // The original cleans it up.
                twin.cleansUp = false
                keep(part, at: twin.ownSite, .registration, of: twin)
            }
            twins[entry.identifier] = twin.identifier
            entries.append(twin)
        }
        containers[fork].installations = containers[original].installations.map { $0.copied(twins) }
        containers[fork].hasRegisteredAutomatically = containers[original].hasRegisteredAutomatically
        return fork
    }

    /// Lets go of a container. It stays as long as it has children, or objects whose properties look into it.
    mutating func release(_ container: Int) {
        containers[container].isHeld = false
        emptyReleased()
    }

    /// Children first, as they hold their parents.
    mutating func emptyReleased() {
        for container in containers.indices.reversed() where !isThere(container) { reset(container) }
    }

    private func isThere(_ container: Int) -> Bool {
        containers[container].isHeld || properties.contains { $0?.container == container }
            || containers.indices.contains { containers[$0].parent == container && isThere($0) }
    }

    func isRoot(_ container: Int) -> Bool { containers[container].parent == nil }
}

extension ReferenceModel.Entry {
    /// The place of a registered instance, or of one that is made for no argument and that the registration keeps.
    var ownSite: ReferenceModel.Site {
        ReferenceModel.Site(entry: identifier, resets: resets, container: container, argument: nil)
    }
}
