/// A dependency that a registered initializer declares by a parameter.
package struct DeclaredDependency {
    /// How a creator takes a service.
    package enum Kind {
        case required, optional, contributions
    }

    package let key: ServiceKey
    /// How the creator takes it.
    package var kind = Kind.required
    /// Whether it is resolved after the service is created. Optional dependencies and contributions may be lazy too.
    package var isLazy = false

    /// The dependency of a parameter of this type.
    static func of(_ parameter: Any.Type) -> DeclaredDependency {
        (parameter as? any WiredParameter.Type)?.dependency
            ?? DeclaredDependency(key: ServiceKey(parameter, named: nil))
    }
}
