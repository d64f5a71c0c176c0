import Foundation
import Hopoate

/// How a registration creates its parts. The creators of the library and of the model follow the same recipes.
struct Recipe: Hashable, Sendable {
    /// Identifies the recipe. It is also the line of the registration.
    let number: Int
    /// A request that the creator resolves.
    var need: Request?
    /// Whether it fails while the workshop has run out of paper.
    var takesPaper = false
    /// Whether the registration cleans up its parts.
    var cleansUp = false
    /// Whether the creator is asynchronous.
    var isAsynchronous = false
    /// Another act of the creator, before it resolves anything.
    var act: Act?
    /// What the clean-up does besides.
    var lastAct: Act?

    enum Act: Hashable, Sendable {
        /// Removes or resets the registration that the program has made of a recipe.
        case remove(recipe: Int), reset(recipe: Int)
        /// Registers an instance, the first time.
        case register(recipe: Int, TestedKey, container: Int)
        case resolve(TestedKey, container: Int)
    }

    /// What an observer does with the registration that it is notified of.
    enum Observing {
        case resolve, reset, remove

        /// A new registration has no token yet. Contributions are not looked up one by one.
        func act(on recipe: Int, of key: TestedKey, container: Int, isNew: Bool) -> Act? {
            if key.plainDoor == nil || isNew && self != .resolve { return nil }
            return switch self {
            case .resolve: .resolve(key, container: container)
            case .reset: .reset(recipe: recipe)
            case .remove: .remove(recipe: recipe)
            }
        }
    }

    var description: String {
        "\(number)" + (need.map { ", which needs \($0)" } ?? "") + (takesPaper ? ", which takes paper" : "")
            + (cleansUp ? ", which cleans up" : "") + (act.map { ", which does \($0)" } ?? "")
            + (lastAct.map { ", whose clean-up does \($0)" } ?? "")
    }
}

/// Creates parts, counts the uses of each recipe, and records clean-ups.
struct Workshop {
    /// A use of a recipe, counted for each argument.
    struct Use: Hashable, CustomStringConvertible {
        let recipe: Int
        var argument: Int?

        var description: String { "\(recipe)" + (argument.map { "<\($0)>" } ?? "") }
    }

    let census: Census
    private(set) var calls: [Use: Int] = [:]
    /// The clean-ups since the list was last taken.
    var cleanedUp: [CleanUp] = []
    var hasPaper = true

    struct OutOfPaper: Error {}

    struct CleanUp: Equatable, CustomStringConvertible {
        let recipe: Int
        let label: String

        var description: String { "\(label) by \(recipe)" }
    }

    init(countedBy census: Census) { self.census = census }

    func hasUsed(_ recipe: Int) -> Bool { calls[Use(recipe: recipe)] != nil }

    /// Begins to make a part.
    ///
    /// - Returns: What its label begins with: the number of the recipe, the argument, and how often that was used.
    mutating func begin(_ recipe: Recipe, with argument: Int? = nil) throws -> String {
        let use = Use(recipe: recipe.number, argument: argument)
        calls[use, default: 0] += 1
        if recipe.takesPaper, !hasPaper { throw OutOfPaper() }
        return "\(use)#\(calls[use, default: 0])"
    }

    /// Creates a part from a beginning, a decorated part and the needed parts.
    func finish(
        _ beginning: String,
        decorating decorated: Part? = nil,
        needing needed: [Part]? = nil,
        _ callback: Callback? = nil
    ) -> Part {
        let decoration = decorated.map { "(\($0.label))" } ?? ""
        let need = needed.map { "[\($0.map(\.label).joined(separator: ","))]" } ?? ""
        let pieces = [decorated].compactMap { $0 } + (needed ?? [])
        return Part(beginning + decoration + need, from: pieces, countedBy: census, callback)
    }

    mutating func make(_ recipe: Recipe) throws -> Part { finish(try begin(recipe)) }

    mutating func cleanUp(_ part: Part, of recipe: Recipe) {
        cleanedUp.append(CleanUp(recipe: recipe.number, label: part.label))
    }

    /// Records what an act has found, beside the clean-ups.
    mutating func note(_ parts: [Part]?) {
        cleanedUp.append(CleanUp(recipe: 0, label: "found \(parts?.first?.label ?? "nothing")"))
    }
}

