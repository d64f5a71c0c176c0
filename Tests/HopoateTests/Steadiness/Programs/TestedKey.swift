import Hopoate

/// The keys that programs use: a class and a protocol, with and without a name, typed keys with a default, contributions,
/// and services that take an argument.
enum TestedKey: Int, CaseIterable, Hashable, Sendable {
    case part, sparePart, tool, cachedDefault, transientDefault, ownDefault
    case partContributions
    case partTaking, partTakingAnything

    /// The keys with nothing but a type and a name, or a key path.
    static let plain: [TestedKey] = [
        .part, .sparePart, .tool, .cachedDefault, .transientDefault, .ownDefault,
    ]
    static let takingArguments: [TestedKey] = [.partTaking, .partTakingAnything]

    /// The plain keys are twice as frequent as the others.
    static let decorated: [TestedKey] = plain + plain + takingArguments

    var isOfContributions: Bool { self == .partContributions }
    var takesArgument: Bool { TestedKey.takingArguments.contains(self) }

    /// The recipe and the lifetime of the default, for keys that have one.
    var defaultRecipe: (recipe: Recipe, lifetime: TestedLifetime)? {
        switch self {
        case .cachedDefault: (Recipe(number: 1), .cached)
        case .transientDefault:
            (Recipe(number: 2, need: Request(key: .sparePart), takesPaper: true), .transient)
        case .ownDefault: (Recipe(number: 3, need: Request(key: .tool)), .perContainer)
        default: nil
        }
    }

    /// The numbers up to this one are the defaults'.
    static let lastDefaultRecipe = 3

    /// The library's access to the key.
    var door: any Door {
        if let plainDoor { return plainDoor }
        return switch self {
        case .partTaking: ArgumentDoor(toArgument: { ComparableArgument($0, in: $1) }, fromArgument: { $0.number })
        case .partTakingAnything:
            ArgumentDoor(
                // Equal numbers of two types, and one that is not equal to itself.
                toArgument: { number, _ in number == 0 ? 1 as Any : number == 1 ? 1.0 : Double.nan },
                fromArgument: { $0 is Int ? 0 : $0 as? Double == 1 ? 1 : 2 }
            )
        default: ContributionDoor()
        }
    }

    /// The library's access to a plain key.
    var plainDoor: (any PlainDoor)? {
        switch self {
        case .part: ServiceDoor(service: Part.self)
        case .sparePart: ServiceDoor(service: Part.self, name: "spare")
        case .tool: ServiceDoor(service: (any Tool).self)
        case .cachedDefault: KeyDoor(path: \.cachedDefaultOfPrograms)
        case .transientDefault: KeyDoor(path: \.transientDefaultOfPrograms)
        case .ownDefault: KeyDoor(path: \.ownDefaultOfPrograms)
        default: nil
        }
    }

    fileprivate func makeDefault() throws -> Part {
        guard let (recipe, _) = defaultRecipe, let workshop = SharedWorkshop.current else {
            fatalError("Only programs look these keys up, and they run in a workshop.")
        }
        return try workshop.make(recipe, in: .shared)
    }
}

extension DependencyKeys {
    fileprivate var cachedDefaultOfPrograms: DependencyKey<Part> {
        .init(lifetime: .cached, line: 1) { try TestedKey.cachedDefault.makeDefault() }
    }

    fileprivate var transientDefaultOfPrograms: DependencyKey<any Tool> {
        .init(lifetime: .transient, line: 2) { try TestedKey.transientDefault.makeDefault() }
    }

    fileprivate var ownDefaultOfPrograms: DependencyKey<Part> {
        .init(lifetime: .perContainer, line: 3) { try TestedKey.ownDefault.makeDefault() }
    }
}

/// The lifetimes as values that mean the same to the library and to the model.
enum TestedLifetime: Hashable, Sendable {
    case eager, cached, transient, weak, graph, perContainer
    case scoped(Int)

    static let all: [TestedLifetime] = [
        .eager, .cached, .perContainer, .transient, .weak, .graph, .scoped(0), .scoped(1),
    ]

    /// Whether registrations keep instances.
    var keeps: Bool { ![.transient, .weak, .graph].contains(self) }

    /// The library's lifetime.
    func lifetime(_ scopes: [DependencyScope]) -> Lifetime {
        switch self {
        case .eager: .eager
        case .cached: .cached
        case .transient: .transient
        case .weak: .weak
        case .graph: .graph
        case .perContainer: .perContainer
        case .scoped(let scope): .scoped(scopes[scope])
        }
    }
}
