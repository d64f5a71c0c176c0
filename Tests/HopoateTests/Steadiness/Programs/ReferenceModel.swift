/// The promises of Hopoate as an executable specification: each container has a stack of entries for each key, and the
/// newest entry answers.
///
/// It has no locks, tables or shortcuts. A part is alive while the model holds it.
struct ReferenceModel {
    /// A registration.
    struct Entry {
        /// The token. Of two entries the one with the larger identifier is the newer one.
        var identifier: Int
        let key: TestedKey
        var container: Int
        let recipe: Recipe
        let making: Making
        var rank = Rank.byHand
        var isFromSetter = false
        /// Whether it cleans up its instances.
        var cleansUp: Bool
        /// How often its instances have left it: it was reset, or what it decorates was reset or removed.
        var resets = 0
        /// The entry that it is a copy of, in a fork.
        var original: Int?

        /// The same for an entry and its copies.
        var origin: Int { original ?? identifier }
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

    struct Container {
        let parent: Int?
        /// Whether the program holds it.
        var isHeld = true
        /// What its observer does.
        var observing: Recipe.Observing?
        var isBeingNotified = false
        /// How often the answering entries of a key have changed.
        var changes: [TestedKey: Int] = [:]
        /// The modules that are installed.
        var installations: [Installation] = []
        /// Whether `AutoRegistering` has run.
        var hasRegisteredAutomatically = false
        /// Whether it accepts no registration, as it is ending or has ended.
        var isClosed = false
        var hasEnded = false
    }

    var workshop: Workshop
    var containers: [Container] = []
    var entries: [Entry] = []
    var instances: [Site: Instance] = [:]
    /// The places of look-ups with a comparable argument since their last release.
    var asked: Set<Site> = []
    /// The entries of the program's tokens, by their recipes.
    var tokens: [Int: Int] = [:]
    /// The keys of all recipes.
    var keys: [Int: TestedKey] = [:]
    var properties: [Property?] = []
    /// What was released, in this order, and is not cleaned up yet.
    var released: [Release] = []
    private var lastIdentifier = 0

    /// What an app's `AutoRegistering` registers.
    var automatic: [Automatic] = []
    /// The containers in which it runs.
    var registeringAutomatically: Set<Int> = []

    /// The modules that are being installed, the outermost first.
    var installing: [(identifier: Int, container: Int)] = []
    var moduleTokens: [ModuleToken] = []

    /// The labels of the mocks that have ended.
    var endedMocks: [String] = []

    /// The creators in progress, the outermost first.
    var creating: [Creation] = []
    /// How many creators are in progress, including those of eager registrations that do not exist yet, and automatic
    /// registering.
    var running = 0
    /// Whether a look-up that begins now has a graph of its own.
    var isOutermost: Bool { running == 0 && creating.isEmpty }
    /// The instances of the lifetime `graph` in the outermost look-up.
    var graph: [Site: Instance] = [:]
    /// Whether creators act. Not during asynchronous look-ups, for which it is undefined what a second reading of the
    /// stacks finds.
    var creatorsMayAct = true
    /// Whether to treat instances as released if only their users hold them.
    var doubtsWeakInstances = false

    init(countedBy census: Census) { workshop = Workshop(countedBy: census) }

    mutating func nextIdentifier() -> Int {
        lastIdentifier += 1
        return lastIdentifier
    }

    /// The entries of a key, the answering one last.
    func stack(_ key: TestedKey, _ container: Int) -> [Entry] {
        entries.filter { $0.key == key && $0.container == container }
            .sorted { ($0.rank.rawValue, $0.identifier) < ($1.rank.rawValue, $1.identifier) }
    }

    func entry(_ identifier: Int) -> Entry? { entries.first { $0.identifier == identifier } }

    /// Whether something other than decorators is registered.
    func isRegistered(_ key: TestedKey, _ container: Int) -> Bool {
        stack(key, container).contains { !$0.isDecorator }
    }

    /// The lines of a container's inventory, the oldest first.
    func inventory(_ container: Int) -> [InventoryLine] {
        let lines = TestedKey.allCases.flatMap { key in
            stack(key, container).reversed().enumerated().map { depth, entry in
                (entry.identifier, InventoryLine(entry, depth: depth))
            }
        }
        return lines.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
