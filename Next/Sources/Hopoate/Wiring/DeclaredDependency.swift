/// A parameter of an initializer that makes a service.
package struct DeclaredDependency {
    /// How a creator takes a service.
    package enum Kind {
        case required, optional, contributions
    }

    package let key: ServiceKey
    /// How the creator takes it.
    package var kind = Kind.required
    /// Whether it is not looked up while the service is made. It may also be optional, or contributions.
    package var isLazy = false

    /// The dependency that a parameter of a type stands for.
    static func of(_ parameter: Any.Type) -> DeclaredDependency {
        (parameter as? any WiredParameter.Type)?.dependency
            ?? DeclaredDependency(key: ServiceKey(parameter, named: nil))
    }
}
