/// One action of a thread in a container. The number of its recipe identifies its registration.
enum Action: Hashable {
    case registerInstance(TestedKey, recipe: Int)
    case register(TestedKey, TestedLifetime, recipe: Int)
    case overwrite(TestedKey, recipe: Int)
    case decorate(TestedKey, recipe: Int)
    case remove(recipe: Int)
    case reset(recipe: Int)
    case resolve(Request)
    case resolveInChild(Request)
    case read(PropertyKind, TestedKey)
    case canResolve(TestedKey)
    case inventory
    /// Resolves in a fork, with any outcome.
    case fork(Request)

    var recipe: Int? {
        switch self {
        case .registerInstance(_, let recipe), .register(_, _, let recipe), .overwrite(_, let recipe),
            .decorate(_, let recipe):
            recipe
        default: nil
        }
    }
}

/// A few actions that come first, and a few for each thread.
struct ConcurrentProgram {
    static let plainKeys: [TestedKey] = [.part, .tool]
    static let keys = plainKeys + [.partTaking, .partContributions]
    static let reading = plainKeys.flatMap { [Action.read(.required, $0), .read(.lazy, $0)] }
    static let requests = Request.all.filter { keys.contains($0.key) && $0.argument != 2 }

    private(set) var beginning: [Action] = []
    private(set) var threads: [[Action]] = []

    /// Recipes whose instances have no meaningful numbers: they create a new one each time, or one in vain.
    private(set) var unnumberedRecipes: Set<Int> = []

    /// The subject of the program.
    enum Kind: CaseIterable {
        /// Everything but decorators and properties.
        case plain
        /// Properties, and an instance that always stays, as a property traps without one.
        case properties
        /// Services that take an argument.
        case arguments
        /// Contributions, while threads only contribute. Of two that come and go, a look-up may find one and miss the
        /// other, as it lists them before it resolves each.
        case contributions
        /// Decorators, which stay: a look-up in progress skips a removed one, and misses a new one.
        case layers
        /// Forks, in which creators run again.
        case forks
        /// Resets, also of what is decorated.
        case resets
    }

    let kind: Kind
    private var lastRecipe = 0

    init(threadCount: Int, using generator: inout some RandomNumberGenerator) {
        kind = Kind.allCases[Int.random(in: 0..<Kind.allCases.count, using: &generator)]
        if kind == .properties { beginning = ConcurrentProgram.plainKeys.map { .registerInstance($0, recipe: 0) } }
        let count = Int.random(in: 0...3, using: &generator) + (kind == .layers || kind == .resets ? 1 : 0)
        for _ in 0..<count { beginning.append(registering(using: &generator)) }
        let shared = beginning.compactMap(removable)
        for _ in 0..<threadCount {
            var actions: [Action] = []
            for _ in 0..<Int.random(in: 2...(threadCount > 2 ? 3 : 4), using: &generator) {
                actions.append(action(removable: shared + actions.compactMap(removable), using: &generator))
            }
            threads.append(actions)
        }
        if [.layers, .forks, .resets].contains(kind) { unnumberedRecipes = Set(0...lastRecipe) }
    }

    private func removable(_ action: Action) -> Int? {
        if case .decorate = action { return nil }
        return action.recipe.flatMap { $0 == 0 ? nil : $0 }
    }

    private mutating func registering(using generator: inout some RandomNumberGenerator) -> Action {
        lastRecipe += 1
        let key = key(using: &generator)
        let choice = Int.random(in: 0..<8, using: &generator)
        switch (kind, choice) {
        case (.layers, 0...2), (.resets, 0): return .decorate(key, recipe: lastRecipe)
        case (.plain, 0): return .overwrite(key, recipe: lastRecipe)
        case (_, 3) where ConcurrentProgram.plainKeys.contains(key):
            return .registerInstance(key, recipe: lastRecipe)
        case (_, 4):
            unnumberedRecipes.insert(lastRecipe)
            return .register(key, .transient, recipe: lastRecipe)
        case (_, 5): return .register(key, .eager, recipe: lastRecipe)
        case (_, 6): return .register(key, .weak, recipe: lastRecipe)
        // Two containers create contributions one after the other, and may overtake one another.
        case (_, 7) where kind != .contributions: return .register(key, .perContainer, recipe: lastRecipe)
        default: return .register(key, .cached, recipe: lastRecipe)
        }
    }

    private mutating func action(removable: [Int], using generator: inout some RandomNumberGenerator) -> Action {
        let key = key(using: &generator)
        let argument = key.takesArgument ? Int.random(in: 0...1, using: &generator) : nil
        let request = Request(key: key, argument: argument)
        switch (kind, Int.random(in: 0..<20, using: &generator)) {
        case (_, 0..<5), (.contributions, 0..<10): return registering(using: &generator)
        case (.resets, 5..<9):
            return removable.randomElement(using: &generator).map { .reset(recipe: $0) } ?? .resolve(request)
        case (_, 5..<10):
            return removable.randomElement(using: &generator).map { .remove(recipe: $0) } ?? .resolve(request)
        case (_, 10): return .canResolve(key)
        case (_, 11): return .inventory
        case (.forks, 12...16): return .fork(request)
        case (.properties, 13...14): return .read(.required, key)
        case (.properties, 15...16): return .read(.lazy, key)
        case (_, 13...16): return .resolveInChild(request)
        default: return .resolve(request)
        }
    }

    private func key(using generator: inout some RandomNumberGenerator) -> TestedKey {
        // Mostly one key, where threads meet.
        let isOther = Int.random(in: 0..<5, using: &generator) == 0
        return switch kind {
        case .arguments: isOther ? .part : .partTaking
        case .contributions: isOther ? .part : .partContributions
        default: isOther ? .tool : .part
        }
    }

    /// The recipes of registered instances that are certain to be cleaned up. Another thread may overwrite others
    /// before they get their `onRemove`.
    var instances: [Int] {
        registering.compactMap { action in
            switch action {
            case .registerInstance(_, let recipe), .overwrite(_, let recipe): recipe
            case .register(let key, .eager, let recipe): key.takesArgument ? nil : recipe
            default: nil
            }
        }
    }

    private var registering: [Action] {
        let ofThreads = threads.flatMap { $0 }
        let overwrites = ofThreads.contains { if case .overwrite = $0 { true } else { false } }
        return overwrites ? beginning : beginning + ofThreads
    }

    /// Whether the label's registration is no decorator, and keeps and cleans up its instance.
    func isKept(_ label: String) -> Bool {
        let recipe = Int(label.prefix { $0.isNumber })
        return registering.contains { action in
            guard case .register(_, let lifetime, let number) = action else { return false }
            return number == recipe && lifetime.keeps && !label.contains("(")
        }
    }
}
