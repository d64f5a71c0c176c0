// Instances, and who keeps them.
extension ReferenceModel {
    /// The one that keeps an instance.
    enum Owner {
        /// The registration. It lets go of the instance when it is removed or reset.
        case registration
        /// Its users: the registration knows it as long as they hold it.
        case users
        /// The container that has asked, for the lifetime `perContainer`. Nobody finds the instance any more when the
        /// registration is removed or reset, but unless that is its own, the container lets go of it when it is reset or
        /// released itself.
        case requester
        /// The outermost look-up.
        case graph
        case nobody
        /// The caller, of an instance whose registration was removed or reset while it was made.
        case caller
    }

    /// The place of an instance.
    struct Site: Hashable {
        let entry: Int
        let resets: Int
        /// The container from whose services the instance is made: the registration's own, if that keeps it, or else the one
        /// that has asked.
        let container: Int
        let argument: Int?
        /// The entry whose answer is decorated for an argument, and how often that was reset: each knows its own arguments.
        var base: [Int]?
        /// Whether the container keeps it because it has asked.
        var isOwnedByRequester = false
    }

    struct Instance {
        /// Tells its age.
        let number: Int
        let label: String
        /// Nil if its users keep it.
        let kept: Part?
        private(set) weak var alive: Part?
        /// The label of the instance that a decorator has made this from.
        var source: String?
        /// When it expires.
        var expiry = Int.max
        /// The recipe that is told when it is let go of.
        var cleanUp: Recipe?

        init(_ number: Int, _ part: Part, ownedBy owner: Owner) {
            self.number = number
            label = part.label
            kept = owner == .users ? nil : part
            alive = part
        }
    }
}

extension ReferenceModel {
    /// A decoration is kept like what it decorates.
    func owner(of entry: Entry, _ lookup: Lookup, _ decorated: Answer?) -> Owner {
        if let decorated {
            // But what a parent keeps for an argument its children decorate anew each time.
            let isForArgument =
                lookup.request.argument != nil && decorated.owner != .requester && decorated.owner != .graph
            return isForArgument && decorated.container != entry.container ? .nobody : decorated.owner
        }
        // Nobody can ask again for what is made from an argument that is equal to none.
        if lookup.request.isIncomparable { return .nobody }
        return switch entry.making {
        case .creator(.transient): .nobody
        case .creator(.graph): .graph
        case .creator(.weak): .users
        case .creator(.perContainer): .requester
        default: .registration
        }
    }

    func existing(_ site: Site, _ owner: Owner, _ source: Part?) -> Part? {
        let found = owner == .graph ? graph[site] : instances[site]
        guard owner != .nobody, owner != .caller, let found, found.source == source?.label, found.expiry > now else {
            return nil
        }
        return owner == .users ? (doubtsWeakInstances ? nil : found.alive) : found.kept
    }

    mutating func keep(_ part: Part, at site: Site, _ owner: Owner, of entry: Entry, madeFrom source: Part? = nil) {
        var instance = Instance(nextIdentifier(), part, ownedBy: owner)
        instance.source = source?.label
        if case .creator(.expiring(let seconds)) = entry.making { instance.expiry = now + seconds }
        if entry.cleansUp, owner != .users { instance.cleanUp = entry.recipe }
        switch owner {
        case .registration, .users, .requester: instances[site] = instance
        case .graph: graph[site] = instance
        case .nobody, .caller: break
        }
    }

