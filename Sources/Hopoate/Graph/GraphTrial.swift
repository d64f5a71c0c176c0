/// Creates every service once, in a throw-away fork, and sees which creator looks up what.
struct GraphTrial {
    let graph: DependencyGraph
    let problems: [DependencyProblem]

    init(of container: DependencyContainer) {
        let containers = Inventory.forTrial(container)
        let outermost = containers[containers.count - 1].table
        let record = Protected(TrialRecord())
        let observations = containers.map { $0.observe { event in record.withLock { $0.add(event) } } }
        var builder = GraphBuilder(Inventory(containers[0]))
        var failures: [(entry: Inventory.Entry, error: DependencyError)] = []
        var tried: Set<UInt64> = []
        var properties: [SeenProperty] = []
        var count: Int
        repeat {
            count = builder.entries.count
            properties += Resolution.ofThread.notingProperties {
                for entry in GraphTrial.fromBothEnds(builder.answering) where tried.insert(entry.origin).inserted {
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
            Inventory.pushDefaults(of: properties.map(\.key).filter { !builder.isRegistered($0) }, in: outermost)
            builder = GraphBuilder(Inventory(containers[0]))
        } while builder.entries.count > count
        for observation in observations { observation.cancel() }
        let paths = failures.map { builder.nodes(along: $0.error.path, from: $0.entry) }
        // Look-ups that fail cause no events. An error's path ends with one.
        let failedLookups = zip(failures, paths).compactMap { failure, path -> SeenLookup? in
            guard let last = failure.error.path.last, let asking = path.dropLast().last ?? nil else { return nil }
            return SeenLookup(from: builder.entries[asking].origin, to: nil, key: last.key)
        }
        let seen = record.withLock { $0 }
        let lookups = GraphTrial.lookups(of: properties, in: container, triedIn: containers)
        let graph = builder.graph(adding: seen.lookups + failedLookups + lookups, knowing: seen.ended)
        self.graph = graph
        var reported: Set<Int> = []
        problems = zip(failures, paths).compactMap { failure, path in
            let nodes = path.compactMap { $0.map { graph.nodes[$0] } }
            guard let kind = failure.error.problemKind(isOutermost: nodes.count == 1), let last = nodes.last,
                reported.insert(last.id).inserted
            else { return nil }
            return DependencyProblem(kind: kind, nodes: kind == .valueHeldWeakly ? [last] : nodes)
        }
    }

    /// What properties look up in a container or its parents, or in those that everything was tried in.
    private static func lookups(
        of properties: [SeenProperty],
        in container: DependencyContainer,
        triedIn containers: [DependencyContainer]
    ) -> [SeenLookup] {
        let tables = zip(containers.map(\.table), sequence(first: container.table, next: \.parent)).reversed()
        return properties.compactMap { property in
            let container = tables.firstIndex { [$0.number, $1.number].contains(property.tableNumber) }
            guard let container else { return nil }
            let later = SeenLookup.Property(container: container, mayBeMissing: property.mayBeMissing)
            return SeenLookup(from: property.from, to: nil, key: property.key, property: later)
        }
    }

    /// The newest entry, the oldest, the second newest and so on: wherever services are registered in the order of their
    /// needs, or against it, the first attempts create most services, which need no attempt of their own.
    private static func fromBothEnds(_ entries: [Inventory.Entry]) -> [Inventory.Entry] {
        entries.indices.map { entries[$0 % 2 == 0 ? entries.count - 1 - $0 / 2 : $0 / 2] }
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
    struct Property {
        /// The position of the container that it looks in.
        let container: Int
        let mayBeMissing: Bool
    }

    let from: UInt64
    /// What has answered, if anything has and it is no property's.
    let to: UInt64?
    let key: ServiceKey
    var property: Property?
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
            lookups.append(SeenLookup(from: asking, to: number, key: event.registration.key))
        }
        if let creation = event.creation { running[creation] = event.kind == .creationBegan ? number : nil }
    }
}
