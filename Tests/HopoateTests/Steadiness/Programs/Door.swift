import Hopoate

/// The way to one key of a container, by whatever of the public functions leads there.
///
/// The line that something is registered on is the number of its recipe, by which the inventory is compared.
protocol Door {
    /// Registers a creator, which gets the argument, if the key takes one.
    func register(
        _ lifetime: Lifetime,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?,
        creator: @escaping @Sendable (Int?) throws -> Part
    ) -> AnyServiceRegistration

    /// All that answers: one part, unless the key is one of contributions.
    func resolve(_ argument: Int?, in container: DependencyContainer) -> [Part]
    func optionalResolve(_ argument: Int?, in container: DependencyContainer) -> [Part]?
    func resolving(_ argument: Int?, in container: DependencyContainer) throws -> [Part]
    func canResolve(in container: DependencyContainer) -> Bool

    /// Nil for contributions, which nobody decorates.
    func decorate(
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?,
        decorator: @escaping @Sendable (Part) throws -> Part
    ) -> AnyServiceRegistration?
}

/// The way to a plain key, for which there is more.
protocol PlainDoor: Door {
    func register(
        _ part: Part,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?
    ) -> AnyServiceRegistration
    #if !FUZZING
    func registerMock(
        _ part: Part,
        in container: DependencyContainer,
        line: UInt
    ) -> (AnyServiceRegistration, RegisteredMock)
    #endif
    /// Registers in place of everything that is registered by type and name, or else of what the setter of a typed key
    /// has registered, which gives no token and takes no `onRemove`.
    func overwrite(
        with part: Part,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?
    ) -> AnyServiceRegistration?

    func asyncResolving(in container: DependencyContainer) async throws -> Part

    // By the free functions.
    func resolveInSharedContainer() -> Part
    func optionalResolveInSharedContainer() -> Part?
    func resolvingInSharedContainer() throws -> Part

    /// A property of an object that looks the key up. Reading it resolves.
    func property(in container: DependencyContainer, isOptional: Bool) -> () -> Part?
    func provider(in container: DependencyContainer) -> () -> Part?
}

/// The way to a plain key that may have asynchronous creators.
protocol AsynchronousDoor: PlainDoor {
    func registerAsynchronous(
        _ lifetime: Lifetime,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?,
        creator: @escaping @Sendable () async throws -> Part
    ) -> AnyServiceRegistration
}

/// The way to a service by its type and its name.
struct ServiceDoor<Service>: AsynchronousDoor {
    let service: Service.Type
    let name: String?
    let toPart: @Sendable (Service) -> Part
    let fromPart: @Sendable (Part) -> Service

    func register(
        _ part: Part,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?
    ) -> AnyServiceRegistration {
        container.register(fromPart(part), for: service, named: name, line: line).cleaningUp(onRemove, toPart)
    }

    #if !FUZZING
    func registerMock(
        _ part: Part,
        in container: DependencyContainer,
        line: UInt
    ) -> (AnyServiceRegistration, RegisteredMock) {
        container.registerMock(fromPart(part), for: ServiceKey(service, named: name), CodePlace(#fileID, line))
    }
    #endif

    func register(
        _ lifetime: Lifetime,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?,
        creator: @escaping @Sendable (Int?) throws -> Part
    ) -> AnyServiceRegistration {
        let fromPart = fromPart
        return container.register(
            service,
            named: name,
            lifetime: lifetime,
            line: line,
            creator: { fromPart(try creator(nil)) }
        ).cleaningUp(onRemove, toPart)
    }

    func registerAsynchronous(
        _ lifetime: Lifetime,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?,
        creator: @escaping @Sendable () async throws -> Part
    ) -> AnyServiceRegistration {
        let fromPart = fromPart
        return container.register(
            service,
            named: name,
            lifetime: lifetime,
            line: line,
            asyncCreator: { fromPart(try await creator()) }
        ).cleaningUp(onRemove, toPart)
    }

    func decorate(
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?,
        decorator: @escaping @Sendable (Part) throws -> Part
    ) -> AnyServiceRegistration? {
        let (toPart, fromPart) = (toPart, fromPart)
        return container.decorate(service, named: name, line: line) { fromPart(try decorator(toPart($0))) }
            .cleaningUp(onRemove, toPart)
    }

    func overwrite(
        with part: Part,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?
    ) -> AnyServiceRegistration? {
        container.overwriteExistingRegistrations(
            withService: fromPart(part),
            for: service,
            named: name,
            line: line
        ).cleaningUp(onRemove, toPart)
    }

    func resolve(_ argument: Int?, in container: DependencyContainer) -> [Part] {
        [toPart(container.resolve(service, named: name))]
    }

    func optionalResolve(_ argument: Int?, in container: DependencyContainer) -> [Part]? {
        container.optionalResolve(service, named: name).map { [toPart($0)] }
    }

    func resolving(_ argument: Int?, in container: DependencyContainer) throws -> [Part] {
        [toPart(try container.resolving(service, named: name))]
    }

    func asyncResolving(in container: DependencyContainer) async throws -> Part {
        toPart(try await container.asyncResolve(service, named: name))
    }

    func canResolve(in container: DependencyContainer) -> Bool { container.canResolve(service, named: name) }

    func resolveInSharedContainer() -> Part { toPart(Hopoate.resolve(service, named: name)) }

    func optionalResolveInSharedContainer() -> Part? { Hopoate.optionalResolve(service, named: name).map(toPart) }

    func resolvingInSharedContainer() throws -> Part { toPart(try Hopoate.resolving(service, named: name)) }

    func provider(in container: DependencyContainer) -> () -> Part? {
        let (toPart, provider) = (toPart, Provider<Service>(named: name, container: container))
        return { toPart(provider()) }
    }

    func property(in container: DependencyContainer, isOptional: Bool) -> () -> Part? {
        let toPart = toPart
        if isOptional {
            let property = OptionalDependency<Service>(named: name, container: container)
            return { property.wrappedValue.map(toPart) }
        }
        let property = Dependency<Service>(named: name, container: container)
        return { toPart(property.wrappedValue) }
    }
}

extension ServiceRegistration {
    /// Adds what a program calls, if anything, with the part that the service is.
    func cleaningUp(
        _ cleanUp: (@Sendable (Part) -> Void)?,
        _ toPart: @escaping @Sendable (Service) -> Part
    ) -> ServiceRegistration {
        if let cleanUp { onRemove { cleanUp(toPart($0)) } }
        return self
    }
}
