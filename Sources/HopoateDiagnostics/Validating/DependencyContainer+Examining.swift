package import Hopoate

/// A graph, and the problems that only creating shows.
package typealias Examination = (graph: DependencyGraph, problems: [DependencyProblem])

extension DependencyContainer {
    /// Makes the graph. To see the look-ups of creators, it runs each creator once, in a throw-away fork.
    ///
    /// - Parameters:
    ///   - runs: Whether to run creators.
    ///   - original: The container that this is a fork of, if the caller has forked it for this.
    /// - Returns: The graph, and the problems that creators had.
    package func examine(runningCreators runs: Bool, forkedFrom original: DependencyContainer? = nil) -> Examination {
        if !runs { return Inventory(self, forkedFrom: original).examination }
        let trial = Trial(forking: self, of: original ?? self)
        let containers = trial.forks
        let record = Protected(TrialRecord())
        // Those of the originals disable the fast path there, where look-ups are the trial's.
        let observations =
            containers.map { $0.observe { event in record.withLock { $0.add(event) } } }
            + trial.originals.map { $0.observe { _ in } }
        var inventory = Inventory(containers[0], forkedFrom: original ?? self)
        var failures: [Inventory.Failure] = []
        var tried: Set<RanCreator> = []
        var count: Int
        repeat {
            count = inventory.entries.count
            for (entry, container) in inventory.entriesInTrialOrder {
                let run = RanCreator(origin: entry.origin, owner: container.number)
                if record.withLock({ $0.ran.contains(run) }) || !tried.insert(run).inserted { continue }
                do throws(DependencyError) {
                    try container.runTrial(entry.info)
                } catch {
                    failures.append((entry, error))
                    tried.formUnion(error.path.compactMap(\.creator))
                }
            }
            // Creators may have registered services, or used the default of a typed key. So may the properties that they have
            // made, once they are read.
            for property in trial.properties where inventory.answers[property.key] == nil {
                containers[0].registerDefault(of: property.key)
            }
            inventory = Inventory(containers[0], forkedFrom: original ?? self)
        } while inventory.entries.count > count
        let observed = record.withLock { $0 }
        trial.end()
        for observation in observations { observation.cancel() }
        inventory.notCleanedUp = trial.notCleanedUp
        let future = trial.properties.map { TrialLookup(from: $0.from, key: $0.key, property: $0) }
        let lookups = observed.lookups + failures.compactMap(inventory.lookup) + future
        let graph = inventory.graph(adding: lookups, of: observed)
        let problems = inventory.problems(of: failures, notShownBy: graph)
        return (graph, problems + inventory.problems(of: trial, in: graph))
    }
}

/// A look-up by a creator, or one that a property will make. Registrations are given by their origins.
struct TrialLookup {
    let from: UInt64
    let key: ServiceKey
    /// The registration that answered. Nil if none did, and for properties.
    var to: UInt64?
    /// The property, if one will look up.
    var property: RecordedProperty?
}

/// The look-ups and creations of a trial.
struct TrialRecord {
    var lookups: [TrialLookup] = []
    /// The creators that have returned.
    private(set) var ran: Set<RanCreator> = []
    /// The origins of their registrations.
    private(set) var completed: Set<UInt64> = []
    /// The origins of the registrations that look-ups have found.
    private(set) var found: Set<UInt64> = []
    private var running: [CreationID: RanCreator] = [:]
    /// The positions of the last look-ups of each service by the running creators.
    private var lastLookups: [CreationID: [ServiceKey: Int]] = [:]

    mutating func add(_ event: ResolutionEvent) {
        let origin = event.registration.origin
        if event.kind != .registered { found.insert(origin) }
        let isLookup = event.kind == .hit || event.kind == .creationBegan
        if isLookup, let around = event.around.first(where: { running[$0] != nil }), let creator = running[around] {
            let key = event.registration.key
            // The look-up has found what is decorated before, and gets the decorator's answer.
            if event.registration.isDecorator, let last = lastLookups[around]?[key] {
                lookups[last].to = origin
            } else {
                lastLookups[around, default: [:]][key] = lookups.count
                lookups.append(TrialLookup(from: creator.origin, key: key, to: origin))
            }
        }
        guard let creation = event.creation else { return }
        if event.kind == .creationBegan {
            running[creation] = RanCreator(origin: origin, owner: event.currentOwner ?? 0)
        } else if let creator = running.removeValue(forKey: creation) {
            lastLookups[creation] = nil
            if event.kind != .creationEnded { return }
            ran.insert(creator)
            completed.insert(origin)
        }
    }
}
