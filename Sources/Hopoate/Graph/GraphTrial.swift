extension DependencyContainer {
    /// Makes the graph. By creating, it creates every service once, in a throw-away fork, and sees which creator looks up
    /// what.
    ///
    /// - Returns: The graph, and the problems that creators had.
    package func examine(byCreating isCreating: Bool) -> (graph: DependencyGraph, problems: [DependencyProblem]) {
        if !isCreating { return (Inventory(self).graph(), []) }
        // The fork, and its parents, which are forks too.
        let containers = fork().withParents
        let record = Protected(TrialRecord())
        let observations = containers.map { $0.observe { event in record.withLock { $0.add(event) } } }
        var inventory = Inventory(containers[0], forkedFrom: self)
        var failures: [(entry: Inventory.Entry, error: DependencyError)] = []
        var properties: [SeenLookup] = []
        var count = 0
        while inventory.entries.count > count {
            count = inventory.entries.count
            properties += Resolution.ofThread.notingProperties {
                for entry in inventory.answeringFromBothEnds
                where record.withLock({ $0.tried.insert(entry.origin).inserted }) {
                    do throws(DependencyError) {
                        try entry.maker.tryOut(entry.registration)
                    } catch {
                        failures.append((entry, error))
                        // What failed on the way has been tried out, too.
                        record.withLock { $0.tried.formUnion(error.path.compactMap(\.creator)) }
                    }
                }
            }
            // Creators may have registered services, or have been the first to look up the default of a typed key; the
            // properties that they have made would be the first some day.
            for property in properties where !inventory.isRegistered(property.key) {
                _ = try? containers[containers.count - 1].table.pushDefaults(Lookup(property.key, #fileID, #line))
            }
            inventory = Inventory(containers[0], forkedFrom: self)
        }
        for observation in observations { observation.cancel() }
        var seen = record.withLock { $0 }
        var found: [(kind: DependencyProblem.Kind, path: [Int])] = []
        var shown: [(kind: DependencyProblem.Kind, path: [Int], around: [Int])] = []
        for (entry, error) in failures {
            let path = inventory.nodes(along: error.path, from: entry)
            // Look-ups that fail cause no events. An error's path ends with one.
            if let last = error.path.last, let asking = path.dropLast().last ?? nil {
                seen.lookups.append(SeenLookup(from: inventory.entries[asking].origin, key: last.key))
            }
            // Where an error's path ends with what was asked for, its creator has not run, and is not to blame.
            let failed = (error.path.last?.creator == nil ? path.dropLast() : path[...]).compactMap { $0 }
            if error.isOfGraph { shown.append((.creatorFailed(error.description), failed, path.compactMap { $0 })) }
            guard let kind = error.problemKind(isOutermost: path.count == 1), let last = failed.last,
                !found.contains(where: { $0.path.last == last })
            else { continue }
            found.append((kind, kind == .valueHeldWeakly ? [last] : failed))
        }
        let graph = inventory.graph(adding: seen.lookups + properties, knowing: seen.ended)
        // What another container has no service for, or the cycles that lead through one, the graph does not show.
        let visible = shown.isEmpty ? [] : Set(graph.problems().flatMap(\.nodes).map(\.id))
        found += shown.filter { visible.isDisjoint(with: $0.around) && !$0.path.isEmpty }.map { ($0.kind, $0.path) }
        return (graph, found.map { DependencyProblem(kind: $0, nodes: $1.map { graph.nodes[$0] }) })
    }
}

extension DependencyError {
    /// Whether the graph shows the problem, as long as all that has a part in it stands there.
    fileprivate var isOfGraph: Bool {
        switch reason {
        case .missing, .cycle, .nothingToDecorate: true
        default: false
        }
    }

    /// Nil for errors that the graph shows, and for a service that only has to be awaited.
    fileprivate func problemKind(isOutermost: Bool) -> DependencyProblem.Kind? {
        switch reason {
        case .missing, .cycle, .nothingToDecorate: nil
        case .belongsToActor, .needsAwait: isOutermost ? nil : .creatorFailed(description)
        case .creatorFailed(let error): .creatorFailed("\(error)")
        case .notAnObject: .valueHeldWeakly
        }
    }
}

/// What one creator looks up, or what a property that it has made is going to look up, by the numbers of registrations.
struct SeenLookup {
    let from: UInt64
    let key: ServiceKey
    /// What has answered, if anything has and it is no property's.
    var to: UInt64?
    /// The number of the table that a property looks in, if it is one's.
    var property: (tableNumber: UInt64, mayBeMissing: Bool)?
}

/// The events of a trial.
private struct TrialRecord {
    var lookups: [SeenLookup] = []
    /// The registrations whose creators have run to their end.
    private(set) var ended: Set<UInt64> = []
    /// The registrations that need no further attempt.
    var tried: Set<UInt64> = []
    private var running: [RunningCreation: UInt64] = [:]

    mutating func add(_ event: ResolutionEvent) {
        let number = event.registration.origin
        if event.kind == .creationEnded { ended.insert(number) }
        // The creator of a weak service may have ended with a value, which is an error.
        if event.kind == .creationEnded, event.registration.lifetime != .weak { tried.insert(number) }
        let isLookup = event.kind == .hit || event.kind == .creationBegan
        if isLookup, let asking = event.around.first(where: { running[$0] != nil }).flatMap({ running[$0] }) {
            lookups.append(SeenLookup(from: asking, key: event.registration.key, to: number))
        }
        if let creation = event.creation { running[creation] = event.kind == .creationBegan ? number : nil }
    }
}