/// The workshop of the library's creators, for any thread.
final class SharedWorkshop: @unchecked Sendable {
    /// The workshop of the defaults of typed keys, which know only their container.
    @TaskLocal static var current: SharedWorkshop?

    /// Counts the arguments for `TestedKey.partTaking` that are alive.
    let arguments = Census()
    private let lock = NSLock()
    private var workshop: Workshop
    private var turn = 0
    /// What an app's `AutoRegistering` registers.
    private var automatic: [@Sendable (DependencyContainer) -> Void] = []
    /// Performs the acts of creators. Set before the first one runs.
    var perform: (Recipe.Act) -> Void = { _ in }

    init(countedBy census: Census) { workshop = Workshop(countedBy: census) }

    var calls: [Workshop.Use: Int] { lock.withLock { workshop.calls } }

    func hasUsed(_ recipe: Int) -> Bool { lock.withLock { workshop.hasUsed(recipe) } }

    func setPaper(_ hasPaper: Bool) { lock.withLock { workshop.hasPaper = hasPaper } }

    /// A creator's work: creates a part, and resolves its need in the creator's container. The part calls back into a
    /// container, if one is given.
    func make(
        _ recipe: Recipe,
        with argument: Int? = nil,
        decorating decorated: Part? = nil,
        in container: DependencyContainer? = nil
    ) throws -> Part {
        let beginning = try lock.withLock { try workshop.begin(recipe, with: argument) }
        recipe.act.map(perform)
        let needed = try recipe.need?.lookUpInSharedContainer()
        let callback = container.map { Callback(in: $0) }
        return lock.withLock { workshop.finish(beginning, decorating: decorated, needing: needed, callback) }
    }

    /// An asynchronous creator's work.
    func makeAsynchronously(_ recipe: Recipe) async throws -> Part {
        let beginning = try lock.withLock { try workshop.begin(recipe) }
        await Task.yield()
        let needed = try await recipe.need?.awaitInSharedContainer()
        let callback = Callback(in: .shared)
        return lock.withLock { workshop.finish(beginning, needing: needed, callback) }
    }

    /// The clean-up of a registration, if its recipe has one.
    func cleanUp(_ recipe: Recipe, _ callback: Callback) -> (@Sendable (Part) -> Void)? {
        guard recipe.cleansUp else { return nil }
        return { [self] part in
            callback.call()
            lock.withLock { workshop.cleanUp(part, of: recipe) }
            recipe.lastAct.map(perform)
        }
    }

    func note(_ parts: [Part]?) { lock.withLock { workshop.note(parts) } }

    /// Counts up, and begins again at the count.
    func nextTurn(of count: Int) -> Int {
        lock.withLock {
            turn = (turn + 1) % count
            return turn
        }
    }

    var cleanedUp: [Workshop.CleanUp] { lock.withLock { workshop.cleanedUp } }

    func takeCleanedUp() -> [Workshop.CleanUp] {
        lock.withLock {
            defer { workshop.cleanedUp = [] }
            return workshop.cleanedUp
        }
    }

    // MARK: - Registering

    func register(
        _ lifetime: Lifetime,
        _ recipe: Recipe,
        for key: TestedKey,
        in container: DependencyContainer
    ) -> AnyServiceRegistration {
        key.door.register(lifetime, at: Place(recipe, in: container, self)) {
            [self, callback = Callback(in: container)] argument in
            callback.call()
            return try make(recipe, with: argument, in: .shared)
        }
    }

    func decorate(
        _ recipe: Recipe,
        _ key: TestedKey,
        in container: DependencyContainer
    ) -> AnyServiceRegistration? {
        key.door.decorate(at: Place(recipe, in: container, self)) { [self, callback = Callback(in: container)] part in
            callback.call()
            return try make(recipe, decorating: part, in: .shared)
        }
    }

    func addAutomatic(_ register: @escaping @Sendable (DependencyContainer) -> Void) {
        lock.withLock { automatic.append(register) }
    }

    /// Called by the `AutoRegistering` of the process.
    func registerAutomatically(in container: DependencyContainer) {
        for register in lock.withLock({ automatic }) { register(container) }
    }
}
