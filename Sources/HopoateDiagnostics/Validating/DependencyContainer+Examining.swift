package import Hopoate

/// What a check is given.
package struct CheckOptions {
    /// A property of one of the program's types, and the service that it resolves.
    package typealias Property = (name: String, service: Any.Type)

    /// Typed keys that have to be registered, or have defaults.
    let keys: [ServiceKey]
    /// Services that are not created for themselves.
    let exceptions: [Any.Type]
    /// The properties of the program's types, for notes.
    let properties: [Property]

    package init(keys: [ServiceKey] = [], except exceptions: [Any.Type] = [], properties: [Property] = []) {
        (self.keys, self.exceptions, self.properties) = (keys, exceptions, properties)
    }
}

/// What a check finds: a graph, the problems, and what only looks odd or could not be found out.
package struct Examination {
    package let graph: DependencyGraph
    package var problems: [DependencyProblem]
    package let notes: [String]
}

extension DependencyContainer {
    /// A fork with the defaults that the graph shows: those of keys that are only decorated, and those that are listed.
    private func forkWithDefaults(_ options: CheckOptions) -> DependencyContainer {
        let fork = fork()
        for container in fork.withParents {
            for info in container.registrations where info.isDecorator { container.registerDefault(of: info.key) }
        }
        for key in options.keys { fork.registerDefault(of: key) }
        return fork
    }

    /// Examines the registrations, and runs no creator.
    ///
    /// - Parameters:
    ///   - options: What the check is given.
    ///   - addProblems: Adds problems that are found in the fork.
    /// - Returns: The examination.
    package func examine(
        _ options: CheckOptions = CheckOptions(),
        _ addProblems: (DependencyContainer, inout [DependencyProblem]) -> Void = { _, _ in }
    ) -> Examination {
        let fork = forkWithDefaults(options)
        var examination = Inventory(fork, of: self).examination(options)
        addProblems(fork, &examination.problems)
        return examination
    }

    /// Creates every service once, in a fork that is the shared container meanwhile, and then releases the fork's instances.
    package func examineCreating(
        _ options: CheckOptions = CheckOptions(),
        isolation: isolated (any Actor)? = #isolation,
        _ addProblems: (DependencyContainer, inout [DependencyProblem]) -> Void = { _, _ in }
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
            var examination = await fork.createServices(options, original: self, record)
            addProblems(fork, &examination.problems)
            for observation in observations { observation.cancel() }
            await fork.asyncEnd()
            return examination
        }
    }

    /// Creates every service once, and those that creators register meanwhile.
    private func createServices(
        _ options: CheckOptions,
        original: DependencyContainer,
        _ record: Protected<CheckRecord>,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Examination {
        var inventory = Inventory(self, of: original)
        var failures: [Inventory.Failure] = []
        var tried: Set<RanCreator> = []
        var rounds = 0
        var count = 0
        repeat {
            (count, rounds) = (inventory.entries.count + record.withLock(\.ran.count), rounds + 1)
            // They needed a service that may exist by now.
            failures.removeAll(where: \.error.isAboutOrder)
            for id in inventory.idsInOrder {
                let entry = inventory.entries[id]
                let container = inventory.containers[inventory.owner(of: id, for: inventory.innermost)]
                let run = RanCreator(origin: entry.origin, owner: container.number)
                let isSkipped = tried.contains(run) || options.exceptions.contains { $0 == entry.service }
                if isSkipped || record.withLock({ $0.ran.contains(run) }) { continue }
                do { try await container.awaitService(of: entry) } catch {
                    // A task that is cancelled creates nothing.
                    guard let error = error as? DependencyError else { continue }
                    failures.append((entry, error))
                    if !error.isAboutOrder { tried.formUnion([run] + error.path.compactMap(\.creator)) }
                }
            }
            // Creators may have used the default of a typed key. So may the properties that they have made, once they are read.
            for property in record.withLock(\.properties).values.joined() {
                registerDefault(of: property.dependency.key)
            }
            inventory = Inventory(self, of: original)
        } while inventory.entries.count + record.withLock(\.ran.count) > count && rounds < 50
        let seen = record.withLock { $0 }
        var others: [DependencyProblem] = []
        if rounds == 50, let last = inventory.examination(options).graph.nodes.last {
            others = [DependencyProblem(.creatorFailed("Each creation registers another service."), [[last]])]
        }
        return inventory.examination(options, after: seen, failures, adding: others)
    }
}

extension Inventory {
    /// The error of an entry's creation.
    typealias Failure = (entry: RegistrationInfo, error: DependencyError)
}

extension DependencyError {
    /// Whether the look-up would succeed if another one had created the service before.
    fileprivate var isAboutOrder: Bool {
        switch reason {
        case .needsAwait, .belongsToActor: true
        default: false
        }
    }
}
