import Hopoate

/// The keys that programs use: a class and a protocol, with and without a name, and typed keys with a default.
enum TestedKey: Int, CaseIterable, Hashable, Sendable {
    case part, sparePart, tool, cachedDefault, transientDefault

    /// What makes the default, for keys that have one, and how long that serves.
    var defaultRecipe: (recipe: Recipe, lifetime: TestedLifetime)? {
        switch self {
        case .part, .sparePart, .tool: nil
        case .cachedDefault: (Recipe(number: 1), .cached)
        case .transientDefault: (Recipe(number: 2, need: .sparePart, takesPaper: true), .transient)
        }
    }

    /// The numbers up to this one are the defaults'.
    static let lastDefaultRecipe = 2

    /// How the library is asked for the key.
    var door: any Door {
        switch self {
        case .part: ServiceDoor(service: Part.self, name: nil, toPart: { $0 }, fromPart: { $0 })
        case .sparePart: ServiceDoor(service: Part.self, name: "spare", toPart: { $0 }, fromPart: { $0 })
        case .tool: ServiceDoor(service: (any Tool).self, name: nil, toPart: TestedKey.part, fromPart: { $0 })
        case .cachedDefault: KeyDoor(path: \.cachedDefaultOfPrograms, toPart: { $0 }, fromPart: { $0 })
        case .transientDefault: KeyDoor(path: \.transientDefaultOfPrograms, toPart: TestedKey.part, fromPart: { $0 })
        }
    }

    /// The key of a registration, if it is one of these.
    init?(_ registration: RegistrationInfo) {
        let isNamed = registration.name != nil
        if registration.service == Part.self {
            self = !isNamed ? .part : registration.name == "spare" ? .sparePart : .cachedDefault
        } else if registration.service == (any Tool).self {
            self = isNamed ? .transientDefault : .tool
        } else {
            return nil
        }
    }

    /// Looks the key up where a creator looks its services up.
    func lookUpInSharedContainer() throws -> Part { try door.resolving(in: .shared) }

    private static func part(_ tool: any Tool) -> Part {
        guard let part = tool as? Part else { fatalError("Nothing else was registered than parts.") }
        return part
    }

    fileprivate func makeDefault() throws -> Part {
        guard let (recipe, _) = defaultRecipe, let workshop = SharedWorkshop.current else {
            fatalError("Only programs look these keys up, and they run in a workshop.")
        }
        return try workshop.make(recipe)
    }
}

extension DependencyKeys {
    fileprivate var cachedDefaultOfPrograms: DependencyKey<Part> {
        .init(lifetime: .cached, line: 1) { try TestedKey.cachedDefault.makeDefault() }
    }

    fileprivate var transientDefaultOfPrograms: DependencyKey<any Tool> {
        .init(lifetime: .transient, line: 2) { try TestedKey.transientDefault.makeDefault() }
    }
}

/// The lifetimes as values that mean the same to the library and to the model.
enum TestedLifetime: Hashable, Sendable {
    case eager, cached, transient, weak, graph
    case expiring(afterSeconds: Int)
    case scoped(Int)

    /// The library's lifetime.
    func lifetime(_ scopes: [DependencyScope]) -> Lifetime {
        switch self {
        case .eager: .eager
        case .cached: .cached
        case .transient: .transient
        case .weak: .weak
        case .graph: .graph
        case .expiring(let seconds): .expiring(afterSeconds: Double(seconds))
        case .scoped(let scope): .scoped(scopes[scope])
        }
    }
}
