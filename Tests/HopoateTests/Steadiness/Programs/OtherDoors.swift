import Hopoate

/// The way to a typed key.
struct KeyDoor<Service>: PlainDoor {
    let path: DependencyKeyPath<Service>
    let toPart: @Sendable (Service) -> Part
    let fromPart: @Sendable (Part) -> Service

    func register(
        _ part: Part,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?
    ) -> AnyServiceRegistration {
        container.register(fromPart(part), for: path, line: line).cleaningUp(onRemove, toPart)
    }

    func register(
        _ lifetime: Lifetime,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?,
        creator: @escaping @Sendable (Int?) throws -> Part
    ) -> AnyServiceRegistration {
        let fromPart = fromPart
        return container.register(
            path,
            lifetime: lifetime,
            line: line,
            creator: { fromPart(try creator(nil)) }
        ).cleaningUp(onRemove, toPart)
    }

    func decorate(
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?,
        decorator: @escaping @Sendable (Part) throws -> Part
    ) -> AnyServiceRegistration? {
        let (toPart, fromPart) = (toPart, fromPart)
        return container.decorate(path, line: line) { fromPart(try decorator(toPart($0))) }
            .cleaningUp(onRemove, toPart)
    }

    #if !FUZZING
    func registerMock(
        _ part: Part,
        in container: DependencyContainer,
        line: UInt
    ) -> (AnyServiceRegistration, RegisteredMock) {
        container.registerMock(fromPart(part), for: DependencyKey.key(path), CodePlace(#fileID, line))
    }
    #endif

    func overwrite(
        with part: Part,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?
    ) -> AnyServiceRegistration? {
        container[path, #fileID, line] = fromPart(part)
        return nil
    }

    func resolve(_ argument: Int?, in container: DependencyContainer) -> [Part] { [toPart(container[path])] }

    func optionalResolve(_ argument: Int?, in container: DependencyContainer) -> [Part]? {
        container.optionalResolve(path).map { [toPart($0)] }
    }

    func resolving(_ argument: Int?, in container: DependencyContainer) throws -> [Part] {
        [toPart(try container.resolving(path))]
    }

    func asyncResolving(in container: DependencyContainer) async throws -> Part {
        toPart(try await container.asyncResolve(path))
    }

    func canResolve(in container: DependencyContainer) -> Bool { container.canResolve(path) }

    func resolveInSharedContainer() -> Part { toPart(Hopoate.resolve(path)) }

    func optionalResolveInSharedContainer() -> Part? { Hopoate.optionalResolve(path).map(toPart) }

    func resolvingInSharedContainer() throws -> Part { toPart(try Hopoate.resolving(path)) }

    func provider(in container: DependencyContainer) -> () -> Part? {
        let (toPart, provider) = (toPart, Provider(path, container: container))
        return { toPart(provider()) }
    }

    func property(in container: DependencyContainer, isOptional: Bool) -> () -> Part? {
        let toPart = toPart
        if isOptional {
            let property = OptionalDependency<Service>(path, container: container)
            return { property.wrappedValue.map(toPart) }
        }
        let property = Dependency<Service>(path, container: container)
        return { toPart(property.wrappedValue) }
    }
}

/// The way to the contributions to a service.
struct ContributionDoor<Service>: Door {
    let service: Service.Type
    let name: String?
    let toPart: @Sendable (Service) -> Part
    let fromPart: @Sendable (Part) -> Service

    func register(
        _ lifetime: Lifetime,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?,
        creator: @escaping @Sendable (Int?) throws -> Part
    ) -> AnyServiceRegistration {
        let fromPart = fromPart
        return container.contribute(
            to: service,
            named: name,
            lifetime: lifetime,
            line: line,
            creator: { fromPart(try creator(nil)) }
        ).cleaningUp(onRemove, toPart)
    }

    func resolve(_ argument: Int?, in container: DependencyContainer) -> [Part] {
        container.resolveAll(service, named: name).map(toPart)
    }

    func optionalResolve(_ argument: Int?, in container: DependencyContainer) -> [Part]? {
        resolve(argument, in: container)
    }

    func resolving(_ argument: Int?, in container: DependencyContainer) throws -> [Part] {
        try container.resolvingAll(service, named: name).map(toPart)
    }

    /// No contributions are an answer too.
    func canResolve(in container: DependencyContainer) -> Bool { true }

    func decorate(
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?,
        decorator: @escaping @Sendable (Part) throws -> Part
    ) -> AnyServiceRegistration? { nil }
}

/// The way to a service that takes an argument.
struct ArgumentDoor<Service, Argument>: Door {
    let service: Service.Type
    let name: String?
    let toPart: @Sendable (Service) -> Part
    let fromPart: @Sendable (Part) -> Service
    let toArgument: @Sendable (Int) -> Argument
    let fromArgument: @Sendable (Argument) -> Int

    private func argument(_ argument: Int?) -> Argument { toArgument(argument ?? 0) }

    func register(
        _ lifetime: Lifetime,
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?,
        creator: @escaping @Sendable (Int?) throws -> Part
    ) -> AnyServiceRegistration {
        let (fromPart, fromArgument) = (fromPart, fromArgument)
        return container.register(
            service,
            taking: Argument.self,
            named: name,
            lifetime: lifetime,
            line: line,
            creator: { fromPart(try creator(fromArgument($0))) }
        ).cleaningUp(onRemove, toPart)
    }

    func resolve(_ argument: Int?, in container: DependencyContainer) -> [Part] {
        [toPart(container.resolve(service, with: self.argument(argument), named: name))]
    }

    func optionalResolve(_ argument: Int?, in container: DependencyContainer) -> [Part]? {
        container.optionalResolve(service, with: self.argument(argument), named: name).map { [toPart($0)] }
    }

    func resolving(_ argument: Int?, in container: DependencyContainer) throws -> [Part] {
        [toPart(try container.resolving(service, with: self.argument(argument), named: name))]
    }

    func canResolve(in container: DependencyContainer) -> Bool {
        container.canResolve(service, taking: Argument.self, named: name)
    }

    func decorate(
        in container: DependencyContainer,
        line: UInt,
        onRemove: (@Sendable (Part) -> Void)?,
        decorator: @escaping @Sendable (Part) throws -> Part
    ) -> AnyServiceRegistration? {
        let (toPart, fromPart) = (toPart, fromPart)
        return container.decorate(service, taking: Argument.self, named: name, line: line) {
            fromPart(try decorator(toPart($0)))
        }.cleaningUp(onRemove, toPart)
    }
}
