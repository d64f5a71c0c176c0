/// A type of parameter that stands for something else than a service of this type.
protocol WiredParameter {
    static var dependency: DeclaredDependency { get }
    static func resolve(in container: DependencyContainer, _ place: CodePlace) throws(DependencyError) -> Self
    /// Nil when nothing is registered.
    static func resolveIfRegistered(
        in container: DependencyContainer,
        _ place: CodePlace
    ) throws(DependencyError) -> Self?
}

/// Resolves a parameter of an initializer by its type.
func resolveParameter<Parameter>(
    _ parameter: Parameter.Type,
    in container: DependencyContainer,
    _ place: CodePlace
) throws(DependencyError) -> Parameter {
    if let wired = parameter as? any WiredParameter.Type {
        return try wired.resolve(in: container, place) as! Parameter
    }
    return try container.resolving(parameter, fileID: place.fileID, line: place.line)
}

private func resolveParameterIfRegistered<Parameter>(
    _ parameter: Parameter.Type,
    in container: DependencyContainer,
    _ place: CodePlace
) throws(DependencyError) -> Parameter? {
    if let wired = parameter as? any WiredParameter.Type {
        return try wired.resolveIfRegistered(in: container, place) as! Parameter?
    }
    let lookup = Lookup(ServiceKey(parameter, named: nil), place)
    return try container.table.keptIfRegistered(lookup)?.service(as: parameter)
}

extension Optional: WiredParameter {
    static var dependency: DeclaredDependency {
        var dependency = DeclaredDependency(Wrapped.self)
        if dependency.kind == .required || dependency.kind == .lazy { dependency.kind = .optional }
        return dependency
    }

    static func resolve(in container: DependencyContainer, _ place: CodePlace) throws(DependencyError) -> Wrapped? {
        try resolveParameterIfRegistered(Wrapped.self, in: container, place)
    }

    static func resolveIfRegistered(
        in container: DependencyContainer,
        _ place: CodePlace
    ) throws(DependencyError) -> Wrapped?? {
        try resolve(in: container, place)
    }
}

extension Array: WiredParameter {
    static var dependency: DeclaredDependency {
        DeclaredDependency(.contributions(to: Element.self, named: nil), .contributions)
    }

    static func resolve(in container: DependencyContainer, _ place: CodePlace) throws(DependencyError) -> [Element] {
        try container.resolvingAll(Element.self, fileID: place.fileID, line: place.line)
    }

    static func resolveIfRegistered(
        in container: DependencyContainer,
        _ place: CodePlace
    ) throws(DependencyError) -> [Element]? {
        try resolve(in: container, place)
    }
}

extension Named: WiredParameter {
    private static var key: ServiceKey { ServiceKey(Service.self, named: Name.name) }

    static var dependency: DeclaredDependency {
        DeclaredDependency(key, .required)
    }

    static func resolve(in container: DependencyContainer, _ place: CodePlace) throws(DependencyError) -> Named {
        Named(try container.resolving(Service.self, named: Name.name, fileID: place.fileID, line: place.line))
    }

    static func resolveIfRegistered(
        in container: DependencyContainer,
        _ place: CodePlace
    ) throws(DependencyError) -> Named? {
        try container.table.keptIfRegistered(Lookup(key, place)).map { Named($0.service(as: Service.self)) }
    }
}

extension Lazy: WiredParameter {
    static var dependency: DeclaredDependency {
        var dependency = DeclaredDependency(Service.self)
        dependency.isLazy = true
        if dependency.kind == .required { dependency.kind = .lazy }
        return dependency
    }

    static func resolve(in container: DependencyContainer, _ place: CodePlace) -> Self {
        Self(in: container, place)
    }

    static func resolveIfRegistered(in container: DependencyContainer, _ place: CodePlace) -> Self? {
        let key = dependency.key
        return container.table.canResolve(key) ? Self(in: container, place) : nil
    }
}
