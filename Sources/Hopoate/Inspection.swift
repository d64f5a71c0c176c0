// The package access of HopoateDiagnostics and HopoateTestingHelpers: registrations, look-ups and declared parameters.

extension DependencyContainer {
    /// Identifies the container.
    package var number: UInt64 { table.number }

    /// The container and its parents, the innermost first.
    package var withParents: [DependencyContainer] { Array(sequence(first: self, next: \.table.parentContainer)) }

    /// The registrations of its parents, followed by its own. The last one of a key answers.
    package var registrationsWithParents: [RegistrationInfo] { table.inventoryWithParents() }

    /// The installed modules, with the origins of their registrations.
    package var modules: [(type: any DependencyModule.Type, origins: [UInt64])] {
        table.withState { $0.modules.map { ($0.type, $0.registrations.map(\.origin)) } }
    }

    /// Makes the registrations that look-ups would make, for a graph to show: automatic registrations, and then the defaults of keys
    /// that are only decorated.
    package func registerDefaults() {
        let outermost = table.withParents.last ?? table
        let lookup = Lookup(ServiceKey(Never.self, named: nil), CodePlace(), in: outermost)
        _ = try? AutomaticRegistrations.register(for: lookup)
        for container in withParents {
            for info in container.registrations where info.isDecorator { container.registerDefault(of: info.key) }
        }
    }

    /// Registers the default of a typed key, as a look-up would. Properties that creators have made will look it up.
    package func registerDefault(of key: ServiceKey) {
        let tables = table.withParents
        if !tables.contains(where: { $0.hasBase(key) }) {
            _ = key.typedKey?.pushDefault(to: tables[tables.count - 1])
        }
    }

    /// Resolves a registration's service, or its contribution, for a trial.
    package func runTrial(_ info: RegistrationInfo) throws(DependencyError) {
        let registration = info.registration
        if !registration.key.isOfContributions {
            _ = try Lookup(registration.key, registration.place, in: table).answerOrThrow()
        } else if registration.tableNumber == number {
            _ = try Lookup(exactly: registration, in: table).answerOrThrow()
        } else {
            let lookup = Lookup(registration.key, registration.place, in: table)
            do throws(ResolutionFailure) { _ = try lookup.answerAll() } catch { throw lookup.error(of: error) }
        }
    }

    /// The name of a missing service with its module, and hints about it, for the report of a property.
    package func nameAndHints(of service: Any.Type) -> (name: String, evidence: [String]) {
        let key = ServiceKey(service, named: nil)
        return (key.description, HintSearch(for: Lookup(key, CodePlace(), in: table)).lines)
    }
}

extension AnyServiceRegistration {
    /// The instance that is registered or cached. This is not a look-up.
    package final var instance: Any? { shard.withLock { _ in kept }?.strong?.instance }
}

/// A property that a creator made during a trial.
package struct RecordedProperty {
    /// The origin of the creator's registration.
    package let from: UInt64
    package let key: ServiceKey
    /// The number of the container that the property looks in.
    package let container: UInt64
    package let isRequired: Bool
    /// Whether the property does without the service, or its key has a default.
    package var mayBeMissing: Bool { !isRequired || key.typedKey?.recipe != nil || key.list != nil }
}

extension ThreadValue<ThreadState> {
    /// Adds a property to the trial that runs on this thread, if there is one and a creator makes the property.
    func recordProperty(_ key: ServiceKey, in table: StackTable, isRequired: Bool) {
        guard let trial = state.trials.last, let from = lookup?.object.registration?.origin else { return }
        let property = RecordedProperty(from: from, key: key, container: table.number, isRequired: isRequired)
        trial.properties.append(property)
    }
}

extension RegistrationInfo {
    /// The key of its stack.
    package var key: ServiceKey { registration.key }

    /// Identifies the registration and its copies in forks, such as the one of a trial.
    package var origin: UInt64 { registration.origin }

    /// Identifies the registration, and orders registrations by age.
    package var number: UInt64 { registration.number }

    /// The number of its container. Events may be about a parent's registration.
    package var container: UInt64 { registration.tableNumber }

    /// The place where it was made, for reports.
    package var place: CodePlace { registration.place }

    /// Whether a `MockContainer` registered it, or it is a fork's copy of such a registration.
    package var isMock: Bool { registration.isMock }

    /// The mock that the registration is, or the one that it is a changed copy of.
    package var mock: RegisteredMock? { registration.shard.withLock { _ in registration.mock } }

    /// Whether it decorates the registration below it.
    package var isDecorator: Bool { registration.isDecorator }

    /// Whether it has an `onRemove`. A fork's copy of a registered instance has none.
    package var cleansUp: Bool { registration.shard.withLock { _ in !registration.onRemove.isEmpty } }

    /// For example `MyApp.Store named "backup"`, for texts.
    package var serviceDescription: String { key.description }
}

extension ServiceKey {
    /// The key of a service that is created from an argument.
    package init<Service, Argument>(_ service: Service.Type, taking argument: Argument.Type, named name: String?) {
        self.init(Taking<Argument, Service>.self, named: name)
    }

    /// The service itself, without its argument or its being contributed to, for reports.
    package var serviceType: Any.Type { role.service }

    /// Whether the other key is of the same service, but takes an argument.
    package func isOfService(taking other: ServiceKey) -> Bool {
        let (otherService, kind) = other.role
        if case .taking = kind { return otherService == service && other.givenName == givenName }
        return false
    }

    /// The key of the contributions that answer if this list is not registered. Nil for the key of another service.
    package var contributions: ServiceKey? { list?.contributions }

    /// The description, or for a typed key its code: `the typed key \.client (Client)`.
    package var spelling: String {
        typedKey.map { "the typed key \($0.spelling) (\(String(describing: service)))" } ?? description
    }

    /// The service with its module and its argument, if it takes one, for labels.
    package var label: String {
        let (service, kind) = role
        let name = ServiceKey.fullName(of: service)
        if case .taking = kind { return kind.describe(name) }
        return name
    }
}

extension Lifetime {
    /// Whether each requesting container creates its own instance, from its own services. A node may then have other edges in each.
    package var isCreatedByRequester: Bool { [.perContainer, .transient, .graph, .decorator].contains(kind) }

    /// Whether a scope's reset releases the instance.
    package var isScoped: Bool { kind == .scoped }
}

/// Identifies a creation in progress.
package typealias CreationID = ObjectIdentifier

extension ResolutionEvent {
    /// The creation that the event is about, if any. Its first and last event have the same one.
    package var creation: CreationID? {
        kind == .hit || kind == .registered ? nil : ObjectIdentifier(observed)
    }

    /// The creations within which it happened, the innermost first.
    package var around: some Sequence<CreationID> {
        sequence(state: observed.outer) { next in
            defer { next = next?.outer }
            return next.map { ObjectIdentifier($0) }
        }
    }

    /// The registrations whose creators run around it, the innermost first.
    package var enclosing: some Sequence<RegistrationInfo> {
        sequence(state: observed.outer) { next in
            defer { next = next?.outer }
            return next?.info
        }
    }

    /// Whether the look-up changes a part of a service, for a partial mock, or is part of such a look-up.
    package var isOfChange: Bool { observed.isOfChange }

    /// The number of the container for which the innermost creator on this thread runs, when a creation begins.
    package var currentOwner: UInt64? { ThreadState.current.innermostLookup?.owner.number }
}
