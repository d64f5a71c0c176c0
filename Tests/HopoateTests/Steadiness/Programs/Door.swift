import Hopoate

/// The way to one key of a container, by whatever of the public functions leads there.
///
/// The line that something is registered on is the number of its recipe, by which the inventory is compared.
protocol Door {
    func register(_ part: Part, in container: DependencyContainer, line: UInt) -> AnyServiceRegistration
    func register(
        _ lifetime: Lifetime,
        in container: DependencyContainer,
        line: UInt,
        creator: @escaping () throws -> Part
    ) -> AnyServiceRegistration
    func decorate(
        in container: DependencyContainer,
        line: UInt,
        decorator: @escaping (Part) throws -> Part
    ) -> AnyServiceRegistration

    /// Registers in place of everything that is registered by type and name, or else of what the setter of a typed key
    /// has registered, which gives no token.
    func overwrite(with part: Part, in container: DependencyContainer, line: UInt) -> AnyServiceRegistration?

    func resolve(in container: DependencyContainer) -> Part
    func optionalResolve(in container: DependencyContainer) -> Part?
    func resolving(in container: DependencyContainer) throws(DependencyError) -> Part
    func canResolve(in container: DependencyContainer) -> Bool

    /// A property of an object that looks the key up. Reading it resolves.
    func property(in container: DependencyContainer, isOptional: Bool) -> () -> Part?
}

/// The way to a service by its type and its name.
struct ServiceDoor<Service>: Door {
    let service: Service.Type
    let name: String?
    let toPart: (Service) -> Part
    let fromPart: (Part) -> Service

    func register(_ part: Part, in container: DependencyContainer, line: UInt) -> AnyServiceRegistration {
        container.register(fromPart(part), for: service, named: name, line: line)
    }

    func register(
        _ lifetime: Lifetime,
        in container: DependencyContainer,
        line: UInt,
        creator: @escaping () throws -> Part
    ) -> AnyServiceRegistration {
        let fromPart = fromPart
        return container.register(service: service, named: name, lifetime: lifetime, line: line) {
            fromPart(try creator())
        }
    }

    func decorate(
        in container: DependencyContainer,
        line: UInt,
        decorator: @escaping (Part) throws -> Part
    ) -> AnyServiceRegistration {
        let (toPart, fromPart) = (toPart, fromPart)
        return container.decorate(service, named: name, line: line) { fromPart(try decorator(toPart($0))) }
    }

    func overwrite(with part: Part, in container: DependencyContainer, line: UInt) -> AnyServiceRegistration? {
        container.overwriteExistingRegistrations(withService: fromPart(part), for: service, named: name, line: line)
    }

    func resolve(in container: DependencyContainer) -> Part { toPart(container.resolve(service, named: name)) }

    func optionalResolve(in container: DependencyContainer) -> Part? {
        container.optionalResolve(service, named: name).map(toPart)
    }

    func resolving(in container: DependencyContainer) throws(DependencyError) -> Part {
        toPart(try container.resolving(service, named: name))
    }

    func canResolve(in container: DependencyContainer) -> Bool { container.canResolve(service, named: name) }

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

/// The way to a typed key.
struct KeyDoor<Service>: Door {
    let path: DependencyKeyPath<Service>
    let toPart: (Service) -> Part
    let fromPart: (Part) -> Service

    func register(_ part: Part, in container: DependencyContainer, line: UInt) -> AnyServiceRegistration {
        container.register(fromPart(part), for: path, line: line)
    }

    func register(
        _ lifetime: Lifetime,
        in container: DependencyContainer,
        line: UInt,
        creator: @escaping () throws -> Part
    ) -> AnyServiceRegistration {
        let fromPart = fromPart
        return container.register(path, lifetime: lifetime, line: line) { fromPart(try creator()) }
    }

    func decorate(
        in container: DependencyContainer,
        line: UInt,
        decorator: @escaping (Part) throws -> Part
    ) -> AnyServiceRegistration {
        let (toPart, fromPart) = (toPart, fromPart)
        return container.decorate(path, line: line) { fromPart(try decorator(toPart($0))) }
    }

    func overwrite(with part: Part, in container: DependencyContainer, line: UInt) -> AnyServiceRegistration? {
        container[path, #fileID, line] = fromPart(part)
        return nil
    }

    func resolve(in container: DependencyContainer) -> Part { toPart(container[path]) }

    func optionalResolve(in container: DependencyContainer) -> Part? { container.optionalResolve(path).map(toPart) }

    func resolving(in container: DependencyContainer) throws(DependencyError) -> Part {
        toPart(try container.resolving(path))
    }

    func canResolve(in container: DependencyContainer) -> Bool { container.canResolve(path) }

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
