/// A parameter of an initializer that makes a service.
struct DeclaredDependency {
    let key: ServiceKey
    /// How the creator takes it.
    var kind = DependencyGraph.Edge.Kind.required
    /// Whether it is not looked up while the service is made. It may also be optional, or contributions.
    var isLazy = false

    /// The dependency that a parameter of a type stands for.
    static func of(_ parameter: Any.Type) -> DeclaredDependency {
        (parameter as? any WiredParameter.Type)?.dependency
            ?? DeclaredDependency(key: ServiceKey(parameter, named: nil))
    }
}
