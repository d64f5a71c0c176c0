// Instances and their owners.
extension ReferenceModel {
    /// The owner of an instance.
    enum Owner {
        /// The registration, until it is removed or reset.
        case registration
        /// Its users. The registration knows the instance while they hold it.
        case users
        /// The requesting container, for the lifetime `perContainer`. After the registration is removed or reset, no
        /// look-up finds the instance. The container releases it then if the registration is its own, and else at its
        /// own end or reset.
        case requester
        /// The outermost look-up.
        case graph
        case nobody
        /// The caller, if the registration was removed or reset during the creation.
        case caller
    }

    /// The place of an instance.
    struct Site: Hashable {
        let entry: Int
        let resets: Int
        /// The container whose services the instance is created from: the registration's if that is the owner, or else
        /// the requesting one.
        let container: Int
        let argument: Int?
        /// The entry whose answer is decorated for an argument, and its count of resets, as each has its own
        /// arguments.
        var base: [Int]?
        /// Whether the requesting container is the owner.
        var isOwnedByRequester = false
    }

    struct Instance {
        /// Tells its age.
        let number: Int
        let label: String
        /// Nil if its users own it.
        let kept: Part?
        private(set) weak var alive: Part?
        /// The label of the instance that it decorates.
        var source: String?
        /// The recipe of its clean-up.
        var cleanUp: Recipe?

        init(_ number: Int, _ part: Part, ownedBy owner: Owner) {
            self.number = number
            label = part.label
            kept = owner == .users ? nil : part
            alive = part
        }
    }

    struct Release {
        let part: Part?
        let cleanUp: Recipe?
    }
}

extension ReferenceModel {
    /// A decoration has the owner of the instance that it decorates.
    func owner(of entry: Entry, _ lookup: Lookup, _ decorated: Answer?) -> Owner {
        if let decorated {
            // But a child decorates a parent's instance for an argument again each time.
            let isForArgument =
                lookup.request.argument != nil && decorated.owner != .requester && decorated.owner != .graph
            return isForArgument && decorated.container != entry.container ? .nobody : decorated.owner
        }
        // No look-up can find an instance for an argument that is unequal to itself.
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
        guard owner != .nobody, owner != .caller, let found, found.source == source?.label else { return nil }
        return owner == .users ? (doubtsWeakInstances ? nil : found.alive) : found.kept
    }

    mutating func keep(_ part: Part, at site: Site, _ owner: Owner, of entry: Entry, madeFrom source: Part? = nil) {
        var instance = Instance(nextIdentifier(), part, ownedBy: owner)
        instance.source = source?.label
        if entry.cleansUp, owner != .users { instance.cleanUp = entry.recipe }
        switch owner {
        case .registration, .users, .requester: instances[site] = instance
        case .graph: graph[site] = instance
        case .nobody, .caller: break
        }
    }

    /// Releases instances, and the decorations of them in the same container, the newest first.
    mutating func releaseInstances(where isMeant: (Site) -> Bool) {
        abandonCreations(where: isMeant)
        var (sites, next) = ([Site: Instance](), instances.filter { isMeant($0.key) })
        while !next.isEmpty {
            sites.merge(next) { $1 }
            next = instances.filter { site, decoration in
                sites[site] == nil && sites.contains { $0.container == site.container && decoration.source == $1.label }
            }
            if !next.isEmpty { abandonCreations { next[$0] != nil } }
        }
        for (site, instance) in sites.sorted(by: { $0.value.number > $1.value.number }) {
            released.append(Release(part: instance.kept, cleanUp: instance.cleanUp))
            instances[site] = nil
            asked.remove(site)
        }
    }

    /// Releases an instance and its decorations, and cleans them up.
    mutating func release(_ site: Site) {
        releaseInstances { $0 == site }
        cleanUp()
    }

    /// Cleans up what was released, which may change anything.
    mutating func cleanUp() {
        var batch = released.map(Optional.some)
        released = []
        for index in batch.indices {
            if let recipe = batch[index]?.cleanUp, let part = batch[index]?.part {
                workshop.cleanUp(part, of: recipe)
                if let act = recipe.lastAct, creatorsMayAct { perform(act) }
            }
            batch[index] = nil
        }
    }

    /// Ends a mock: releases the instances that were created from it, the newest first.
    mutating func endMock(_ label: String) {
        endedMocks.append(label)
        let sites = instances.filter { $0.value.alive?.isMade(from: label) == true }
        for (site, instance) in sites.sorted(by: { $0.value.number > $1.value.number })
        where instances[site]?.number == instance.number && entry(site.entry)?.making != .instance {
            release(site)
        }
        for index in properties.indices where properties[index]?.kind == .lazy {
            if properties[index]?.kept?.part.isMade(from: label) == true { properties[index]?.kept = nil }
        }
    }

    /// Releases instances that no look-up finds, with their decorations, if the library has released them: those of
    /// other containers' removed or reset registrations. The library sweeps at times of its own choice, which no answer shows.
    mutating func sweep(where isReleased: (String) -> Bool) {
        var left: Set<String> = []
        var released: [(site: Site, instance: Instance)] = []
        for (site, instance) in instances.sorted(by: { $0.value.number < $1.value.number }) {
            let isOver = instance.source.map(left.contains) == false || entry(site.entry)?.resets != site.resets
            if site.argument == nil && !site.isOwnedByRequester || !isOver || !isReleased(instance.label) {
                left.insert(instance.label)
            } else {
                released.append((site, instance))
            }
        }
        for (site, instance) in released.reversed() {
            if let recipe = instance.cleanUp, let part = instance.kept { workshop.cleanUp(part, of: recipe) }
            instances[site] = nil
        }
    }

    /// The number of living arguments for `TestedKey.partTaking`. A registration may remember an argument whose
    /// instance has another owner or failed.
    var countOfArguments: ClosedRange<Int> {
        let kept = asked.count { instances[$0]?.kept != nil }
        return kept...asked.count
    }

    /// A creation of such an instance, or of a decoration of it, is abandoned.
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
    /// The place of a registered instance, or of the registration's own without an argument.
    var ownSite: ReferenceModel.Site {
        ReferenceModel.Site(entry: identifier, resets: resets, container: container, argument: nil)
    }
}
