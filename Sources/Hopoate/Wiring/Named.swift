/// A service that an initializer takes by a name.
///
/// Use it as a parameter of an initializer that you register with `autoregister(_:initializer:)` of ``DependencyContainer``.
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

    /// Wraps a service yourself, for example in a test.
    ///
    /// ```swift
    /// let archive = Archive(store: Named(MemoryStore()))
    /// ```
    ///
    /// - Parameter service: The service.
    public init(_ service: Service) { self.service = service }
}

extension Named: Sendable where Service: Sendable {}

/// A type that stands for the name of a registration: see ``Named``.
///
/// ```swift
/// enum Backup: DependencyName { static let name = "backup" }
/// container.register(DiskStore(), for: (any Store).self, named: Backup.name)
/// ```
public protocol DependencyName {
    /// The name, as in `register(…, named:)`.
    static var name: String { get }
}
