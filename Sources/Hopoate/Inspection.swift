// What HopoateDiagnostics and HopoateTestingHelpers see of a container: the inventory, the look-ups and the declared parameters.

extension DependencyContainer {
    /// Tells containers apart: a node belongs to one of them.
    package var number: UInt64 { table.number }

    /// This and its parents, all of which a graph shows.
    package var withParents: [DependencyContainer] { Array(sequence(first: self, next: \.table.parentContainer)) }

    /// Every registration, the oldest first: the nodes of a graph.
    package var inspectedRegistrations: [InspectedRegistration] {
        var modules: [UInt64: any DependencyModule.Type] = [:]
        for module in table.changeModules({ $0.values }) {
            for registration in module.registrations { modules[registration.number] = module.type }
        }
        return table.registered.map { entry, depth, below in
            InspectedRegistration(
                info: RegistrationInfo(entry, depth: depth),
                originBelow: below?.origin,
                dependencies: entry.isOfInstance ? [] : entry.recipe?.dependencies,
                module: modules[entry.registration.number]
            )
        }
    }

    /// Registers in the outermost parent what look-ups would register first, so that a graph shows it: automatic
    /// registrations, and then the defaults of keys that are only decorated.
    package func registerDefaults() {
        let containers = withParents
        let outermost = containers[containers.count - 1]
        _ = try? outermost.table.registerAutomatically(Lookup(ServiceKey(Never.self, named: nil), CodePlace()))
        let stacks = containers.flatMap(\.table.stacks).filter { !$0.isRegistered(at: .top) }
        let decorators = stacks.compactMap(\.entries.first?.registration).sorted { $0.number < $1.number }
        for decorator in decorators { outermost.registerDefault(of: decorator.key) }
    }

    /// Registers the default of a typed key, as a first look-up would: properties that creators have made will ask for it.
    package func registerDefault(of key: ServiceKey) { _ = try? table.pushDefaults(Lookup(key, CodePlace())) }

    /// Resolves what a registration stands for: the trial of a service, or of one contribution.
    package func tryOut(_ info: RegistrationInfo) throws(DependencyError) { try table.tryOut(info.registration) }

    /// The properties that creators make on this thread while a trial runs: look-ups to come.
    package static func notingProperties(_ trial: () -> Void) -> [NotedProperty] {
        Resolution.ofThread.notingProperties(trial)
    }

    /// The services that a property may find, by any name or typed key. If the app has `AutoRegistering`, it registers first.
    package var servicesByAnyName: Set<ObjectIdentifier> {
        registerDefaults()
        let registered = withParents.flatMap { $0.table.registered }.map(\.entry.registration)
        let keys = registered.filter { !$0.isDecorator }.map(\.key) + TypedKeys.keysWithDefaults
        // The stacks of services that take an argument, and of contributions, have types of their own for the service.
        return Set(keys.map { ObjectIdentifier($0.service) })
    }

    /// Counts from now on how often a registration answers with the instance that it keeps: the use of a mock.
    package func count(_ registration: AnyServiceRegistration) -> ResolutionCounter {
        let counter = ResolutionCounter()
        table.changeStack(of: registration.key) { stack in
            stack.count(by: counter, for: registration)
            return []
        }
        return counter
    }

    /// The name of a missing service with its module, and hints about it: for a report about a property.
    package func surroundings(of service: Any.Type) -> (name: String, evidence: [String]) {
        let key = ServiceKey(service, named: nil)
        return (key.description, Surroundings(of: key, in: table).evidence)
    }
}

/// A registration with what a graph needs beyond its inventory line.
package struct InspectedRegistration {
    package let info: RegistrationInfo
    /// The origin of the registration below it, which a decorator decorates.
    package let originBelow: UInt64?
    /// The parameters of its initializer: none for an instance, nil if only the creator knows its look-ups.
    package let dependencies: [DeclaredDependency]?
    /// The module that made it.
    package let module: (any DependencyModule.Type)?
}

/// A property that a creator has made during a trial.
package struct NotedProperty {
    /// The origin of the creator's registration.
    package let from: UInt64
    package let key: ServiceKey
    /// The number of the container that the property looks in.
    package let container: UInt64
    /// Whether the property does without the service, or its key has a default.
    package let mayBeMissing: Bool
}

/// How often a registration has answered.
package final class ResolutionCounter: Sendable {
    private let number = Protected(0)

    package var count: Int { number.withLock { $0 } }

    func increment() { number.withLock { $0 += 1 } }
}

extension RegistrationInfo {
    /// The stack that it stands on, to group registrations by.
    package var key: ServiceKey { registration.key }

    /// The number that forks share, to recognise a registration in the fork that a trial uses.
    package var origin: UInt64 { registration.origin }

    /// Tells registrations apart and orders them by age.
    package var number: UInt64 { registration.number }

    /// The number of the container that it stands in, for events that tell of parents' registrations.
    package var container: UInt64 { registration.tableNumber }

    /// Where it was made, for reports.
    package var place: CodePlace { registration.place }

    /// Whether it decorates the registration below it.
    package var isDecorator: Bool { registration.isDecorator }

    /// For example `MyApp.Store named "backup"`, for texts.
    package var serviceDescription: String { key.description }
}

extension ServiceKey {
    /// The service, whatever its registrations take or contribute to, for reports.
    package var serviceType: Any.Type { role.service }

    /// The service with its module, and the argument that it takes, for labels.
    package var label: String {
        let (service, kind) = role
        let name = ServiceKey.fullName(of: service)
        if case .taking = kind { return kind.describe(name) }
        return name
    }
}

extension Lifetime {
    /// Whether each container that is asked makes its own instance, from its own services: such a node has other edges in each.
    package var isMadeByAsker: Bool { kind == .perContainer || retention.isOfAsker }

    /// Whether the registration keeps the instance, which may outlive what it holds.
    package var isKept: Bool { retention == .registration }

    /// The seconds after which an instance ends, if it does.
    package var expirationSeconds: Double? { kind == .expiring && seconds < .infinity ? seconds : nil }

    /// Whether a scope ends the instance.
    package var isScoped: Bool { kind == .scoped }
}

extension ResolutionEvent {
    /// The creation that this tells of, if any, to find the event that began it.
    package var creation: CreationID? { isOfCreation ? running.first { _ in true } : nil }

    /// The creations within which it happened, the innermost first: what asked for what.
    package var around: some Sequence<CreationID> { running.dropFirst(isOfCreation ? 1 : 0) }

    /// The number of the container that the innermost creator of this thread runs for, when a creation begins.
    package var makerNow: UInt64? { Resolution.ofThread.state.running.last?.maker }
}

extension DependencyError.Step {
    /// The creator that ran for the step, if one did.
    package var ranCreator: RanCreator? { creator }

    /// The key that was asked for.
    package var askedKey: ServiceKey { key }
}
