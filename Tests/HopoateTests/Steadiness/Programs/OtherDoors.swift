import Hopoate

/// Access to a typed key.
struct KeyDoor<Service: Sendable>: PlainDoor {
    let path: DependencyKeyPath<Service>

    func register(_ part: Part, at place: Place) -> AnyServiceRegistration {
        place.container.register(part as! Service, for: path, line: place.line).cleaningUp(place)
    }

    func register(_ lifetime: Lifetime, at place: Place, creator: @escaping Creator) -> AnyServiceRegistration {
        place.container.register(path, lifetime: lifetime, line: place.line) {
            try creator(nil) as! Service
        }.cleaningUp(place)
    }

    func registerAsynchronous(
        _ lifetime: Lifetime,
        at place: Place,
        creator: @escaping AsynchronousCreator
    ) -> AnyServiceRegistration? { nil }

    func decorate(at place: Place, decorator: @escaping Decorator) -> AnyServiceRegistration? {
        place.container.decorate(path, line: place.line) { try decorator($0 as! Part) as! Service }.cleaningUp(place)
    }

    #if !FUZZING
    func registerMock(_ part: Part, at place: Place) -> (AnyServiceRegistration, () -> Void)? {
        place.registerMock(part as! Service, DependencyKey.key(path))
    }
    #endif

    func overwrite(with part: Part, at place: Place) -> AnyServiceRegistration? {
        place.container[path, #fileID, place.line] = part as! Service
        return nil
    }

    func resolve(_ argument: Int?, in container: DependencyContainer) -> [Part] { [container[path] as! Part] }

    func optionalResolve(_ argument: Int?, in container: DependencyContainer) -> [Part]? {
        container.optionalResolve(path).map { [$0 as! Part] }
    }

    func resolving(_ argument: Int?, in container: DependencyContainer) throws -> [Part] {
        [try container.resolving(path) as! Part]
    }

    func asyncResolving(in container: DependencyContainer) async throws -> Part {
        try await container.asyncResolve(path) as! Part
    }

    func canResolve(in container: DependencyContainer) -> Bool { container.canResolve(path) }

    func property(_ kind: PropertyKind, in container: DependencyContainer) -> (@Sendable () -> Part?)? {
        switch kind {
        case .required:
            let property = Dependency<Service>(path, container: container)
            return { property.wrappedValue as? Part }
        case .provider:
            let provider = Provider(path, container: container)
            return { provider() as? Part }
        case .lazy: return nil
        case .optional:
            let property = OptionalDependency<Service>(path, container: container)
            return { property.wrappedValue as? Part }
        }
    }
}

/// Access to the contributions to parts.
struct ContributionDoor: Door {
    func register(_ lifetime: Lifetime, at place: Place, creator: @escaping Creator) -> AnyServiceRegistration {
        place.container.contribute(to: Part.self, lifetime: lifetime, line: place.line) { try creator(nil) }
            .cleaningUp(place)
    }

    func decorate(at place: Place, decorator: @escaping Decorator) -> AnyServiceRegistration? { nil }

    func resolve(_ argument: Int?, in container: DependencyContainer) -> [Part] { container.resolveAll(Part.self) }

    func optionalResolve(_ argument: Int?, in container: DependencyContainer) -> [Part]? {
        try? container.resolvingAll(Part.self)
    }

    func resolving(_ argument: Int?, in container: DependencyContainer) throws -> [Part] {
        try container.resolvingAll(Part.self)
    }

    /// No contributions are an answer too.
    func canResolve(in container: DependencyContainer) -> Bool { true }
}

/// Access to parts that take an argument.
struct ArgumentDoor<Argument>: Door {
    /// Creates the argument for a look-up in a container.
    let toArgument: @Sendable (Int, DependencyContainer) -> Argument
    let fromArgument: @Sendable (Argument) -> Int

    private func argument(_ number: Int?, _ container: DependencyContainer) -> Argument {
        toArgument(number ?? 0, container)
    }

    func register(_ lifetime: Lifetime, at place: Place, creator: @escaping Creator) -> AnyServiceRegistration {
        let fromArgument = fromArgument
        return place.container.register(Part.self, taking: Argument.self, lifetime: lifetime, line: place.line) {
            try creator(fromArgument($0))
        }.cleaningUp(place)
    }

    func decorate(at place: Place, decorator: @escaping Decorator) -> AnyServiceRegistration? {
        place.container.decorate(Part.self, taking: Argument.self, line: place.line, with: decorator).cleaningUp(place)
    }

    func resolve(_ argument: Int?, in container: DependencyContainer) -> [Part] {
        [container.resolve(Part.self, with: self.argument(argument, container))]
    }

    func optionalResolve(_ argument: Int?, in container: DependencyContainer) -> [Part]? {
        container.optionalResolve(Part.self, with: self.argument(argument, container)).map { [$0] }
    }

    func resolving(_ argument: Int?, in container: DependencyContainer) throws -> [Part] {
        [try container.resolving(Part.self, with: self.argument(argument, container))]
    }

    func canResolve(in container: DependencyContainer) -> Bool {
        container.canResolve(Part.self, taking: Argument.self)
    }
}
