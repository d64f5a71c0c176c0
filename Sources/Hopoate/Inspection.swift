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
        _ = try? AutomaticRegistrations.register(in: outermost, CodePlace())
        registerDefaultsOfDecorated()
    }

    /// Registers the defaults of typed keys that have a decorator, here and in parents.
    package func registerDefaultsOfDecorated() {
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

    /// Awaits a registration's service, or its contribution, as `asyncResolve` does.
    package func failure(
        of info: RegistrationInfo,
        isolation: isolated (any Actor)? = #isolation
    ) async -> DependencyError? {
        do {
            _ = try await table.lookup(of: info.registration, info.place)?.asyncAnswer()
            return nil
        } catch { return error as? DependencyError }
    }

    /// What a failed look-up says about a missing service.
    package func hints(about key: ServiceKey) -> [String] { HintSearch(for: Lookup(key, CodePlace(), in: table)).lines }

    /// Observes resolutions, and the properties and handles that creators make.
    package func observe(
        _ observer: @escaping @Sendable (ResolutionEvent) -> Void,
        properties: @escaping @Sendable (CreatedProperty) -> Void
    ) -> ResolutionObservation {
        ProcessFlag.wrappersInCreators.set()
        return ResolutionObservation(table, properties: properties, observer)
    }

    /// Ends a fork, which is the shared container. First releases the instances that it and its parents have created, the newest
    /// first, and awaits the clean-ups, which can still resolve every service.
    package func asyncEnd(isolation: isolated (any Actor)? = #isolation) async {
        let tables = table.withParents
        await Removal.asyncRun(isolation: isolation) { tables.flatMap { $0.presentRemovals(resetting: true) } }
        // What the clean-ups have created again.
        for table in tables { await table.asyncRemoveAll(isolation: isolation) }
        table.close()
    }
}

extension AnyServiceRegistration {
    /// The instance that is registered or cached. This is not a look-up.
    package final var instance: Any? { shard.withLock { _ in kept }?.strong?.instance }
}

/// A property, a `Provider` or a `Lazy` that a creator has made.
package typealias CreatedProperty = (
    creation: CreationID, dependency: DeclaredDependency, container: UInt64, place: CodePlace
)

extension ThreadState {
    /// Notifies the observers of the creator that makes a property, if there are some.
    static func notifyOfProperty(
        _ dependency: @autoclosure () -> DeclaredDependency,
        in table: StackTable,
        _ place: CodePlace
    ) {
        guard ProcessFlag.wrappersInCreators.isSet, let observed = current.innermostLookup?.attempt.observed else {
            return
        }
        let creation = CreationID(observed)
        observed.notify(
            of: (creation: creation, dependency: dependency(), container: table.number, place: place)
        )
    }
}

extension RegistrationInfo {
    /// Whether it has an instance, and no creator.
    package var isInstance: Bool { registration.shard.withLock { _ in registration.registeredInstance != nil } }

    /// The actor on which its creator was written. Unlike `actor`, also that of a creator in 1.x's form, which may run elsewhere.
    package var home: (any Actor)? { registration.shard.withLock { _ in registration.recipe }?.actor }

    /// The key of its stack.
    package var key: ServiceKey { registration.key }

    /// Identifies the registration and its copies in forks, such as that of a check.
    package var origin: UInt64 { registration.origin }

    /// Identifies the registration, and orders registrations by age.
    package var number: UInt64 { registration.number }

    /// The place where it was made, for reports.
    package var place: CodePlace { registration.place }

    /// Whether a `MockContainer` registered it, or it is a fork's copy of such a registration.
    package var isMock: Bool { registration.mock != nil }

    /// The mock that the registration is, or the one that it is a changed copy of.
    package var mock: RegisteredMock? { registration.mock }

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

    /// Whether it is a typed key with a default.
    package var hasDefault: Bool { typedKey?.recipe != nil }

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
