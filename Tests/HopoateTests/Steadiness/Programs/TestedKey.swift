import Hopoate

/// The keys that programs use: a class and a protocol, with and without a name, typed keys with a default, contributions,
/// and services that take an argument.
enum TestedKey: Int, CaseIterable, Hashable, Sendable {
    case part, sparePart, tool, cachedDefault, transientDefault, ownDefault
    case partContributions, spareToolContributions
    case partTaking, spareToolTaking, partTakingIncomparable, partTakingAnything

    /// The keys that are looked up by nothing but a type and a name, or a key path.
    static let plain: [TestedKey] = [
        .part, .sparePart, .tool, .cachedDefault, .transientDefault, .ownDefault,
    ]
    static let contributions: [TestedKey] = [.partContributions, .spareToolContributions]
    static let takingArguments: [TestedKey] = [
        .partTaking, .spareToolTaking, .partTakingIncomparable, .partTakingAnything,
    ]

    /// The plain ones as often as there are others.
    static let decorated: [TestedKey] = plain + plain + takingArguments

    var isOfContributions: Bool { TestedKey.contributions.contains(self) }
    var takesArgument: Bool { TestedKey.takingArguments.contains(self) }

    /// What makes the default, for keys that have one, and how long that serves.
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

    /// How the library is asked for the key.
    var door: any Door {
        if let plainDoor { return plainDoor }
        return switch self {
        case .spareToolContributions:
            ContributionDoor(service: (any Tool).self, name: "spare", toPart: TestedKey.part, fromPart: { $0 })
        case .partTaking:
            ArgumentDoor(
                service: Part.self,
                name: nil,
                toPart: { $0 },
                fromPart: { $0 },
                toArgument: { ComparableArgument($0) },
                fromArgument: { $0.number }
            )
        case .spareToolTaking:
            ArgumentDoor(
                service: (any Tool).self,
                name: "spare",
                toPart: TestedKey.part,
                fromPart: { $0 },
                toArgument: { "\($0)" },
                fromArgument: { Int($0) ?? -1 }
            )
        case .partTakingIncomparable:
            ArgumentDoor(
                service: Part.self,
                name: nil,
                toPart: { $0 },
                fromPart: { $0 },
                toArgument: { IncomparableArgument(number: $0) },
                fromArgument: { $0.number }
            )
        case .partTakingAnything:
            ArgumentDoor(
                service: Part.self,
                name: nil,
                toPart: { $0 },
                fromPart: { $0 },
                // Equal numbers of two types, and one that is not equal to itself.
                toArgument: { $0 == 0 ? 1 as Any : $0 == 1 ? 1.0 : Double.nan },
                fromArgument: { $0 is Int ? 0 : $0 as? Double == 1 ? 1 : 2 }
            )
        default: ContributionDoor(service: Part.self, name: nil, toPart: { $0 }, fromPart: { $0 })
        }
    }

    /// How the library is asked for one of the plain keys.
    var plainDoor: (any PlainDoor)? {
        switch self {
        case .part: ServiceDoor(service: Part.self, name: nil, toPart: { $0 }, fromPart: { $0 })
        case .sparePart: ServiceDoor(service: Part.self, name: "spare", toPart: { $0 }, fromPart: { $0 })
        case .tool: ServiceDoor(service: (any Tool).self, name: nil, toPart: TestedKey.part, fromPart: { $0 })
        case .cachedDefault: KeyDoor(path: \.cachedDefaultOfPrograms, toPart: { $0 }, fromPart: { $0 })
        case .transientDefault: KeyDoor(path: \.transientDefaultOfPrograms, toPart: TestedKey.part, fromPart: { $0 })
        case .ownDefault: KeyDoor(path: \.ownDefaultOfPrograms, toPart: { $0 }, fromPart: { $0 })
        default: nil
        }
    }

    /// The key of a registration, if it is one of these.
    init?(_ registration: RegistrationInfo) {
        let (isPart, isNamed) = (registration.service == Part.self, registration.name != nil)
        guard isPart || registration.service == (any Tool).self else { return nil }
        if registration.description.hasPrefix("contribution to ") {
            self = isPart ? .partContributions : .spareToolContributions
        } else if registration.description.contains(" taking ") {
            let isIncomparable = registration.description.contains("\(IncomparableArgument.self)")
            let isOfAnything = !registration.description.contains("\(ComparableArgument.self)")
            self =
                !isPart
                ? .spareToolTaking
                : isIncomparable ? .partTakingIncomparable : isOfAnything ? .partTakingAnything : .partTaking
        } else if isPart {
            // A typed key's name says where it is.
            let isOwn = registration.name?.hasSuffix(":3") == true
            self = !isNamed ? .part : registration.name == "spare" ? .sparePart : isOwn ? .ownDefault : .cachedDefault
        } else {
            self = isNamed ? .transientDefault : .tool
        }
    }

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

    fileprivate var ownDefaultOfPrograms: DependencyKey<Part> {
        .init(lifetime: .perContainer, line: 3) { try TestedKey.ownDefault.makeDefault() }
    }
}

/// The lifetimes as values that mean the same to the library and to the model.
enum TestedLifetime: Hashable, Sendable {
    case eager, cached, transient, weak, graph, perContainer
    case expiring(afterSeconds: Int)
    case scoped(Int)

    static let all: [TestedLifetime] = [
        .eager, .cached, .perContainer, .transient, .weak, .graph, .scoped(0), .scoped(1), .expiring(afterSeconds: 2),
        .expiring(afterSeconds: 0),
    ]

    /// Whether registrations keep instances.
    var keeps: Bool {
        switch self {
        case .eager, .cached, .expiring, .scoped, .perContainer: true
        case .transient, .weak, .graph: false
        }
    }

    /// The library's lifetime.
    func lifetime(_ scopes: [DependencyScope]) -> Lifetime {
        switch self {
        case .eager: .eager
        case .cached: .cached
        case .transient: .transient
        case .weak: .weak
        case .graph: .graph
        case .perContainer: .perContainer
        case .expiring(let seconds): .expiring(afterSeconds: Double(seconds))
        case .scoped(let scope): .scoped(scopes[scope])
        }
    }
}
