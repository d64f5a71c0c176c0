/// A type of parameter that is not itself the type of a service.
protocol WiredParameter {
    static var dependency: DeclaredDependency { get }
    /// Nil if nothing is registered, and `wiring` allows nil.
    static func resolve(by wiring: Wiring) throws(DependencyError) -> Self?
}

/// Resolves the parameters of an initializer by their types.
struct Wiring {
    let container: DependencyContainer
    let place: CodePlace
    /// Whether a parameter is nil if nothing is registered for it.
    var allowsNil = false

    func resolve<Parameter>(_ parameter: Parameter.Type) throws(DependencyError) -> Parameter? {
        if let wired = parameter as? any WiredParameter.Type { return try wired.resolve(by: self) as! Parameter? }
        return try resolve(parameter, named: nil)
    }

    func resolve<Service>(_ service: Service.Type, named name: String?) throws(DependencyError) -> Service? {
        let key = ServiceKey(service, named: name)
        var answer: Service?
        let outcome = container.table.tryHit(key) { answer = $0.service(as: service) }
        if case .hit = outcome { return answer }
        if allowsNil {
            return try Lookup(key, place, in: container.table).answerIfRegistered()?.service(as: service)
        }
        try container.answer(key, place, after: outcome) { answer = $0.service(as: service) }
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

    static func resolve(by wiring: Wiring) throws(DependencyError) -> Self? {
        let wiring = Wiring(container: wiring.container, place: wiring.place, allowsNil: true)
        if let service = try wiring.resolve(Wrapped.self) { return service }
        return .some(try wiring.resolve(Self.self, named: nil) ?? nil)
    }
}

extension Named: WiredParameter {
    static var dependency: DeclaredDependency {
        .of(ServiceKey(Service.self, named: Name.name))
    }

    static func resolve(by wiring: Wiring) throws(DependencyError) -> Self? {
        try wiring.resolve(Service.self, named: Name.name).map { Named($0) }
    }
}

extension Lazy: WiredParameter {
    static var dependency: DeclaredDependency { .of(Service.self, .whenFirstUsed) }

    static func resolve(by wiring: Wiring) -> Self? {
        if wiring.allowsNil, !wiring.container.table.canResolve(dependency.key) { return nil }
        return Self(in: wiring.container, wiring.place)
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

    static func of(_ key: ServiceKey, at time: Time = .whenCreated, isRequired: Bool = true) -> DeclaredDependency {
        guard let list = key.list else {
            return DeclaredDependency(key: key, kind: isRequired ? .required : .optional, time: time)
        }
        return DeclaredDependency(key: list.contributions, alternative: key, kind: .contributions, time: time)
    }
}
