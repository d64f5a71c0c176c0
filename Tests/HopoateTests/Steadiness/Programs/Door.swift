import Hopoate

/// Where something is registered.
struct Place {
    let container: DependencyContainer
    /// The number of the recipe, by which the inventory is compared.
    let line: UInt
    /// What is told of each part that the registration lets go of, if anything.
    let onRemove: (@Sendable (Part) -> Void)?

    init(_ recipe: Recipe, in container: DependencyContainer, _ workshop: SharedWorkshop) {
        self.container = container
        line = UInt(recipe.number)
        onRemove = workshop.cleanUp(recipe, Callback(in: container))
    }
}

#if FUZZING
extension PlainDoor {
    /// The package does not hand on what mocks are made of.
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

/// The way to one key of a container, by whatever of the public functions leads there.
protocol Door {
    /// A creator gets the argument, if the key takes one.
    typealias Creator = @Sendable (Int?) throws -> Part
    typealias Decorator = @Sendable (Part) throws -> Part
    typealias AsynchronousCreator = @Sendable () async throws -> Part

    func register(_ lifetime: Lifetime, at place: Place, creator: @escaping Creator) -> AnyServiceRegistration
    /// Nil for contributions, which nobody decorates.
    func decorate(at place: Place, decorator: @escaping Decorator) -> AnyServiceRegistration?

    /// All that answers: one part, unless the key is one of contributions.
    func resolve(_ argument: Int?, in container: DependencyContainer) -> [Part]
    func optionalResolve(_ argument: Int?, in container: DependencyContainer) -> [Part]?
    func resolving(_ argument: Int?, in container: DependencyContainer) throws -> [Part]
    func canResolve(in container: DependencyContainer) -> Bool
}

/// The way to a plain key, for which there is more.
protocol PlainDoor: Door {
    func register(_ part: Part, at place: Place) -> AnyServiceRegistration
    /// - Returns: Also what ends the mock.
    func registerMock(_ part: Part, at place: Place) -> (AnyServiceRegistration, () -> Void)?
    /// Registers in place of everything that is registered by type and name, or else of what the setter of a typed key
    /// has registered, which gives no token and takes no `onRemove`.
    func overwrite(with part: Part, at place: Place) -> AnyServiceRegistration?

    func asyncResolving(in container: DependencyContainer) async throws -> Part
    // Nil if there is no such thing for the key.
    func registerAsynchronous(
        _ lifetime: Lifetime,
        at place: Place,
        creator: @escaping AsynchronousCreator
    ) -> AnyServiceRegistration?
    func property(_ kind: PropertyKind, in container: DependencyContainer) -> (@Sendable () -> Part?)?
}

enum PropertyKind: CaseIterable {
    case required, provider, lazy
}

/// The way to a service by its type and its name.
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
        }
    }
}

extension ServiceRegistration {
    /// Adds what a program calls, if anything, with the part that the service is.
    func cleaningUp(_ place: Place) -> ServiceRegistration {
        if let cleanUp = place.onRemove { onRemove { cleanUp($0 as! Part) } }
        return self
    }
}
