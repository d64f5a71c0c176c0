extension DependencyContainer {
    /// Creates every service once, in a throw-away fork, and sees which creator looks up what.
    func examineByCreating() -> (graph: DependencyGraph, problems: [DependencyProblem]) {
        // The fork, and its parents, which are forks too.
        let containers = Array(sequence(first: fork(), next: \.table.parentContainer))
        let record = Protected(TrialRecord())
        let observations = containers.map { $0.observe { event in record.withLock { $0.add(event) } } }
        var inventory = Inventory(containers[0])
        var failures: [(entry: Inventory.Entry, error: DependencyError)] = []
        var tried: Set<UInt64> = []
        var properties: [SeenProperty] = []
        var count: Int
        repeat {
            count = inventory.entries.count
            properties += Resolution.ofThread.notingProperties {
                for entry in inventory.answering.fromBothEnds where tried.insert(entry.origin).inserted {
                    // The creator of a weak service may have ended with a value, which is an error.
                    if entry.lifetime != .weak, record.withLock({ $0.ended.contains(entry.origin) }) { continue }
                    do throws(DependencyError) {
                        try entry.resolve()
                    } catch {
                        failures.append((entry, error))
                        tried.formUnion(record.withLock { $0.failing })
                    }
                }
            }
            // Creators may have registered services, or have been the first to look up the default of a typed key; the
            // properties that they have made would be the first some day.
            for property in properties where !inventory.isRegistered(property.key) {
                containers[containers.count - 1].table.pushDefault(of: property.key)
            }
            inventory = Inventory(containers[0])
        } while inventory.entries.count > count
        for observation in observations { observation.cancel() }
        let (lookups, ended) = record.withLock { ($0.lookups, $0.ended) }
        var failedLookups: [SeenLookup] = []
        var found: [(kind: DependencyProblem.Kind, path: [Int])] = []
        for (entry, error) in failures {
            let path = inventory.nodes(along: error.path, from: entry)
            // Look-ups that fail cause no events. An error's path ends with one.
            if let last = error.path.last, let asking = path.dropLast().last ?? nil {
                failedLookups.append(SeenLookup(from: inventory.entries[asking].origin, key: last.key))
            }
            let nodes = path.compactMap { $0 }
            guard let kind = error.problemKind(isOutermost: nodes.count == 1), let last = nodes.last,
                !found.contains(where: { $0.path.last == last })
            else { continue }
            found.append((kind, kind == .valueHeldWeakly ? [last] : nodes))
        }
        let later = properties.compactMap { SeenLookup($0, in: [table, containers[0].table]) }
        let graph = inventory.graph(adding: lookups + failedLookups + later, knowing: ended)
        return (graph, found.map { DependencyProblem(kind: $0, nodes: $1.map { graph.nodes[$0] }) })
    }
}

extension [Inventory.Entry] {
    /// The newest entry, the oldest, the second newest and so on: wherever services are registered in the order of their
    /// needs, or against it, the first attempts create most services, which need no attempt of their own.
    fileprivate var fromBothEnds: [Element] { indices.map { self[$0 % 2 == 0 ? count - 1 - $0 / 2 : $0 / 2] } }
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
    /// The position of the container that a property looks in.
    var propertyContainer: Int?
    /// Whether it is no problem if the graph shows nothing that answers: what did is gone by now, or in another container.
    var mayBeMissing = false
}

extension SeenLookup {
    /// What a property looks up, if it does so in one of these tables or their parents.
    fileprivate init?(_ property: SeenProperty, in tables: [StackTable]) {
        let positions = tables.lazy.compactMap { table in
            let numbers: [UInt64] = sequence(first: table, next: \.parent).map(\.number).reversed()
            return numbers.firstIndex(of: property.tableNumber)
        }
        guard let position = positions.first else { return nil }
        self.init(
            from: property.from,
            key: property.key,
            propertyContainer: position,
            mayBeMissing: property.mayBeMissing
        )
    }
}

/// The events of a trial.
private struct TrialRecord {
    private(set) var lookups: [SeenLookup] = []
    /// The registrations whose creators have run to their end.
    private(set) var ended: Set<UInt64> = []
    /// The registrations whose creators have thrown the last error, one after the other.
    private(set) var failing: [UInt64] = []
    private var running: [RunningCreation: UInt64] = [:]

    mutating func add(_ event: ResolutionEvent) {
        let number = event.registration.origin
        if event.kind == .creationEnded { ended.insert(number) }
        if event.kind == .creationFailed { failing.append(number) } else { failing = [] }
        let isLookup = event.kind == .hit || event.kind == .creationBegan
        if isLookup, let asking = event.around.first(where: { running[$0] != nil }).flatMap({ running[$0] }) {
            lookups.append(SeenLookup(from: asking, key: event.registration.key, to: number, mayBeMissing: true))
        }
        if let creation = event.creation { running[creation] = event.kind == .creationBegan ? number : nil }
    }
}
