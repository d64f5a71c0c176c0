/// A parameter of an initializer that makes a service.
struct DeclaredDependency {
    typealias Kind = DependencyGraph.Edge.Kind

    let key: ServiceKey
    /// How the creator takes it.
    var kind: Kind
    /// Whether it is not looked up while the service is made, whatever else it is.
    var isLazy = false

    /// What a parameter of this type stands for.
    init(_ parameter: Any.Type) {
        if let wired = parameter as? any WiredParameter.Type {
            self = wired.dependency
        } else {
            self.init(ServiceKey(parameter, named: nil), .required)
        }
    }

    init(_ key: ServiceKey, _ kind: Kind) {
        self.key = key
        self.kind = kind
    }
}
