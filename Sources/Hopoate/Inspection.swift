// The package access of HopoateDiagnostics and HopoateTestingHelpers: registrations, look-ups and declared parameters.

extension DependencyContainer {
    /// Identifies the container.
    package var number: UInt64 { table.number }

    /// The container and its parents, the innermost first.
    package var withParents: [DependencyContainer] {
        var containers = [self]
        while let parent = containers[containers.count - 1].table.parentContainer { containers.append(parent) }
        return containers
    }

    /// The registrations of its parents, followed by its own. The last one of a key answers.
    package var registrationsWithParents: [RegistrationInfo] { table.inventoryWithParents() }

    /// The installed modules, with their registrations.
    package var modules: [(type: any DependencyModule.Type, registrations: [AnyServiceRegistration])] {
        table.withState { $0.modules.map { ($0.type, $0.registrations) } }
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
            _ = key.pushDefault(to: tables[tables.count - 1], CodePlace())
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
        await Removal.asyncRun(isolation: isolation) { tables.flatMap { $0.removalsOfInstances() } }
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

extension ObservedLookup {
    /// Notifies the observers of a creator that it makes a property.
    func notify(of dependency: DeclaredDependency, in table: StackTable, _ place: CodePlace) {
        let property = (creation: CreationID(self), dependency: dependency, container: table.number, place: place)
        for observer in observers { observer.observeProperty?(property) }
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

    /// The mock that the registration is, or the one that it is a changed or a fork's copy of.
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

    /// Whether the other key is of the same service, but takes an argument.
    package func isOfService(taking other: ServiceKey) -> Bool {
        let (otherService, kind) = other.role
        if case .taking = kind { return otherService == service && other.givenName == givenName }
        return false
    }

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

    /// The innermost creation within which it happened, and for which a condition holds.
    package func enclosing(where isMeant: (CreationID, RegistrationInfo) -> Bool) -> CreationID? {
        var next = observed.outer
        while let creation = next {
            if isMeant(CreationID(creation), creation.info) { return CreationID(creation) }
            next = creation.outer
        }
        return nil
    }

    /// Whether the look-up changes a part of a service, for a partial mock, or is part of such a look-up.
    package var isOfChange: Bool { observed.isOfChange }

    /// The number of the container for which the innermost creator on this thread runs, when a creation begins.
    package var currentOwner: UInt64? { ThreadState.current.innermostLookup?.owner.number }
}
