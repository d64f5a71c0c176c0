/// A type of parameter that is not itself the type of a service.
protocol WiredParameter {
    static var dependency: DeclaredDependency { get }
    /// Nil if nothing is registered, and it may be nil.
    static func resolve(in container: DependencyContainer, _ place: CodePlace, allowsNil: Bool) throws(DependencyError)
        -> Self?
}

extension DependencyContainer {
    /// Resolves the parameter of an initializer by its type. Nil if nothing is registered, and it may be nil.
    func parameter<Parameter>(
        _ parameter: Parameter.Type,
        _ place: CodePlace,
        allowsNil: Bool = false
    ) throws(DependencyError) -> Parameter? {
        if let wired = parameter as? any WiredParameter.Type {
            return try wired.resolve(in: self, place, allowsNil: allowsNil) as! Parameter?
        }
        return try service(parameter, named: nil, place, allowsNil: allowsNil)
    }

    fileprivate func service<Service>(
        _ service: Service.Type,
        named name: String?,
        _ place: CodePlace,
        allowsNil: Bool
    ) throws(DependencyError) -> Service? {
        let key = ServiceKey(service, named: name)
        if allowsNil { return try Lookup(key, place, in: table).answerIfRegistered()?.service(as: service) }
        var answer: Service?
        try answerOrThrow(key, place.fileID, place.line) { answer = $0.service(as: service) }
        return answer
    }
}

extension Optional: WiredParameter {
    static var dependency: DeclaredDependency {
        var dependency = DeclaredDependency.of(Wrapped.self)
        if dependency.kind == .contributions { return dependency }
        dependency.kind = .optional
        dependency.alternative = ServiceKey(Self.self, named: nil)
        return dependency
    }

    static func resolve(
        in container: DependencyContainer,
        _ place: CodePlace,
        allowsNil: Bool
    ) throws(DependencyError) -> Self? {
        if let service = try container.parameter(Wrapped.self, place, allowsNil: true) { return service }
        return .some(try container.service(Self.self, named: nil, place, allowsNil: true) ?? nil)
    }
}

extension Named: WiredParameter {
    static var dependency: DeclaredDependency {
        .of(ServiceKey(Service.self, named: Name.name))
    }

    static func resolve(
        in container: DependencyContainer,
        _ place: CodePlace,
        allowsNil: Bool
    ) throws(DependencyError) -> Self? {
        try container.service(Service.self, named: Name.name, place, allowsNil: allowsNil).map { Named($0) }
    }
}

extension Lazy: WiredParameter {
    package static var dependency: DeclaredDependency { .of(Service.self, .whenFirstUsed) }

    static func resolve(in container: DependencyContainer, _ place: CodePlace, allowsNil: Bool) -> Self? {
        allowsNil && !container.table.canResolve(dependency.key) ? nil : Self(in: container, place)
    }
}

/// A dependency that a registered initializer declares by a parameter.
package struct DeclaredDependency {
    /// How a creator takes a service.
    package enum Kind {
        case required, optional, contributions
    }

    /// When a creator's service is resolved.
    package enum Time { case whenCreated, whenFirstUsed, atEachUse, whenRead }

    package let key: ServiceKey
    /// The key of the optional itself, which answers if nothing is registered for the service of an optional parameter. Or the key
    /// of the list itself, which answers before contributions.
    package var alternative: ServiceKey?
    /// How the creator takes it.
    package var kind: Kind
    /// When it is resolved. Optional dependencies and contributions may be resolved later, too.
    package var time: Time

    /// The dependency of a parameter of this type, if it is not resolved before a time.
    static func of(_ parameter: Any.Type, _ earliest: Time = .whenCreated) -> DeclaredDependency {
        let wired = parameter as? any WiredParameter.Type
        var dependency = wired?.dependency ?? .of(ServiceKey(parameter, named: nil))
        if dependency.time == .whenCreated || earliest == .atEachUse { dependency.time = earliest }
        return dependency
    }

    /// The dependency of a property on a service without a name.
    package static func ofProperty(_ service: Any.Type, isRequired: Bool = true) -> Self {
        .of(ServiceKey(service, named: nil), at: .whenRead, isRequired: isRequired)
    }

    @inline(never)
    static func of(_ key: ServiceKey, at time: Time = .whenCreated, isRequired: Bool = true) -> Self {
        guard let list = key.list else {
            return DeclaredDependency(key: key, kind: isRequired ? .required : .optional, time: time)
        }
        return DeclaredDependency(key: list.contributions, alternative: key, kind: .contributions, time: time)
    }
}
