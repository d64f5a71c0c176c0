/// Why there is no instance.
enum Refusal: Error {
    /// Nothing is registered.
    case missing
    /// There are only decorators.
    case nothingToDecorate
    /// The same for what the creator looks up, or for what a creator further in does.
    case neededIsMissing, nothingToDecorateForNeeded
    case cycle, creatorFailed
    /// The creator is asynchronous, and nobody awaits it.
    case needsAwait
    /// An entry has been removed meanwhile. The look-up begins anew.
    case gone
}

extension ReferenceModel {
    /// A question, and the container in which it was asked first.
    struct Lookup {
        let request: Request
        let asker: Int
        let awaits: Bool

        init(_ request: Request, for asker: Int, awaits: Bool = false) {
            self.request = request
            self.asker = asker
            self.awaits = awaits
        }
    }

    struct Answer {
        let part: Part
        let keeper: Keeper
        let site: Site
        /// The container of the entry that has answered.
        let container: Int
    }

    /// A creator that runs.
    struct Creation {
        let site: Site
        let keeper: Keeper
        /// The place of what it decorates.
        let source: Site?
        let isAsynchronous: Bool
        /// Whether what was to keep the instance has let go of it meanwhile: it is the caller's alone.
        var isGivenUp = false
    }

    /// Resolves a request, from outside.
    ///
    /// - Returns: One part, or all contributions.
    mutating func resolve(
        _ request: Request,
        in container: Int,
        awaiting: Bool = false
    ) throws(Refusal) -> [Part] {
        defer { graph = [:] }
        return try parts(Lookup(request, for: container, awaits: awaiting))
    }

    /// Whether there is anything but decorators to answer.
    mutating func canResolve(_ key: TestedKey, in container: Int) -> Bool {
        if key.isOfContributions || isRegistered(key, container) { return true }
        if let parent = containers[container].parent { return canResolve(key, in: parent) }
        if key.defaultRecipe != nil { return true }
        return registerAutomatically(in: container) && isRegistered(key, container)
    }

    private mutating func parts(_ lookup: Lookup) throws(Refusal) -> [Part] {
        if lookup.request.key.isOfContributions { return try contributions(lookup, in: lookup.asker) }
        return [try answer(lookup).part]
    }

    mutating func answer(_ lookup: Lookup) throws(Refusal) -> Answer {
        while true {
            do throws(Refusal) { return try answer(lookup, in: lookup.asker) } catch .gone {}
        }
    }

    /// Those of the parent come first, and those of one container in the order of their registration.
    private mutating func contributions(_ lookup: Lookup, in container: Int) throws(Refusal) -> [Part] {
        let parent = containers[container].parent
        if parent == nil { _ = registerAutomatically(in: container) }
        var parts = try parent.map { parent throws(Refusal) in try contributions(lookup, in: parent) } ?? []
        for entry in stack(lookup.request.key, container) where !isMakingItself(entry) {
            parts.append(try answer(lookup, of: entry).part)
        }
        return parts
    }

    /// What the newest entry answers, or the newest one below another: else what stands below all, else the parent.
    private mutating func answer(
        _ lookup: Lookup,
        in container: Int,
        below upper: Int? = nil
    ) throws(Refusal) -> Answer {
        let below = stack(lookup.request.key, container).prefix { $0.identifier != upper }
        if let base = below.last(where: { !$0.isDecorator }), isMakingItself(base) {
            // It finds what is below, as when it was registered.
            do throws(Refusal) {
                return try answer(lookup, in: container, below: base.identifier)
            } catch .missing {
                throw .cycle
            }
        }
        guard let entry = below.last else {
            if let parent = containers[container].parent { return try answer(lookup, in: parent) }
            guard registerWhatStandsBelow(lookup.request.key, in: container) else { throw .missing }
            return try answer(lookup, in: container, below: upper)
        }
        guard entry.isDecorator else { return try answer(lookup, of: entry) }
        let decorated: Answer
        do throws(Refusal) {
            decorated = try answer(lookup, in: container, below: entry.identifier)
        } catch .missing {
            throw .nothingToDecorate
        }
        guard let decorator = self.entry(entry.identifier) else { throw .gone }
        return try answer(lookup, of: decorator, decorating: decorated)
    }

    /// Whether an eager creator runs, which may look up its own service.
    private func isMakingItself(_ entry: Entry) -> Bool {
        entry.making == .creator(.eager) && !entry.key.takesArgument
            && creating.contains { $0.site.entry == entry.identifier }
    }

    /// What an entry has, as long as its lifetime says, or what it makes.
    private mutating func answer(
        _ lookup: Lookup,
        of entry: Entry,
        decorating decorated: Answer? = nil
    ) throws(Refusal) -> Answer {
        let keeper = keeper(of: entry, lookup, decorated)
        let isRegistrations = keeper == .registration || keeper == .users
        let site = Site(
            entry: entry.identifier,
            resets: entry.resets,
            container: isRegistrations ? entry.container : lookup.asker,
            argument: lookup.request.argument,
            isAskers: keeper == .asker
        )
        if let part = existing(site, keeper, decorated?.part) {
            return Answer(part: part, keeper: keeper, site: site, container: entry.container)
        }
        // What it kept is of no use any more, also if nothing takes its place.
        if isRegistrations || keeper == .asker { letGo { $0 == site } }
        let (part, isGivenUp) = try make(site, keeper, entry, decorating: decorated, awaits: lookup.awaits)
        let isKept = !isGivenUp && self.entry(entry.identifier) != nil
        if isKept { keep(part, at: site, keeper, of: entry, madeFrom: decorated?.part) }
        let answer = isKept || keeper == .nobody ? keeper : .caller
        return Answer(part: part, keeper: answer, site: site, container: entry.container)
    }

