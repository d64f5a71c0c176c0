// What HopoateDiagnostics and HopoateTestingHelpers see of a container: the inventory, the look-ups and the declared parameters.

extension DependencyContainer {
    /// Runs `body` as soon as no asynchronous creation is in progress, here or in a child: now, or where the last one ends.
    package func afterCreations(_ body: @escaping @Sendable () -> Void) { table.afterCreations(body) }

    /// Tells containers apart: a node belongs to one of them.
    package var number: UInt64 { table.number }

    /// This and its parents, all of which a graph shows.
    package var withParents: [DependencyContainer] { Array(sequence(first: self, next: \.table.parentContainer)) }

    /// Its registrations, and before them those of its parents: the newest last, and last what answers.
    package var registrationsWithParents: [RegistrationInfo] { table.inventoryWithParents() }

    /// The modules that are installed, with the origins of what they registered.
    package var modules: [(type: any DependencyModule.Type, origins: [UInt64])] {
        table.withState(\.modules).map { ($0.type, $0.registrations.map(\.origin)) }
    }

    /// Registers what look-ups would register first, so that a graph shows it: automatic registrations, and then the defaults of
    /// keys that are only decorated.
    package func registerDefaults() {
        let outermost = table.withParents.last ?? table
        let request = Request(ServiceKey(Never.self, named: nil), CodePlace(), in: outermost)
        _ = try? AutomaticRegistrations.register(for: request, in: outermost)
        for container in withParents {
            for info in container.registrations where info.isDecorator { container.registerDefault(of: info.key) }
        }
    }

    /// Registers the default of a typed key, as a first look-up would: properties that creators have made will ask for it.
    package func registerDefault(of key: ServiceKey) {
        let tables = table.withParents
        if !tables.contains(where: { $0.isRegistered(key) }) {
            _ = key.typedKey?.pushDefault(to: tables[tables.count - 1])
        }
    }

    /// Resolves what a registration stands for: the trial of a service, or of one contribution.
    package func tryOut(_ info: RegistrationInfo) throws(DependencyError) {
        let registration = info.registration
        if !registration.key.isOfContributions {
            _ = try Resolver(Request(registration.key, registration.place, in: table)).answerOrThrow()
        } else if registration.tableNumber == number {
            _ = try Resolver(exactly: registration, in: table).answerOrThrow()
        } else {
            _ = try table.answerAll(registration.key, registration.place)
        }
    }

    /// Releases what a trial has made while everything is registered: the clean-up of an older service finds a newer one.
    package func releaseInstances() {
        for container in withParents {
            for info in container.registrations.reversed() { container.reset(info.registration) }
        }
    }

    /// The properties that creators make on this thread while a trial runs: look-ups to come.
    package static func notingProperties(_ trial: () -> Void) -> [NotedProperty] {
        ProcessFlag.wrappersInCreators.set()
        let thread = ThreadState.current
        let outer = thread.state.properties
        thread.state.properties = []
        defer { thread.state.properties = outer }
        trial()
        return thread.state.properties ?? []
    }

    /// The name of a missing service with its module, and hints about it: for a report about a property.
    package func surroundings(of service: Any.Type) -> (name: String, evidence: [String]) {
        let key = ServiceKey(service, named: nil)
        return (key.description, Hints(for: Request(key, CodePlace(), in: table)).evidence)
    }
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

extension ThreadValue<ThreadState> {
    /// Notes a property for the trial that runs on the thread, if one does and a creator makes the property.
    func note(_ key: ServiceKey, in table: StackTable, isRequired: Bool) {
        guard state.properties != nil, let from = state.frame?.object.registration?.origin else { return }
        // A default answers to its key, when nothing else does.
        let mayBeMissing = !isRequired || key.typedKey?.recipe != nil
        let list = table.canResolve(key) ? nil : key.list(in: table)
        let key = list?.contributions ?? key
        state.properties?.append(
            NotedProperty(from: from, key: key, container: table.number, mayBeMissing: mayBeMissing)
        )
    }
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

    /// Whether a `MockContainer` has registered it, or what it is a fork's copy of.
    package var isMock: Bool { registration.isMock }

    /// Whether it decorates the registration below it.
    package var isDecorator: Bool { registration.isDecorator }

    /// Whether it has a function to call with an instance that it releases. A fork's copy of a registered instance has none.
    package var cleansUp: Bool { registration.shard.withLock { _ in !registration.onRemove.isEmpty } }

    /// For example `MyApp.Store named "backup"`, for texts.
    package var serviceDescription: String { key.description }
}

extension ServiceKey {
    /// The service, whatever its registrations take or contribute to, for reports.
    package var serviceType: Any.Type { role.service }

    /// A key as code has it, if it is a typed one: `the typed key \.client (Client)`.
    package var spelling: String {
        typedKey.map { "the typed key \($0.spelling) (\(String(describing: service)))" } ?? description
    }

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
    package var isMadeByAsker: Bool { [.perContainer, .transient, .graph, .decorator].contains(kind) }

    /// The seconds after which an instance ends, if it does.
    package var expirationSeconds: Double? { kind == .expiring && seconds < .infinity ? seconds : nil }

    /// Whether a scope ends the instance.
    package var isScoped: Bool { kind == .scoped }
}

/// Tells a creation from all others that run at the same time.
package typealias CreationID = ObjectIdentifier

extension ResolutionEvent {
    /// The creation that this tells of, if any, to find the event that began it.
    package var creation: CreationID? {
        kind == .hit || kind == .registered ? nil : ObjectIdentifier(observed)
    }

    /// The creations within which it happened, the innermost first: what asked for what.
    package var around: some Sequence<CreationID> {
        sequence(state: observed.outer) { next in
            defer { next = next?.outer }
            return next.map { ObjectIdentifier($0) }
        }
    }

    /// Whether a service is resolved in order to change a part of it, for a partial mock, or is a part of that.
    package var isOfChange: Bool { observed.isOfChange }

    /// The number of the container that the innermost creator of this thread runs for, when a creation begins.
    package var makerNow: UInt64? { ThreadState.current.innermostFrame?.owner.number }
}
