extension DependencyContainer {
    /// Creates every service once, in a throw-away fork, and sees which creator looks up what.
    func examineByCreating() -> (graph: DependencyGraph, problems: [DependencyProblem]) {
        // The fork, and its parents, which are forks too.
        let containers = Array(sequence(first: fork(), next: \.table.parentContainer))
        let record = Protected(TrialRecord())
        let observations = containers.map { $0.observe { event in record.withLock { $0.add(event) } } }
        var inventory = Inventory(containers[0])
        var properties: [SeenProperty] = []
        var count = 0
        while inventory.entries.count > count {
            count = inventory.entries.count
            properties += Resolution.ofThread.notingProperties {
                for entry in inventory.answeringFromBothEnds where record.withLock({ $0.begin(entry) }) {
                    do throws(DependencyError) {
                        try entry.maker.tryOut(entry.registration)
                    } catch {
                        record.withLock { $0.add(error, of: entry) }
                    }
                }
            }
            // Creators may have registered services, or have been the first to look up the default of a typed key; the
            // properties that they have made would be the first some day.
            for property in properties where !inventory.isRegistered(property.key) {
                _ = try? containers[containers.count - 1].table.pushDefaults(Lookup(property.key, #fileID, #line))
            }
            inventory = Inventory(containers[0])
        }
        for observation in observations { observation.cancel() }
        var seen = record.withLock { $0 }
        var found: [(kind: DependencyProblem.Kind, path: [Int])] = []
        for (entry, error) in seen.failures {
            let path = inventory.nodes(along: error.path, from: entry)
            // Look-ups that fail cause no events. An error's path ends with one.
            if let last = error.path.last, let asking = path.dropLast().last ?? nil {
                seen.lookups.append(SeenLookup(from: inventory.entries[asking].origin, key: last.key))
            }
            let nodes = path.compactMap { $0 }
            guard let kind = error.problemKind(isOutermost: nodes.count == 1), let last = nodes.last,
                !found.contains(where: { $0.path.last == last })
            else { continue }
            found.append((kind, kind == .valueHeldWeakly ? [last] : nodes))
        }
        let pairs = zip(containers, sequence(first: self, next: \.table.parentContainer)).reversed()
        seen.lookups += properties.compactMap { property in
            let position = pairs.firstIndex { [$0.table.number, $1.table.number].contains(property.tableNumber) }
            return position.map {
                SeenLookup(from: property.from, key: property.key, property: ($0, property.mayBeMissing))
            }
        }
        let graph = inventory.graph(adding: seen.lookups, knowing: seen.ended)
        return (graph, found.map { DependencyProblem(kind: $0, nodes: $1.map { graph.nodes[$0] }) })
    }
}

extension DependencyError {
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

/// What one creator looks up, or lets a property of its instance look up, by the numbers of registrations.
struct SeenLookup {
    let from: UInt64
    let key: ServiceKey
    /// What has answered, if anything has and it is no property's.
    var to: UInt64?
    /// The position of the container that a property looks in, if it is one's.
    var property: (container: Int, mayBeMissing: Bool)?
}

/// What a trial has tried, and its events.
private struct TrialRecord {
    var lookups: [SeenLookup] = []
    private(set) var failures: [(entry: Inventory.Entry, error: DependencyError)] = []
    /// The registrations whose creators have run to their end.
    private(set) var ended: Set<UInt64> = []
    private var tried: Set<UInt64> = []
    /// The registrations whose creators have thrown the last error, one after the other.
    private var failing: [UInt64] = []
    private var running: [RunningCreation: UInt64] = [:]

    /// Whether an entry is still to be tried. The creator of a weak service may have ended with a value, which is an error.
    mutating func begin(_ entry: Inventory.Entry) -> Bool {
        tried.insert(entry.origin).inserted && (entry.lifetime == .weak || !ended.contains(entry.origin))
    }

    mutating func add(_ error: DependencyError, of entry: Inventory.Entry) {
        failures.append((entry, error))
        tried.formUnion(failing)
    }

    mutating func add(_ event: ResolutionEvent) {
        let number = event.registration.origin
        if event.kind == .creationEnded { ended.insert(number) }
        if event.kind == .creationFailed { failing.append(number) } else { failing = [] }
        let isLookup = event.kind == .hit || event.kind == .creationBegan
        if isLookup, let asking = event.around.first(where: { running[$0] != nil }).flatMap({ running[$0] }) {
            lookups.append(SeenLookup(from: asking, key: event.registration.key, to: number))
        }
        if let creation = event.creation { running[creation] = event.kind == .creationBegan ? number : nil }
    }
}
