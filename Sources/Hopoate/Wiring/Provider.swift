/// Resolves a service at each call: a factory of rows, screens or requests.
///
/// ```swift
/// final class Table {
///     private let makeRow = Provider<Row>()
///
///     func rows(_ count: Int) -> [Row] { (0..<count).map { _ in makeRow() } }
/// }
/// ```
///
/// Each call resolves the service anew, in the container that was shared when the provider was made. Initializers that are
/// registered with `autoregister(_:initializer:)` of ``DependencyContainer`` may take a provider as a parameter. ``Lazy`` resolves
/// once.
///
/// A provider keeps its container alive as a ``Dependency`` property does, with the same exception.
public struct Provider<Service>: ServiceWrapper, Sendable {
    private let table: StackTable
    private let held: DependencyContainer?
    private let key: ServiceKey
    private let place: CodePlace

    /// Makes a provider of a service.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that it is registered by, or none.
    ///   - container: The container to look in. By default the one that is shared now.
    ///   - fileID: Where the provider is, for errors.
    ///   - line: Where the provider is, for errors.
    public init(
        _ service: Service.Type = Service.self,
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(ServiceKey(service, named: name), container, CodePlace(fileID, line))
    }

    /// Makes a provider of a typed key's service.
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - container: The container to look in. By default the one that is shared now.
    ///   - fileID: Where the provider is, for errors.
    ///   - line: Where the provider is, for errors.
    public init(
        _ path: DependencyKeyPath<Service>,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(DependencyKey.key(path), container, CodePlace(fileID, line))
    }

    private init(_ key: ServiceKey, _ container: DependencyContainer, _ place: CodePlace) {
        (table, held) = (container.table, container.containerToHold)
        (self.key, self.place) = (key, place)
    }

    /// Resolves the service, on the calling thread: with the lifetime `transient`, a new one each time.
    ///
    /// Like parameters of initializers, a `Provider<[Service]>` resolves the contributions, and a `Provider<Service?>` returns nil if
    /// nothing is registered.
    ///
    /// Traps like ``DependencyContainer/resolve(_:named:fileID:line:)``.
    ///
    /// - Returns: The service.
    public func callAsFunction() -> Service {
        // A list or an optional is resolved like a parameter, unless it is registered itself.
        if Service.self is any WiredParameter.Type, key.name == nil, !table.canResolve(key),
            let container = table.container
        {
            let wiring = Wiring(container: container, place: place)
            do throws(DependencyError) { return try wiring.resolve(Service.self)! } catch { error.trap() }
        }
        return Resolver(key, place, in: table).answerOrTrap().service(as: Service.self)
    }

    package static var lookedUp: (service: Any.Type, isRequired: Bool) { (Service.self, true) }
}

extension Provider: WiredParameter {
    static var dependency: DeclaredDependency { Lazy<Service>.dependency }

    static func resolve(by wiring: Wiring) -> Self? {
        if wiring.allowsNil, !wiring.container.table.canResolve(dependency.key) { return nil }
        return Self(container: wiring.container, fileID: wiring.place.fileID, line: wiring.place.line)
    }
}
