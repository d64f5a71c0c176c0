// Creators.
extension ReferenceModel {
    /// A creator in progress.
    struct Creation {
        let site: Site
        let entry: Entry
        let owner: Owner
        /// The place of what it decorates.
        let source: Site?
        /// Whether the owner has released the instance during the creation, so that only the caller gets it.
        var isAbandoned = false
    }

    /// How often a creator may run within itself, with different arguments.
    private static let mostRepetitions = 50

    /// Notifies the observer of a container, but not of what it does itself.
    mutating func notify(of entry: Entry, isNew: Bool = false) {
        let home = entry.container
        guard let observing = containers[home].observing, !containers[home].isBeingNotified, creatorsMayAct else {
            return
        }
        containers[home].isBeingNotified = true
        observing.act(on: entry.recipe.number, of: entry.key, container: home, isNew: isNew).map { perform($0) }
        containers[home].isBeingNotified = false
    }

    mutating func makeEagerly(_ recipe: Recipe, in container: Int) -> Part? {
        defer { graph = [:] }
        return try? make(recipe, decorating: nil, in: container)
    }

    mutating func make(
        _ site: Site,
        _ owner: Owner,
        _ entry: Entry,
        decorating decorated: Answer?,
        awaits: Bool
    ) throws(Refusal) -> (part: Part, isAbandoned: Bool) {
        guard !isCycle(site, entry) else { throw .cycle }
        guard !entry.recipe.isAsynchronous || awaits else { throw .needsAwait }
        creating.append(Creation(site: site, entry: entry, owner: owner, source: decorated?.site))
        notify(of: entry)
        // A decorator does not get the argument.
        let argument = entry.isDecorator ? nil : site.argument
        do throws(Refusal) {
            let part = try make(entry.recipe, with: argument, decorating: decorated?.part, in: site.container)
            return (part, creating.removeLast().isAbandoned)
        } catch {
            creating.removeLast()
            notify(of: entry)
            throw error
        }
    }

    /// Whether a creator would run within itself for the same container and argument, or for those of a fork, or too often for
    /// others.
    private func isCycle(_ site: Site, _ entry: Entry) -> Bool {
        let outer = creating.filter { $0.entry.origin == entry.origin }.map(\.site)
        let isComparable = !Request(key: entry.key, argument: site.argument).isIncomparable
        return outer.count >= ReferenceModel.mostRepetitions
            || isComparable
                && outer.contains { outer in
                    outer.argument == site.argument && (outer.entry != site.entry || outer.container == site.container)
                }
    }

    /// Follows a recipe, and looks up its need in the container that creates the part.
    private mutating func make(
        _ recipe: Recipe,
        with argument: Int? = nil,
        decorating decorated: Part?,
        in container: Int
    ) throws(Refusal) -> Part {
        running += 1
        defer { running -= 1 }
        guard let beginning = try? workshop.begin(recipe, with: argument) else { throw .creatorFailed }
        if let act = recipe.act, creatorsMayAct { perform(act) }
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

    mutating func perform(_ act: Recipe.Act) {
        func target(_ recipe: Int) -> Entry? {
            tokens[recipe].flatMap(entry).flatMap { containers[$0.container].isHeld ? $0 : nil }
        }
        switch act {
        case .remove(let recipe): if let entry = target(recipe) { remove(entry.identifier, from: entry.container) }
        case .reset(let recipe): if let entry = target(recipe) { reset(entry: entry.identifier, of: entry.container) }
        case .resolve(let key, let container):
            guard containers[container].isHeld else { return }
            // Outside of creators, it is a look-up with a graph of its own.
            let (outer, isOutermost) = (graph, isOutermost)
            if isOutermost { graph = [:] }
            workshop.note(try? parts(Lookup(Request(key: key), for: container)))
            if isOutermost { graph = outer }
        case .register(let number, let key, let container):
            let recipe = Recipe(number: number)
            guard containers[container].isHeld, !workshop.hasUsed(number), let part = try? workshop.make(recipe)
            else { return }
            _ = register(part, recipe, for: key, in: container)
        }
    }
}