    /// A decoration is kept like what it decorates.
    private func keeper(of entry: Entry, _ lookup: Lookup, _ decorated: Answer?) -> Keeper {
        if let decorated {
            // But what a parent keeps for an argument its children decorate anew each time.
            let isForArgument = lookup.request.argument != nil && decorated.keeper != .asker && decorated.keeper != .graph
            return isForArgument && decorated.container != entry.container ? .nobody : decorated.keeper
        }
        // Nobody can ask again for what is made from an argument that is equal to none.
        if lookup.request.isIncomparable { return .nobody }
        return switch entry.making {
        case .creator(.transient): .nobody
        case .creator(.graph): .graph
        case .creator(.weak): .users
        case .creator(.perContainer): .asker
        default: .registration
        }
    }

    private func existing(_ site: Site, _ keeper: Keeper, _ source: Part?) -> Part? {
        let found = keeper == .graph ? graph[site] : instances[site]
        guard keeper != .nobody, keeper != .caller, let found, found.source == source?.label, found.expiry > now else { return nil }
        return keeper == .users ? (doubtsWeakInstances ? nil : found.alive) : found.kept
    }

    mutating func keep(_ part: Part, at site: Site, _ keeper: Keeper, of entry: Entry, madeFrom source: Part? = nil) {
        var instance = Instance(nextIdentifier(), part, keptBy: keeper)
        instance.source = source?.label
        if case .creator(.expiring(let seconds)) = entry.making { instance.expiry = now + seconds }
        if entry.cleansUp, keeper != .users { instance.cleanUp = entry.recipe }
        switch keeper {
        case .registration, .users, .asker: instances[site] = instance
        case .graph: graph[site] = instance
        case .nobody, .caller: break
        }
    }
}

// Creators.
extension ReferenceModel {
    /// How often creators may run within themselves, for other arguments each time.
    private static let mostRepetitions = 50

    mutating func makeEagerly(_ recipe: Recipe, in container: Int) -> Part? {
        defer { graph = [:] }
        return try? make(recipe, decorating: nil, in: container)
    }

    private mutating func make(
        _ site: Site,
        _ keeper: Keeper,
        _ entry: Entry,
        decorating decorated: Answer?,
        awaits: Bool
    ) throws(Refusal) -> (part: Part, isGivenUp: Bool) {
        guard !isCycle(site, entry) else { throw .cycle }
        guard !entry.recipe.isAsynchronous || awaits else { throw .needsAwait }
        // What others may await too is a look-up of its own, unless it is part of such a one.
        let isOutermost = entry.recipe.isAsynchronous && !creating.contains(where: \.isAsynchronous)
        let outerGraph = graph
        if isOutermost { graph = [:] }
        let isAsynchronous = entry.recipe.isAsynchronous
        creating.append(
            Creation(site: site, keeper: keeper, source: decorated?.site, isAsynchronous: isAsynchronous)
        )
        defer {
            creating.removeLast()
            if isOutermost { graph = outerGraph }
        }
        // A decorator does not get the argument.
        let argument = entry.isDecorator ? nil : site.argument
        let part = try make(entry.recipe, with: argument, decorating: decorated?.part, in: site.container)
        return (part, creating[creating.count - 1].isGivenUp)
    }

    /// Whether a creator would run within itself, for the same container and argument, or too often for others.
    private func isCycle(_ site: Site, _ entry: Entry) -> Bool {
        let outer = creating.map(\.site).filter { $0.entry == site.entry }
        let isComparable = !Request(key: entry.key, argument: site.argument).isIncomparable
        let repetitions = creating.count - Set(creating.map(\.site.entry)).count
        return !outer.isEmpty && repetitions >= ReferenceModel.mostRepetitions
            || isComparable && outer.contains { $0.container == site.container && $0.argument == site.argument }
    }

    /// Follows a recipe. What that needs is looked up in the container that makes it.
    private mutating func make(
        _ recipe: Recipe,
        with argument: Int? = nil,
        decorating decorated: Part?,
        in container: Int
    ) throws(Refusal) -> Part {
        guard let beginning = try? workshop.begin(recipe, with: argument) else { throw .creatorFailed }
        if let act = recipe.act { perform(act) }
        guard let need = recipe.need else { return workshop.finish(beginning, decorating: decorated) }
        do throws(Refusal) {
            let needed = try parts(Lookup(need, for: container, awaits: recipe.isAsynchronous))
            return workshop.finish(beginning, decorating: decorated, needing: needed)
        } catch .missing {
            throw .neededIsMissing
        } catch .nothingToDecorate {
            throw .nothingToDecorateForNeeded
        }
    }

    private mutating func perform(_ act: Recipe.Act) {
        func target(_ recipe: Int) -> Entry? {
            tokens[recipe].flatMap(entry).flatMap { containers[$0.container].isHeld ? $0 : nil }
        }
        switch act {
        case .remove(let recipe): if let entry = target(recipe) { remove(entry.identifier, from: entry.container) }
        case .reset(let recipe): if let entry = target(recipe) { reset(entry: entry.identifier, of: entry.container) }
        case .register(let number, let key, let container):
            let recipe = Recipe(number: number)
            guard containers[container].isHeld, !workshop.hasUsed(number), let beginning = try? workshop.begin(recipe)
            else { return }
            _ = register(workshop.finish(beginning), recipe, for: key, in: container)
        }
    }
}
