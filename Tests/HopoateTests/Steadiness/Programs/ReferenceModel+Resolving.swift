/// Why there is no instance.
enum Refusal: Error {
    /// Nothing is registered.
    case missing
    /// Nothing is registered for what the creator looks up, or one further in does.
    case neededIsMissing
    case nothingToDecorate, cycle, creatorFailed
    /// The creator is asynchronous, and nobody awaits it.
    case needsAwait
}

extension ReferenceModel {
    /// Who keeps an instance.
    private enum Keeper {
        case entry, others, graph, nobody
    }

    private struct Answer {
        let part: Part
        let keeper: Keeper
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
        return try parts(request, in: container, awaiting: awaiting)
    }

    /// Whether there is anything but decorators to answer.
    mutating func canResolve(_ key: TestedKey, in container: Int) -> Bool {
        if key.isOfContributions || isRegistered(key, container) { return true }
        if let parent = containers[container].parent { return canResolve(key, in: parent) }
        if key.defaultRecipe != nil { return true }
        registerAutomatically(in: container)
        return isRegistered(key, container)
    }

    func isRegistered(_ key: TestedKey, _ container: Int) -> Bool {
        entries(key, container).contains { $0.making != .decorator }
    }

    /// How often other entries have come to answer, in each container that is asked.
    private func way(_ key: TestedKey, _ container: Int) -> [Int] {
        let changes = containers[container].changes[key] ?? 0
        guard !isRegistered(key, container), let parent = containers[container].parent else { return [changes] }
        return [changes] + way(key, parent)
    }

    /// Reads a property: what it kept, as long as no other entries have come to answer, or what resolving gives. A `Lazy`
    /// keeps what it got, whatever comes.
    mutating func read(_ index: Int) throws(Refusal) -> Part {
        guard let (key, container) = place(of: index) else { throw .missing }
        if let part = validPart(of: index) { return part }
        setKept(nil, of: index)
        defer { graph = [:] }
        let answer = try answer(Request(key: key), in: container)
        if properties[index]?.isLazy == true {
            setKept(([], answer.part), of: index)
        } else if answer.keeper != .entry {
            setKept((way(key, container), answer.part), of: index)
        }
        return answer.part
    }

    private func validPart(of index: Int) -> Part? {
        guard let property = properties[index], let kept = property.kept else { return nil }
        return property.isLazy || kept.way == way(property.key, property.container) ? kept.part : nil
    }

    mutating func makeEagerly(_ recipe: Recipe, in container: Int) -> Part? {
        defer { graph = [:] }
        return try? make(recipe, in: container)
    }

    private mutating func parts(
        _ request: Request,
        in container: Int,
        awaiting: Bool = false
    ) throws(Refusal) -> [Part] {
        guard request.key.isOfContributions else {
            return [try answer(request, in: container, awaiting: awaiting).part]
        }
        return try contributions(request.key, in: container)
    }

    /// Those of the parent come first, and those of one container in the order of their registration. Of what is registered
    /// for each container the one that was asked has copies.
    private mutating func contributions(
        _ key: TestedKey,
        in container: Int,
        for asker: Int? = nil
    ) throws(Refusal) -> [Part] {
        var parts: [Part] = []
        if asker == nil { _ = pushWhatStandsBelow(key, in: container) }
        if let parent = containers[container].parent {
            parts = try contributions(key, in: parent, for: asker ?? container)
        }
        // Of the identifiers, as an array of the entries would keep alive what they let go of.
        let answering = entries(key, container).filter { asker == nil || $0.making != .creator(.perContainer) }
        for identifier in answering.map(\.identifier) {
            let site = Site(identifier: identifier, key: key, container: container, maker: asker)
            parts.append(try answer(at: site, awaiting: false).part)
        }
        return parts
    }

    /// What the newest entry answers, or the newest one below a decorator: else what stands below all, else the parent.
    private mutating func answer(
        _ request: Request,
        in container: Int,
        below decorator: Int? = nil,
        for asker: Int? = nil,
        awaiting: Bool = false
    ) throws(Refusal) -> Answer {
        let key = request.key
        let entries = entries(key, container).map { (identifier: $0.identifier, making: $0.making) }
        let below = entries.prefix { $0.identifier != decorator }
        guard let entry = below.last else {
            if pushWhatStandsBelow(key, in: container, below: decorator) {
                return try answer(request, in: container, below: decorator, for: asker, awaiting: awaiting)
            }
            guard let parent = containers[container].parent else { throw .missing }
            return try answer(request, in: parent, for: asker ?? container, awaiting: awaiting)
        }
        // An eager creator that asks for its own service finds the one below, as when it was registered.
        if request.argument == nil, let base = below.last(where: { $0.making != .decorator }),
            base.making == .creator(.eager), creating.contains(where: { $0.site.identifier == base.identifier })
        {
            do throws(Refusal) {
                return try answer(request, in: container, below: base.identifier, for: asker, awaiting: awaiting)
            } catch .missing {
                throw .cycle
            }
        }
        let site = Site(
            identifier: entry.identifier,
            key: key,
            container: container,
            argument: request.argument,
            maker: asker
        )
        guard entry.making == .decorator else { return try answer(at: site, awaiting: awaiting) }
        // Before what is below is made for it in vain.
        if creating.contains(where: { $0.isKept && $0.site.identifier == entry.identifier }) { throw .cycle }
        let decorated: Answer
        do throws(Refusal) {
            decorated = try answer(request, in: container, below: entry.identifier, for: asker, awaiting: awaiting)
        } catch .missing {
            throw .nothingToDecorate
        }
        return try answer(at: site, decorated.keeper, madeFrom: decorated.part, awaiting: false)
    }

