/// Why there is no instance.
enum Refusal: Error {
    /// Nothing is registered.
    case missing
    /// Nothing is registered for what the creator looks up, or one further in does.
    case neededIsMissing
    case nothingToDecorate, circle, creatorFailed
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

    /// Resolves a key, from outside.
    mutating func resolve(_ key: TestedKey, in container: Int) throws(Refusal) -> Part {
        defer { graph = [:] }
        return try answer(key, in: container).part
    }

    /// Whether there is anything but decorators to answer.
    func canResolve(_ key: TestedKey, in container: Int) -> Bool {
        if entries(key, container).contains(where: { $0.making != .decorator }) { return true }
        if let parent = containers[container].parent { return canResolve(key, in: parent) }
        return key.defaultRecipe != nil
    }

    /// The identifiers of the entries that an answer comes over: decorators, the uppermost first, and then what they
    /// decorate. Nil when nothing is registered.
    private func way(_ key: TestedKey, _ container: Int) -> [Int]? {
        var way: [Int] = []
        for entry in entries(key, container).reversed() {
            way.append(entry.identifier)
            if entry.making != .decorator { return way }
        }
        guard let parent = containers[container].parent else { return nil }
        return self.way(key, parent).map { way + $0 }
    }

    /// Reads a property: what it kept, as long as that comes over the same entries, or what resolving gives.
    mutating func read(_ index: Int) throws(Refusal) -> Part {
        guard let property = place(of: index) else { throw .missing }
        if let part = validPart(of: index) { return part }
        setKept(nil, of: index)
        defer { graph = [:] }
        let answer = try answer(property.key, in: property.container)
        if answer.keeper != .entry, let way = way(property.key, property.container) {
            setKept((way, answer.part), of: index)
        }
        return answer.part
    }

    private func validPart(of index: Int) -> Part? {
        guard let property = properties[index], let kept = property.kept else { return nil }
        return kept.way == way(property.key, property.container) ? kept.part : nil
    }

    mutating func makeEagerly(_ recipe: Recipe, in container: Int) -> Part? {
        defer { graph = [:] }
        return try? make(recipe, in: container)
    }

    /// What the newest entry answers, or the newest one below a decorator: else the parent, else the default.
    private mutating func answer(
        _ key: TestedKey,
        in container: Int,
        below decorator: Int? = nil
    ) throws(Refusal) -> Answer {
        let entries = entries(key, container).map { (identifier: $0.identifier, making: $0.making) }
        let below = entries.prefix { $0.identifier != decorator }
        guard let entry = below.last else {
            if let parent = containers[container].parent { return try answer(key, in: parent) }
            guard let (recipe, lifetime) = key.defaultRecipe else { throw .missing }
            pushDefault(recipe, lifetime, key, in: container)
            return try answer(key, in: container, below: decorator)
        }
        switch entry.making {
        case .instance, .creator: return try answer(of: entry.identifier, key, container)
        case .decorator:
            let decorated: Answer
            do throws(Refusal) {
                decorated = try answer(key, in: container, below: entry.identifier)
            } catch .missing {
                throw .nothingToDecorate
            }
            return try decorate(decorated, entry.identifier, key, container)
        }
    }

    /// What an entry has, as long as its lifetime says, or what it makes.
    private mutating func answer(of identifier: Int, _ key: TestedKey, _ container: Int) throws(Refusal) -> Answer {
        let keeper: Keeper
        switch making(identifier, key, container) {
        case .instance, .creator(.eager), .creator(.cached), .creator(.scoped), .decorator: keeper = .entry
        case .creator(.expiring): keeper = isExpired(identifier, key, container) ? .nobody : .entry
        case .creator(.weak): keeper = .others
        case .creator(.graph): keeper = .graph
        case .creator(.transient): keeper = .nobody
        }
        return try answer(of: identifier, key, container, keeper, madeFrom: nil)
    }

    /// What a decorator has made of the same instance, as long as that is kept, or what it makes of it.
    private mutating func decorate(
        _ decorated: Answer,
        _ identifier: Int,
        _ key: TestedKey,
        _ container: Int
    ) throws(Refusal) -> Answer {
        try answer(of: identifier, key, container, decorated.keeper, madeFrom: decorated.part)
    }

    private mutating func answer(
        of identifier: Int,
        _ key: TestedKey,
        _ container: Int,
        _ keeper: Keeper,
        madeFrom source: Part?
    ) throws(Refusal) -> Answer {
        if let part = existing(identifier, key, container, keeper, source) { return Answer(part: part, keeper: keeper) }
        // What it kept is of no use any more, also if nothing takes its place.
        change(identifier, key, container) { ($0.kept, $0.shared) = (nil, nil) }
        let part = try make(identifier, key, container, decorating: source)
        let (now, making) = (now, making(identifier, key, container))
        guard case .creator(.expiring(let seconds)) = making else {
            keep(part, identifier, key, container, keeper, source)
            return Answer(part: part, keeper: keeper)
        }
        change(identifier, key, container) { ($0.kept, $0.expiry) = (part, now + seconds) }
        return Answer(part: part, keeper: .entry)
    }

    private func existing(
        _ identifier: Int,
        _ key: TestedKey,
        _ container: Int,
        _ keeper: Keeper,
        _ source: Part?
    ) -> Part? {
        let entry = entries(key, container).first { $0.identifier == identifier }
        switch keeper {
        case .entry: return entry?.source == source?.label ? entry?.kept : nil
        case .others: return entry?.source == source?.label && !doubtsWeakInstances ? entry?.shared : nil
        case .graph: return graph[identifier]?.source == source?.label ? graph[identifier]?.part : nil
        case .nobody: return nil
        }
    }

    private mutating func keep(
        _ part: Part,
        _ identifier: Int,
        _ key: TestedKey,
        _ container: Int,
        _ keeper: Keeper,
        _ source: Part?
    ) {
        switch keeper {
        case .entry: change(identifier, key, container) { ($0.kept, $0.source) = (part, source?.label) }
        case .others: change(identifier, key, container) { ($0.shared, $0.source) = (part, source?.label) }
        case .graph: graph[identifier] = (source?.label, part)
        case .nobody: break
        }
    }

    private func making(_ identifier: Int, _ key: TestedKey, _ container: Int) -> Making {
        entries(key, container).first { $0.identifier == identifier }?.making ?? .instance
    }

    private func isExpired(_ identifier: Int, _ key: TestedKey, _ container: Int) -> Bool {
        (entries(key, container).first { $0.identifier == identifier }?.expiry ?? 0) <= now
    }

    private mutating func make(
        _ identifier: Int,
        _ key: TestedKey,
        _ container: Int,
        decorating decorated: Part?
    ) throws(Refusal) -> Part {
        guard !creating.contains(identifier) else { throw .circle }
        creating.append(identifier)
        defer { creating.removeLast() }
        guard let recipe = entries(key, container).first(where: { $0.identifier == identifier })?.recipe else {
            throw .missing
        }
        return try make(recipe, decorating: decorated, in: container)
    }

    /// Follows a recipe. What that needs is looked up in the container which the registration belongs to.
    private mutating func make(
        _ recipe: Recipe,
        decorating decorated: Part? = nil,
        in container: Int
    ) throws(Refusal) -> Part {
        guard let beginning = try? workshop.begin(recipe) else { throw .creatorFailed }
        guard let need = recipe.need else { return workshop.finish(beginning, decorating: decorated) }
        do throws(Refusal) {
            return workshop.finish(beginning, decorating: decorated, needing: try answer(need, in: container).part)
        } catch .missing {
            throw .neededIsMissing
        }
    }
}
