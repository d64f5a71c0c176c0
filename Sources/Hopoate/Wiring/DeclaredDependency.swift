/// A parameter of an initializer that makes a service.
struct DeclaredDependency {
    /// How the creator takes it. An edge of the graph has the same kind.
    enum Kind: String {
        case required
        /// Nil when nothing is registered.
        case optional
        /// Not before the creator's service uses it.
        case lazy
        /// All contributions.
        case contributions
    }

    let key: ServiceKey
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
