import Hopoate

/// A container for a registration, and what the registration records.
struct Place {
    let container: DependencyContainer
    /// The number of the recipe, by which the inventory is compared.
    let line: UInt
    /// The clean-up of the registration, if any.
    let onRemove: (@Sendable (Part) -> Void)?

    init(_ recipe: Recipe, in container: DependencyContainer, _ workshop: SharedWorkshop) {
        self.container = container
        line = UInt(recipe.number)
        onRemove = workshop.cleanUp(recipe, Callback(in: container))
    }
}

#if FUZZING
extension PlainDoor {
    /// The fuzzer's package cannot register mocks.
    func registerMock(_ part: Part, at place: Place) -> (AnyServiceRegistration, () -> Void)? { nil }
}
#else
extension Place {
    func registerMock<Service>(
        _ service: Service,
        _ key: ServiceKey
    ) -> (AnyServiceRegistration, () -> Void) {
        let (token, mock) = container.registerMock(service, for: key, CodePlace(#fileID, line))
        return (token, mock.end)
    }
}
#endif

/// Access to one key of a container by the public functions.
protocol Door {
    /// A creator gets the argument, if the key takes one.
    typealias Creator = @Sendable (Int?) throws -> Part
    typealias Decorator = @Sendable (Part) throws -> Part
    typealias AsynchronousCreator = @Sendable () async throws -> Part

    func register(_ lifetime: Lifetime, at place: Place, creator: @escaping Creator) -> AnyServiceRegistration
    /// Nil for contributions, which cannot be decorated.
    func decorate(at place: Place, decorator: @escaping Decorator) -> AnyServiceRegistration?

    /// Everything that answers: one part, unless the key has contributions.
    func resolve(_ argument: Int?, in container: DependencyContainer) -> [Part]
    func optionalResolve(_ argument: Int?, in container: DependencyContainer) -> [Part]?
    func resolving(_ argument: Int?, in container: DependencyContainer) throws -> [Part]
    func canResolve(in container: DependencyContainer) -> Bool
}

/// Access to a plain key, for which there are more functions.
protocol PlainDoor: Door {
    func register(_ part: Part, at place: Place) -> AnyServiceRegistration
    /// - Returns: Also a function that ends the mock.
    func registerMock(_ part: Part, at place: Place) -> (AnyServiceRegistration, () -> Void)?
    /// Registers in place of everything that is registered by type and name, or else of what the setter of a typed key
    /// has registered, which gives no token and takes no `onRemove`.
    func overwrite(with part: Part, at place: Place) -> AnyServiceRegistration?

    func asyncResolving(in container: DependencyContainer) async throws -> Part
    // Nil if the key has no such thing.
    func registerAsynchronous(
        _ lifetime: Lifetime,
        at place: Place,
        creator: @escaping AsynchronousCreator
    ) -> AnyServiceRegistration?
    func property(_ kind: PropertyKind, in container: DependencyContainer) -> (@Sendable () -> Part?)?
}

enum PropertyKind: CaseIterable {
    case required, provider, lazy, optional
}

/// Access to a service by its type and its name.
struct ServiceDoor<Service: Sendable>: PlainDoor {
    let service: Service.Type
    var name: String?

    func register(_ part: Part, at place: Place) -> AnyServiceRegistration {
        place.container.register(part as! Service, for: service, named: name, line: place.line).cleaningUp(place)
    }

    func register(_ lifetime: Lifetime, at place: Place, creator: @escaping Creator) -> AnyServiceRegistration {
        place.container.register(service, named: name, lifetime: lifetime, line: place.line) {
            try creator(nil) as! Service
        }.cleaningUp(place)
    }

    func registerAsynchronous(
        _ lifetime: Lifetime,
        at place: Place,
        creator: @escaping AsynchronousCreator
    ) -> AnyServiceRegistration? {
        let create: @Sendable () async throws -> Service = { try await creator() as! Service }
        return place.container
            .register(service, named: name, lifetime: lifetime, line: place.line, asyncCreator: create)
            .cleaningUp(place)
    }

    func decorate(at place: Place, decorator: @escaping Decorator) -> AnyServiceRegistration? {
        place.container.decorate(service, named: name, line: place.line) {
            try decorator($0 as! Part) as! Service
        }.cleaningUp(place)
    }

    #if !FUZZING
    func registerMock(_ part: Part, at place: Place) -> (AnyServiceRegistration, () -> Void)? {
        place.registerMock(part as! Service, ServiceKey(service, named: name))
    }
    #endif

    func overwrite(with part: Part, at place: Place) -> AnyServiceRegistration? {
        place.container
            .overwriteExistingRegistrations(withService: part as! Service, for: service, named: name, line: place.line)
            .cleaningUp(place)
    }

    func resolve(_ argument: Int?, in container: DependencyContainer) -> [Part] {
        [container.resolve(service, named: name) as! Part]
    }

    func optionalResolve(_ argument: Int?, in container: DependencyContainer) -> [Part]? {
        container.optionalResolve(service, named: name).map { [$0 as! Part] }
    }

    func resolving(_ argument: Int?, in container: DependencyContainer) throws -> [Part] {
        [try container.resolving(service, named: name) as! Part]
    }

    func asyncResolving(in container: DependencyContainer) async throws -> Part {
        try await container.asyncResolve(service, named: name) as! Part
    }

    func canResolve(in container: DependencyContainer) -> Bool { container.canResolve(service, named: name) }

    func property(_ kind: PropertyKind, in container: DependencyContainer) -> (@Sendable () -> Part?)? {
        switch kind {
        case .required:
            let property = Dependency<Service>(named: name, container: container)
            return { property.wrappedValue as? Part }
        case .provider:
            let provider = Provider<Service>(named: name, container: container)
            return { provider() as? Part }
        case .lazy:
            if name != nil { return nil }
            let lazy = Lazy<Service>(container: container)
            return { lazy() as? Part }
        case .optional:
            let property = OptionalDependency<Service>(named: name, container: container)
            return { property.wrappedValue as? Part }
        }
    }
}

extension ServiceRegistration {
    /// Adds the clean-up of a program, if any.
    func cleaningUp(_ place: Place) -> ServiceRegistration {
        if let cleanUp = place.onRemove { onRemove { cleanUp($0 as! Part) } }
        return self
    }
}