    /// What an entry has, as long as its lifetime says, or what it makes.
    private mutating func answer(at site: Site, awaiting: Bool) throws(Refusal) -> Answer {
        let keeper: Keeper
        switch entry(at: site)?.making {
        case .creator(.weak): keeper = .others
        case .creator(.graph): keeper = .graph
        case .creator(.transient): keeper = .nobody
        default: keeper = .entry
        }
        // Nobody can ask again for what is made of an argument that is not comparable.
        let isAnybodys = !site.key.isIncomparable
        return try answer(at: site, isAnybodys ? keeper : .nobody, madeFrom: nil, awaiting: awaiting)
    }

    private mutating func answer(
        at site: Site,
        _ keeper: Keeper,
        madeFrom source: Part?,
        awaiting: Bool
    ) throws(Refusal) -> Answer {
        var site = site
        if keeper == .entry || keeper == .others { site.maker = nil }
        if let part = existing(site, keeper, source) { return Answer(part: part, keeper: keeper) }
        // What it kept is of no use any more, also if nothing takes its place, nor is what decorators have made of that.
        letGoOfDecorations(above: site)
        letGo(at: site)
        let part = try make(site, keeper, decorating: source, awaiting: awaiting)
        keep(part, site, keeper, source)
        return Answer(part: part, keeper: keeper)
    }

    private func existing(_ site: Site, _ keeper: Keeper, _ source: Part?) -> Part? {
        let entry = entry(at: site)
        let instance = entry?.instances[site.argument]
        switch keeper {
        case .entry:
            if case .creator(.expiring) = entry?.making, (instance?.expiry ?? 0) <= now { return nil }
            return instance?.source == source?.label ? instance?.kept : nil
        case .others: return instance?.source == source?.label && !doubtsWeakInstances ? instance?.shared : nil
        case .graph: return graph[site]?.source == source?.label ? graph[site]?.part : nil
        case .nobody: return nil
        }
    }

    private mutating func keep(_ part: Part, _ site: Site, _ keeper: Keeper, _ source: Part?) {
        var expiry = 0
        if case .creator(.expiring(let seconds)) = entry(at: site)?.making { expiry = now + seconds }
        switch keeper {
        case .entry: change(site) { ($0.kept, $0.source, $0.expiry) = (part, source?.label, expiry) }
        case .others: change(site) { ($0.shared, $0.source) = (part, source?.label) }
        case .graph: graph[site] = (source?.label, part)
        case .nobody: break
        }
    }

    private mutating func make(
        _ site: Site,
        _ keeper: Keeper,
        decorating decorated: Part?,
        awaiting: Bool
    ) throws(Refusal) -> Part {
        guard let recipe = entry(at: site)?.recipe else { throw .missing }
        guard !creating.contains(where: { $0.site == site }) || site.key.isIncomparable else { throw .cycle }
        guard !recipe.isAsynchronous || awaiting else { throw .needsAwait }
        // What others may await too is a resolution of its own, unless it is part of such a one.
        let isOutermost = recipe.isAsynchronous && !creating.contains(where: \.isAsynchronous)
        let outerGraph = graph
        if isOutermost { graph = [:] }
        let isKept = keeper == .entry || keeper == .others
        creating.append(Creation(site: site, isKept: isKept, isAsynchronous: recipe.isAsynchronous))
        defer {
            creating.removeLast()
            if isOutermost { graph = outerGraph }
        }
        return try make(recipe, with: site.argument, decorating: decorated, in: site.maker ?? site.container)
    }

    /// Follows a recipe. What that needs is looked up in the container that makes it.
    private mutating func make(
        _ recipe: Recipe,
        with argument: Int? = nil,
        decorating decorated: Part? = nil,
        in container: Int
    ) throws(Refusal) -> Part {
        guard let beginning = try? workshop.begin(recipe, with: argument) else { throw .creatorFailed }
        guard let need = recipe.need else { return workshop.finish(beginning, decorating: decorated) }
        do throws(Refusal) {
            let needed = try parts(need, in: container, awaiting: recipe.isAsynchronous)
            return workshop.finish(beginning, decorating: decorated, needing: needed)
        } catch .missing {
            throw .neededIsMissing
        }
    }
}
