/// Something that a creator looks up.
struct DeclaredDependency {
    /// How the creator takes it.
    enum Kind {
        case required
        /// Nil when nothing is registered.
        case optional
        /// Not before the creator's service uses it.
        case lazy
        /// Whatever is contributed.
        case contributions
    }

    enum Source {
        /// By `requires:`.
        case declared
        /// A parameter of an initializer.
        case wired
    }

    let key: ServiceKey
    var kind: Kind
    var source: Source
    /// Whether it is not looked up while the service is made, whatever else it is.
    var isLazy = false

    /// What a parameter of this type stands for.
    init(_ parameter: Any.Type, _ source: Source) {
        if let wired = parameter as? any WiredParameter.Type {
            self = wired.dependency(source)
        } else {
            self.init(ServiceKey(parameter, named: nil), .required, source)
        }
    }

    init(_ key: ServiceKey, _ kind: Kind, _ source: Source) {
        self.key = key
        self.kind = kind
        self.source = source
    }

    /// Nil for no types, as nothing is said then.
    static func declared(_ types: [Any.Type]) -> [DeclaredDependency]? {
        types.isEmpty ? nil : types.map { DeclaredDependency($0, .declared) }
    }
}