    /// Lets go of instances, the newest first, and before of what the same container's decorators have made from them. If one
    /// decorator has decorated for the container and for its registration, the former goes first.
    mutating func releaseInstances(where isMeant: (Site) -> Bool) {
        abandonCreations(where: isMeant)
        let sites = instances.filter { isMeant($0.key) }.sorted { left, right in
            (left.key.isOwnedByRequester ? 1 : 0, left.value.number) > (
                right.key.isOwnedByRequester ? 1 : 0, right.value.number
            )
        }
        guard let container = sites.first?.key.container else { return }
        let labels = sites.map(\.value.label)
        let decorations = instances.filter { site, decoration in
            site.container == container && decoration.source.map(labels.contains) == true
        }
        if !decorations.isEmpty { releaseInstances { decorations[$0] != nil } }
        for (site, instance) in sites {
            if let recipe = instance.cleanUp, let part = instance.kept { workshop.cleanUp(part, of: recipe) }
            instances[site] = nil
        }
    }

    /// Ends a mock: lets go of what was made from it and kept, the newest first.
    mutating func endMock(_ label: String) {
        endedMocks.append(label)
        let sites = instances.filter { $0.value.alive?.isMade(from: label) == true }
        for (site, instance) in sites.sorted(by: { $0.value.number > $1.value.number })
        where instances[site]?.number == instance.number && entry(site.entry)?.making != .instance {
            releaseInstances { $0 == site }
        }
        for index in properties.indices where properties[index]?.kind == .lazy {
            if properties[index]?.kept?.part.isMade(from: label) == true { properties[index]?.kept = nil }
        }
    }

    /// Releases the instances that nobody finds any more, with what decorates them, as far as the library has released them: those
    /// for arguments that have expired, and those of other containers' registrations that were removed or reset. The library does
    /// so now and then, as it creates others, and nobody can tell by what it answers.
    mutating func sweep(where isReleased: (String) -> Bool) {
        // The newest entry of each instance that is there, or of what that decorates.
        var newest: [String: Int] = [:]
        var released: [(newest: Int, site: Site, instance: Instance)] = []
        for (site, instance) in instances.sorted(by: { $0.value.number < $1.value.number }) {
            let below = instance.source.flatMap { newest[$0] }
            let own = below.map { isNewer($0, than: site.entry) ? $0 : site.entry } ?? site.entry
            let isOver =
                instance.expiry <= now || instance.source != nil && below == nil
                || entry(site.entry)?.resets != site.resets
            if site.argument == nil && !site.isOwnedByRequester || !isOver || !isReleased(instance.label) {
                newest[instance.label] = own
            } else {
                released.append((own, site, instance))
            }
        }
        released.sort { left, right in
            left.newest == right.newest
                ? left.instance.number > right.instance.number : isNewer(left.newest, than: right.newest)
        }
        for (_, site, instance) in released {
            if let recipe = instance.cleanUp, let part = instance.kept { workshop.cleanUp(part, of: recipe) }
            instances[site] = nil
        }
    }

    /// Lets go of all that is kept in a container of an entry, with the arguments that it was made from.
    mutating func releaseInstances(of entry: Int, in container: Int) {
        releaseInstances { $0.entry == entry && $0.container == container }
        asked = asked.filter { $0.entry != entry || $0.container != container }
    }

    /// How many arguments for `TestedKey.partTaking` are alive: at least those of what is kept, and at most those that were
    /// asked with, as a registration may remember what others keep, what has expired and what has failed.
    var countOfArguments: ClosedRange<Int> {
        let kept = asked.count { instances[$0]?.kept != nil }
        return kept...asked.count
    }

    /// Of a creation that is given up nobody keeps what is made, nor of one that decorates.
    private mutating func abandonCreations(where isMeant: (Site) -> Bool) {
        let sites = Set(instances.keys.filter(isMeant))
        for index in creating.indices where creating[index].owner != .graph {
            let source = creating[index].source
            let isAbove = source?.container == creating[index].site.container && source.map(sites.contains) == true
            if isMeant(creating[index].site) || isAbove { creating[index].isAbandoned = true }
        }
    }
}

extension ReferenceModel.Entry {
    /// The place of a registered instance, or of one that is made for no argument and that the registration keeps.
    var ownSite: ReferenceModel.Site {
        ReferenceModel.Site(entry: identifier, resets: resets, container: container, argument: nil)
    }
}
