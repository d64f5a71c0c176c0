/// A handle that resolves a service at each call, for example to create rows, screens or requests.
///
/// ```swift
/// final class Table {
///     private let makeRow = Provider<Row>()
///
///     func rows(_ count: Int) -> [Row] { (0..<count).map { _ in makeRow() } }
/// }
/// ```
///
/// The provider uses the container that was ``DependencyContainer/shared`` when it was created. An initializer that you register
/// with `autoregister(_:initializer:)` of ``DependencyContainer`` can take a provider as a parameter. To resolve only once, use
/// ``Lazy``.
///
/// Like a ``Dependency`` property, a provider keeps its container alive, unless the provider is created while the container creates
/// a cached service.
public struct Provider<Service>: ServiceWrapper, Sendable {
    private let table: StackTable
    private let held: DependencyContainer?
    private let key: ServiceKey
    private let place: CodePlace

    /// Creates a provider of a service.
    ///
    /// ```swift
    /// private let makeRow = Provider<Row>()
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that the service is registered under, or nil if it has none.
    ///   - container: The container to look in. By default the current ``DependencyContainer/shared`` one.
    ///   - fileID: The file of the property, for errors.
    ///   - line: The line of the property, for errors.
    public init(
        _ service: Service.Type = Service.self,
        named name: String? = nil,
        container: DependencyContainer = .shared,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(ServiceKey(service, named: name), container, CodePlace(fileID, line))
    }

    /// Creates a provider of a typed key.
    ///
    /// ```swift
    /// private let makeRequest = Provider(\.request)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - container: The container to look in. By default the current ``DependencyContainer/shared`` one.
    ///   - fileID: The file of the property, for errors.
    ///   - line: The line of the property, for errors.
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
        ThreadState.notifyOfProperty(key.name == nil ? Self.dependency : .of(key, at: .atEachUse), in: table, place)
    }

    /// Resolves the service on the calling thread.
    ///
    /// With the lifetime ``Lifetime/transient``, each call returns a new instance. A `Provider<[Service]>` resolves the
    /// contributions, and a `Provider<Service?>` returns nil if the service is not registered. Traps like
    /// ``DependencyContainer/resolve(_:named:fileID:line:)``.
    ///
    /// ```swift
    /// func rows(_ count: Int) -> [Row] { (0..<count).map { _ in makeRow() } }
    /// ```
    ///
    /// - Returns: The service.
    public func callAsFunction() -> Service {
        // A list or an optional is resolved like a parameter, unless it is registered itself.
        if Service.self is any WiredParameter.Type, key.name == nil, !table.canResolve(key),
            let container = table.container
        {
            do throws(DependencyError) { return try container.parameter(Service.self, place)! } catch { error.trap() }
        }
        return Lookup(key, place, in: table).answerOrTrap().service(as: Service.self)
    }

    /// Resolves a service that is created from an argument, on the calling thread.
    ///
    /// Traps like ``DependencyContainer/resolve(_:with:as:named:fileID:line:)``.
    ///
    /// ```swift
    /// let makeDetail = Provider<Detail>()
    /// let detail = makeDetail(with: article)
    /// ```
    ///
    /// - Parameters:
    ///   - argument: The value to pass to the creator.
    ///   - type: The type after `taking:` in the registration, if the value's own type differs: `as: (any Animal).self`.
    /// - Returns: The service.
    public func callAsFunction<Argument>(
        with argument: Argument,
        as type: Argument.Type = Argument.self
    ) -> Service {
        let lookup = Lookup(Service.self, taking: argument, named: key.name, place, in: table)
        return lookup.answerOrTrap().service(as: Service.self)
    }

    package static var lookedUp: (service: Any.Type, isRequired: Bool) { lookedUp(Service.self) }
    package static var mayTakeArgument: Bool { true }
}

extension Provider: WiredParameter {
    static var dependency: DeclaredDependency { .of(Service.self, .atEachUse) }

    static func resolve(in container: DependencyContainer, _ place: CodePlace, allowsNil: Bool) -> Self? {
        let key = dependency.key
        let others = allowsNil ? container.registrationsWithParents : []
        let isTaken = others.contains { key.isOfService(taking: $0.key) }
        if allowsNil, !isTaken, !container.table.canResolve(key) { return nil }
        return Self(container: container, fileID: place.fileID, line: place.line)
    }
}
