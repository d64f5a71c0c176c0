/// What Hopoate promises, as a specification that runs: each container has a stack of entries for each key, and the newest
/// entry answers.
///
/// It has no locks, no tables and no shortcuts. What is alive is what a `Part` in here is held by.
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
    /// The places that were asked for with a comparable argument since they were last let go of.
    var asked: Set<Site> = []
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

    /// The labels of the mocks that have ended.
    var endedMocks: [String] = []

    /// The creators that run, the outermost first.
    var creating: [Creation] = []
    /// What the entries of the lifetime `graph` have made in the outermost look-up that runs.
    var graph: [Site: Instance] = [:]
    /// Whether creators do what else there is to do. Not while something is awaited: what look-ups that await make again then,
    /// and what they find when they read their stacks again, is left open.
    var creatorsMayAct = true
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

    /// The ranks of entries that are not by hand, also of those that were removed.
    var ranks: [Int: Rank] = [:]

    /// Whether an entry is let go of before another one: the newest first, and before what stands below all else.
    func isNewer(_ entry: Int, than other: Int) -> Bool {
        let (rank, otherRank) = (ranks[entry] ?? .byHand, ranks[other] ?? .byHand)
        return (rank.rawValue, entry) > (otherRank.rawValue, other)
    }

    func entry(_ identifier: Int) -> Entry? { entries.first { $0.identifier == identifier } }

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
