/// A registration on its stack, with what it keeps.
struct Entry {
    let registration: AnyServiceRegistration
    /// Nil for an instance that needs no cleaning up.
    let recipe: AnyRecipe?
    var kept: AnyKept?
    /// The creation that is under way.
    var creation: Creation?
    /// Apart from the rest, as entries are copied often (`Benchmarks`, row 'register a mock and remove it').
    private var details: Details?

    /// What few entries have. It never changes: others take its place.
    private final class Details {
        let arguments: ArgumentStacks?
        let observers: ObserverList?
        let decorations: [Decoration]

        init(_ arguments: ArgumentStacks?, _ observers: ObserverList?, _ decorations: [Decoration]) {
            self.arguments = arguments
            self.observers = observers
            self.decorations = decorations
        }
    }

    init(_ registration: AnyServiceRegistration, _ recipe: AnyRecipe?, kept: AnyKept? = nil) {
        self.registration = registration
        self.recipe = recipe
        self.kept = kept
        if recipe?.kind == .takingArgument { details = Details(ArgumentStacks(), nil, []) }
    }

    /// What the registration keeps for arguments, if it takes one.
    var arguments: ArgumentStacks? { details?.arguments }

    /// Who observes the registration.
    var observers: ObserverList? {
        get { details?.observers }
        set { details = Details(arguments, newValue, decorations) }
    }

    /// Where children's decorators have made something of `kept`.
    var decorations: [Decoration] {
        get { details?.decorations ?? [] }
        set { if details != nil || !newValue.isEmpty { details = Details(arguments, observers, newValue) } }
    }

    /// Whether an instance is what was registered.
    var isOfInstance: Bool { recipe == nil || recipe?.kind == .instance }

    /// The same registration for another table: with the same instance, if that was registered, or else with none.
    func copy(_ copy: AnyServiceRegistration) -> Entry {
        // The instance is not the copy's to clean up.
        if isOfInstance { return Entry(copy, nil, kept: kept) }
        return Entry(copy, recipe, kept: registration.key.isOfAutomaticRegistrations ? kept : nil)
    }

    /// What there is to let go of.
    var letGo: LetGo? { kept.map { LetGo(recipe: recipe, kept: $0, decorations: decorations) } }

    /// Takes out what the registration keeps.
    mutating func takeKept() -> LetGo? {
        defer {
            kept = nil
            decorations = []
        }
        return letGo
    }
}

/// A decorator of a child that keeps what it has made of a parent's instance.
struct Decoration {
    weak var table: StackTable?
    let registration: AnyServiceRegistration
}

/// An instance that its registration no longer keeps.
struct LetGo {
    let recipe: AnyRecipe?
    let kept: AnyKept
    let decorations: [Decoration]

    /// Lets go of what children's decorators made of it, and cleans it up. Runs users' code.
    func release() {
        for decoration in decorations { decoration.table?.letGoOfKept(decoration.registration) }
        if let recipe, recipe.cleansUp, !kept.isWeak { recipe.cleanUp(kept) }
    }
}

/// An entry that stands on no stack any more, with what the decorators above it made of its instance.
struct RemovedEntry {
    let entry: Entry
    let decorations: [LetGo]

    /// Runs users' code.
    func release() {
        for decoration in decorations { decoration.release() }
        entry.arguments?.removeAll()
        if let scope = entry.registration.lifetime.scope { scope.forget(entry.registration) }
        entry.letGo?.release()
    }
}
