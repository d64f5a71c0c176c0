package import Hopoate

/// What a check is given.
package struct CheckOptions {
    /// Typed keys that have to be registered, or have defaults.
    package var keys: [ServiceKey] = []
    /// Services that are not created for themselves.
    package var exceptions: [Any.Type] = []
    /// The names of the properties of the program's types, by their services, for notes.
    package var properties: [ObjectIdentifier: [String]] = [:]
    /// Finds more problems in the fork, before it ends.
    package var addProblems: (DependencyContainer, inout [DependencyProblem]) -> Void = { _, _ in }

    package init() {}
}

/// What a check finds: a graph, the problems, and what only looks odd or could not be found out.
package typealias Examination = (graph: DependencyGraph, problems: [DependencyProblem], notes: [String])

extension DependencyContainer {
    /// A fork with the defaults that the graph shows: those of keys that are only decorated, and those that are listed.
    private func forkWithDefaults(_ options: CheckOptions) -> DependencyContainer {
        let fork = fork()
        fork.registerDefaultsOfDecorated()
        for key in options.keys { fork.registerDefault(of: key) }
        return fork
    }

    /// Examines the registrations, and runs no creator.
    package func examine(_ options: CheckOptions = CheckOptions()) -> Examination {
        let hasDefaults = registrationsWithParents.contains { $0.isDecorator && $0.key.hasDefault }
        let needsFork = hasDefaults || !options.keys.isEmpty
        return Inventory(needsFork ? forkWithDefaults(options) : self, of: self).examination(options)
    }

    /// Creates every service once, in a fork that is the shared container meanwhile, and then releases the fork's instances.
    package func examineCreating(
        _ options: CheckOptions = CheckOptions(),
        isolation: isolated (any Actor)? = #isolation
    ) async -> Examination {
        let fork = forkWithDefaults(options)
        let record = Protected(CheckRecord())
        let observations =
            fork.withParents.map { container in
                container.observe({ event in record.withLock { $0.add(event) } }) { property in
                    record.withLock { $0.add(property) }
                }
            } + withParents.map { $0.observe { event in record.withLock { $0.addCaptured(event) } } }
        return await DependencyContainer.withShared(fork) {
            fork.registerDefaults()
            let examination = await fork.createServices(options, of: self, record)
            for observation in observations { observation.cancel() }
            await fork.asyncEnd()
            return examination
        }
    }

    /// Creates every service of this fork once, and those that creators register meanwhile.
    private func createServices(
        _ options: CheckOptions,
        of original: DependencyContainer,
        _ record: Protected<CheckRecord>,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Examination {
        var inventory = Inventory(self, of: original)
        var failures: [Failure] = []
        var tried: Set<RanCreator> = []
        var (rounds, hasProgressed) = (0, false)
        repeat {
            rounds += 1
            let count = record.withLock(\.ran.count)
            // They needed a service that may exist by now.
            failures.removeAll(where: \.error.isAboutOrder)
            for (entry, container) in inventory.entriesInOrder {
                let run = RanCreator(origin: entry.origin, owner: container.number)
                if tried.contains(run) || options.exceptions.contains(where: { $0 == entry.service }) { continue }
                if record.withLock({ $0.ran.contains(run) }) { continue }
                // A task that is cancelled creates nothing.
                guard let error = await container.failure(of: entry) else { continue }
                failures.append((entry, error))
                if !error.isAboutOrder { tried.formUnion([run] + error.path.compactMap(\.creator)) }
            }
            // Creators may have used the default of a typed key. So may the properties that they have made, once they are read.
            for property in record.withLock(\.properties).values.joined() {
                registerDefault(of: property.dependency.key)
            }
            let isRepeated = failures.contains(where: \.error.isAboutOrder) && record.withLock(\.ran.count) > count
            hasProgressed = isRepeated || registrationsWithParents.count > inventory.entries.count
            if hasProgressed { inventory = Inventory(self, of: original) }
        } while hasProgressed && rounds < 50
        return inventory.examination(options, after: record.withLock { $0 }, failures, isEndless: rounds == 50)
    }
}

/// The error of an entry's creation.
typealias Failure = (entry: RegistrationInfo, error: DependencyError)

extension DependencyError {
    /// Whether the look-up would succeed if another one had created the service before.
    fileprivate var isAboutOrder: Bool {
        switch reason {
        case .needsAwait, .belongsToActor: true
        default: false
        }
    }
}
