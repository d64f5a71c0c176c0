/// A service that an initializer takes by a name: for parameters of initializers that are registered with
/// `autoregister(_:initializer:)` of ``DependencyContainer``.
///
/// ```swift
/// enum Backup: DependencyName { static let name = "backup" }
///
/// struct Archive {
///     let store: any Store
///     init(store: Named<any Store, Backup>) { self.store = store.service }
/// }
/// ```
public struct Named<Service, Name: DependencyName> {
    /// The service.
    public let service: Service

    /// Makes the parameter by hand, in a test for example.
    ///
    /// - Parameter service: The service.
    public init(_ service: Service) { self.service = service }
}

extension Named: Sendable where Service: Sendable {}

/// A name that services are registered by, as a type. See ``Named``.
///
/// ```swift
/// enum Backup: DependencyName { static let name = "backup" }
/// container.register(DiskStore(), for: (any Store).self, named: Backup.name)
/// ```
public protocol DependencyName {
    /// The name, as in `register(…, named:)`.
    static var name: String { get }
}
