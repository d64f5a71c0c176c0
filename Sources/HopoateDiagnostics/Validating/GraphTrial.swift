package import Hopoate

/// A graph, and the problems that only creating shows.
package typealias Examination = (graph: DependencyGraph, problems: [DependencyProblem])

extension DependencyContainer {
    /// Makes the graph. By creating, it creates every service once, in a throw-away fork, and sees which creator looks up
    /// what.
    ///
    /// - Parameters:
    ///   - isCreating: Whether to create.
    ///   - original: The container that this is a fork of, if it is one that nobody else uses.
    /// - Returns: The graph, and the problems that creators had.
    package func examine(runningCreators isCreating: Bool, forkedFrom original: DependencyContainer? = nil)
        -> Examination
    {
        if !isCreating { return (Inventory(self, forkedFrom: original).graph(), []) }
        // The fork, and its parents, which are forks too.
        let containers = forkForTrial().withParents
        let record = Protected(TrialRecord())
        let observations = containers.map { $0.observe { event in record.withLock { $0.add(event) } } }
        var inventory = Inventory(containers[0], forkedFrom: original ?? self)
        var failures: [Inventory.Failure] = []
        var properties: [NotedProperty] = []
        var tried: Set<RanCreator> = []
        var count: Int
        repeat {
            count = inventory.entries.count
            properties += DependencyContainer.notingProperties {
                for (entry, maker) in inventory.answeringFromBothEnds {
                    let creator = RanCreator(origin: entry.origin, maker: maker.number)
                    if record.withLock({ $0.ended.contains(creator) }) || !tried.insert(creator).inserted { continue }
                    do throws(DependencyError) {
                        try maker.tryOut(entry.info)
                    } catch {
                        failures.append((entry, error))
                        tried.formUnion(error.path.compactMap(\.creator))
                    }
                }
            }
            // Creators may have registered services, or have been the first to look up the default of a typed key; the
            // properties that they have made would be the first some day.
            for property in properties where inventory.answers[property.key] == nil {
                containers[0].registerDefault(of: property.key)
            }
            inventory = Inventory(containers[0], forkedFrom: original ?? self)
        } while inventory.entries.count > count
        for observation in observations { observation.cancel() }
        containers[0].releaseInstances()
        let seen = record.withLock { $0 }
        let next = properties.map { SeenLookup(from: $0.from, key: $0.key, property: ($0.container, $0.mayBeMissing)) }
        let lookups = seen.lookups + failures.compactMap(inventory.lookup) + next
        let graph = inventory.graph(adding: lookups, knowing: Set(seen.ended.map(\.origin)))
        return (graph, inventory.problems(of: failures, besidesThoseOf: graph))
    }
}

extension Inventory {
    fileprivate typealias Failure = (entry: Entry, error: DependencyError)

    /// The look-up that an error's path ends with, as one that fails causes no event. A cycle's leads back to where it began.
    fileprivate func lookup(of failure: Failure) -> SeenLookup? {
        let path = failure.error.path
        guard let last = path.last, let asking = nodes(along: path, from: failure.entry).dropLast().last ?? nil
        else { return nil }
        let answering = path.last { $0.key == last.key && $0.creator != nil }?.creator?.origin
        guard case .missing = failure.error.reason else {
            return SeenLookup(from: entries[asking].origin, key: last.key, to: answering)
        }
        // If there is one, another container has been asked.
        let isMissing = answers(to: last.key, in: entries[asking].position).isEmpty
        return isMissing ? SeenLookup(from: entries[asking].origin, key: last.key) : nil
    }

    /// The problems that the errors of creators tell and the graph does not show.
    fileprivate func problems(of failures: [Failure], besidesThoseOf graph: DependencyGraph) -> [DependencyProblem] {
        // The keys of the nodes of visible problems, by the key that is missing, if one is.
        var visible: [DependencyProblem.Kind: [Int?: Set<Int>]] = [:]
        for problem in failures.isEmpty ? [] : graph.problems() {
            visible[problem.kind, default: [:]][problem.missingKey, default: []]
                .formUnion(problem.nodes.map(\.key))
        }
        var found: [DependencyProblem.Kind: Set<Int>] = [:]
        return failures.compactMap { entry, error in
            // A service that only has to be awaited is no problem: its creator has not run.
            let failed = nodes(along: error.path, from: entry).compactMap { $0.map { graph.nodes[$0] } }
            guard let last = failed.last else { return nil }
            // The graph does not show services that another container lacks, or cycles that lead through one.
            let (kind, missing) = (error.visibleProblem, error.path.last.map { key($0.key).number })
            let round = kind == .cycle ? error.path.firstIndex { $0.key == error.path.last?.key } ?? 0 : 0
            let keys = Set(error.path[round...].map { key($0.key).number })
            let shown = kind.flatMap { visible[$0] } ?? [:]
            if [missing, nil].contains(where: { shown[$0]?.isDisjoint(with: keys) == false }) { return nil }
            // The text of an error takes long to make, and nobody reads that of a visible problem.
            let told = error.toldProblem
            if !found[told, default: []].insert(last.id).inserted { return nil }
            return DependencyProblem(told, failed, about: last)
        }
    }
}

extension DependencyError {
    /// The problem of the graph that may show it already.
    fileprivate var visibleProblem: DependencyProblem.Kind? {
        switch reason {
        case .missing: .missing
        case .cycle: .cycle
        case .nothingToDecorate: .nothingToDecorate
        default: nil
        }
    }

    /// The problem that tells it otherwise.
    fileprivate var toldProblem: DependencyProblem.Kind {
        switch reason {
        case .needsAwait: .notAwaited(failed.key.description)
        case .creatorFailed(let cause): .creatorFailed("\(cause)")
        default: .creatorFailed(description)
        }
    }
}

/// A look-up of one creator, or a future one of a property that it has made, by the numbers of registrations.
struct SeenLookup {
    let from: UInt64
    let key: ServiceKey
    /// The registration that has answered, if one has and the look-up is no property's.
    var to: UInt64?
    /// The number of the container that a property looks in, if it is one's.
    var property: (container: UInt64, mayBeMissing: Bool)?
}

/// The events of a trial.
private struct TrialRecord {
    var lookups: [SeenLookup] = []
    /// The creators that have run to their end.
    var ended: Set<RanCreator> = []
    private var running: [CreationID: RanCreator] = [:]

    mutating func add(_ event: ResolutionEvent) {
        let origin = event.registration.origin
        let isLookup = event.kind == .hit || event.kind == .creationBegan
        if isLookup, let asking = event.around.first(where: { running[$0] != nil }).flatMap({ running[$0] }) {
            lookups.append(SeenLookup(from: asking.origin, key: event.registration.key, to: origin))
        }
        guard let creation = event.creation else { return }
        if event.kind == .creationBegan {
            running[creation] = RanCreator(origin: origin, maker: event.makerNow ?? 0)
        } else if let creator = running.removeValue(forKey: creation), event.kind == .creationEnded {
            ended.insert(creator)
        }
    }
}
