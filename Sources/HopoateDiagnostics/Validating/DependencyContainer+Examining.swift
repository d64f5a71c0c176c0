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
        if !runs { return (Inventory(self, forkedFrom: original).graph(), []) }
        let trial = Trial(forking: self, of: original ?? self)
        let containers = trial.forks
        // They disable the fast path of the originals, where look-ups are the trial's.
        let observationsOfOriginals = trial.originals.map { $0.observe { _ in } }
        let record = Protected(TrialRecord())
        let observations = containers.map { $0.observe { event in record.withLock { $0.add(event) } } }
        var inventory = Inventory(containers[0], forkedFrom: original ?? self)
        var failures: [Inventory.Failure] = []
        var tried: Set<RanCreator> = []
        var count: Int
        repeat {
            count = inventory.entries.count
            for (entry, container) in inventory.entriesInTrialOrder {
                let run = RanCreator(origin: entry.origin, owner: container.number)
                if record.withLock({ $0.completed.contains(run) }) || !tried.insert(run).inserted { continue }
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
        for observation in observations { observation.cancel() }
        trial.end()
        for observation in observationsOfOriginals { observation.cancel() }
        inventory.notCleanedUp = trial.notCleanedUp
        let observed = record.withLock { $0 }
        let future = trial.properties.map { TrialLookup(from: $0.from, key: $0.key, property: $0) }
        let lookups = observed.lookups + failures.compactMap(inventory.lookup) + future
        let graph = inventory.graph(adding: lookups, completed: Set(observed.completed.map(\.origin)))
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
private struct TrialRecord {
    var lookups: [TrialLookup] = []
    /// The creators that have returned.
    var completed: Set<RanCreator> = []
    private var running: [CreationID: RanCreator] = [:]

    mutating func add(_ event: ResolutionEvent) {
        let origin = event.registration.origin
        let isLookup = event.kind == .hit || event.kind == .creationBegan
        if isLookup, let creator = event.around.first(where: { running[$0] != nil }).flatMap({ running[$0] }) {
            lookups.append(TrialLookup(from: creator.origin, key: event.registration.key, to: origin))
        }
        guard let creation = event.creation else { return }
        if event.kind == .creationBegan {
            running[creation] = RanCreator(origin: origin, owner: event.currentOwner ?? 0)
        } else if let creator = running.removeValue(forKey: creation), event.kind == .creationEnded {
            completed.insert(creator)
        }
    }
}
