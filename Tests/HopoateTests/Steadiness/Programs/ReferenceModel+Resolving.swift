/// Why there is no instance.
enum Refusal: Error {
    /// Nothing is registered.
    case missing
    /// There are only decorators.
    case nothingToDecorate
    /// The same, for a service that a creator looks up.
    case neededIsMissing, nothingToDecorateForNeeded
    case cycle, creatorFailed
    /// The creator is asynchronous, and the look-up does not await it.
    case needsAwait
    /// None yet: the look-up begins again, as something was registered by default, or the registration or what was decorated
    /// has gone meanwhile.
    case restart
}

extension ReferenceModel {
    /// A request, and the container that it began in.
    struct Lookup {
        let request: Request
        var requester: Int
        let awaits: Bool
        /// Whether the container that it began in has ended.
        var isOfEnded = false

        init(_ request: Request, for requester: Int, awaits: Bool = false) {
            self.request = request
            self.requester = requester
            self.awaits = awaits
        }
    }

    struct Answer {
        let part: Part
        let owner: Owner
        let site: Site
        /// The lowest entry that contributed, and its count of resets.
        let base: [Int]
        /// The container of the answering entry.
        let container: Int
        /// How often the answering entries had changed when they were read.
        var way: [Int] = []
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

    /// Whether something other than decorators answers.
    mutating func canResolve(_ key: TestedKey, in container: Int) -> Bool {
        if key.isOfContributions || isRegistered(key, container) { return true }
        if let parent = containers[container].parent { return canResolve(key, in: parent) }
        if key.defaultRecipe != nil { return true }
        return registerAutomatically(in: container) && isRegistered(key, container)
    }

    mutating func parts(_ lookup: Lookup) throws(Refusal) -> [Part] {
        let lookup = opened(lookup)
        if lookup.request.key.isOfContributions { return try contributions(lookup, in: lookup.requester) }
        return [try answer(lookup).part]
    }

    /// A look-up in a container that has ended is one of its nearest ancestor that has not.
    private func opened(_ lookup: Lookup) -> Lookup {
        var opened = lookup
        while containers[opened.requester].hasEnded, let parent = containers[opened.requester].parent {
            (opened.requester, opened.isOfEnded) = (parent, true)
        }
        return opened
    }

    mutating func answer(_ lookup: Lookup) throws(Refusal) -> Answer {
        let (lookup, beginning) = (opened(lookup), lookup.requester)
        for _ in 0..<50 {
            do throws(Refusal) {
                let way = way(lookup.request.key, beginning)
                var answer = try answer(lookup, in: lookup.requester)
                answer.way = way
                return answer
            } catch .restart {
                continue
            } catch .missing where isWithinEager(lookup) {
                throw .cycle
            }
        }
        throw .cycle
    }

    /// Contributions of the parent come first, and those of one container in the order of registration.
    private mutating func contributions(_ lookup: Lookup, in container: Int) throws(Refusal) -> [Part] {
        let parent = containers[container].parent
        if parent == nil { _ = registerAutomatically(in: container) }
        var parts = try parent.map { parent throws(Refusal) in try contributions(lookup, in: parent) } ?? []
        for entry in stack(lookup.request.key, container) where !isMakingItself(entry) {
            parts.append(try answer(lookup, of: entry).part)
        }
        return parts
    }

    /// The answer of the newest entry, or of the newest one below another; else of those below all; else of the
    /// parent.
    private mutating func answer(
        _ lookup: Lookup,
        in container: Int,
        below upper: Int? = nil
    ) throws(Refusal) -> Answer {
        let below = stack(lookup.request.key, container).prefix { $0.identifier != upper }
        if let base = below.last(where: { !$0.isDecorator }), isMakingItself(base) {
            // It finds the entry below, as at its registration.
            return try answer(lookup, in: container, below: base.identifier)
        }
        guard let entry = below.last else {
            if let parent = containers[container].parent { return try answer(lookup, in: parent) }
            guard registerWhatStandsBelow(lookup.request.key, in: container) else { throw .missing }
            throw .restart
        }
        guard entry.isDecorator else { return try answer(lookup, of: entry) }
        let decorated: Answer
        do throws(Refusal) {
            decorated = try answer(lookup, in: container, below: entry.identifier)
        } catch .missing {
            throw .nothingToDecorate
        }
        // A decorator that was removed during the creation no longer decorates.
        guard let decorator = self.entry(entry.identifier) else { return decorated }
        return try answer(lookup, of: decorator, decorating: decorated)
    }

    /// Whether an eager creator is in progress, which may look up its own service unless it was reset meanwhile.
    private func isMakingItself(_ entry: Entry) -> Bool {
        entry.making == .creator(.eager) && !entry.key.takesArgument
            && creating.contains { $0.site.entry == entry.identifier && !$0.isAbandoned }
    }

    /// Whether an eager creator looks up its own service, which was removed meanwhile or found nothing below.
    private func isWithinEager(_ lookup: Lookup) -> Bool {
        creating.contains {
            $0.entry.making == .creator(.eager) && $0.entry.key == lookup.request.key
                && isOrHasParent(lookup.requester, in: [$0.entry.container])
        }
    }

    /// The instance of an entry, if its lifetime allows, or a new one.
    private mutating func answer(
        _ lookup: Lookup,
        of entry: Entry,
        decorating decorated: Answer? = nil
    ) throws(Refusal) -> Answer {
        let owner = owner(of: entry, lookup, decorated)
        // It would have to keep the instance.
        if owner == .requester, lookup.isOfEnded { throw .missing }
        // A reset ends no graph.
        let resets = owner == .graph ? 0 : entry.resets
        let base = decorated?.base ?? [entry.identifier, resets]
        let isRegistrations = owner == .registration || owner == .users
        let site = Site(
            entry: entry.identifier,
            resets: resets,
            container: isRegistrations ? entry.container : lookup.requester,
            argument: lookup.request.argument,
            base: lookup.request.argument == nil ? nil : decorated?.base,
            isOwnedByRequester: owner == .requester
        )
        if lookup.request.key == .partTaking, !entry.isDecorator, isRegistrations || owner == .requester {
            asked.insert(site)
        }
        if let decorated, isRegistrations, site.argument == nil, decorated.container == entry.container,
            instances[decorated.site]?.label != decorated.part.label
        {
            throw .restart
        }
        if let part = existing(site, owner, decorated?.part) {
            notify(of: entry)
            return Answer(part: part, owner: owner, site: site, base: base, container: entry.container)
        }
        // The old instance is of no use any longer, even if no new one takes its place. Its clean-up may change anything.
        if isRegistrations || owner == .requester, instances[site] != nil {
            release(site)
            if let entry = self.entry(entry.identifier) { return try answer(lookup, of: entry, decorating: decorated) }
            guard let decorated else { throw .restart }
            return decorated
        }
        let (part, isAbandoned) = try make(site, owner, entry, decorating: decorated, awaits: lookup.awaits)
        let now = self.entry(entry.identifier)
        let isKept = !isAbandoned && (now?.resets == entry.resets || now != nil && owner == .graph)
        if isKept { keep(part, at: site, owner, of: entry, madeFrom: decorated?.part) }
        notify(of: entry)
        let answer = isKept || owner == .nobody ? owner : .caller
        return Answer(part: part, owner: answer, site: site, base: base, container: entry.container)
    }

}
