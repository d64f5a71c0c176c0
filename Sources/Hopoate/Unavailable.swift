// Names that callers try first: of other libraries, and of what the library does not have. Each is a compile-time error with a cure,
// and adds no code to a binary.

extension Lifetime {
    /// Named ``cached``.
    @_alwaysEmitIntoClient
    @available(*, unavailable, renamed: "cached")
    public static var singleton: Lifetime { cached }

    /// An instance does not expire.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "use 'cached', and let a timer call reset(_:) with the registration")
    public static func expiring(afterSeconds seconds: Double) -> Lifetime { cached }
}

extension DependencyContainer {
    /// Named ``remove(_:)``.
    @_alwaysEmitIntoClient
    @available(*, unavailable, renamed: "remove(_:)")
    public func unregister(_ registration: AnyServiceRegistration) {}

    /// Named ``optionalResolve(_:named:fileID:line:)`` and ``resolving(_:named:fileID:line:)``.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "use optionalResolve(_:), or 'try resolving(_:)', which throws the reason")
    public func tryResolve<Service>(_ service: Service.Type, named name: String? = nil) -> Service? { nil }

    /// Named ``asyncResolve(_:named:isolation:fileID:line:)``.
    @_alwaysEmitIntoClient
    @available(*, unavailable, renamed: "asyncResolve(_:named:)")
    public func resolveAsync<Service>(_ service: Service.Type, named name: String? = nil) async throws -> Service {
        try await asyncResolve(service, named: name)
    }

    /// Named ``init(parent:)``.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "use DependencyContainer(parent:), or withChild(_:), which ends the child")
    public func child() -> DependencyContainer { self }

    /// An instance has no lifetime.
    @_alwaysEmitIntoClient
    @discardableResult
    @available(*, unavailable, message: "leave out 'lifetime:': the registration keeps the instance")
    public func register<Service>(
        _ instance: Service,
        for service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime
    ) -> ServiceRegistration<Service> { register(instance, for: service) }

    /// The label is `named:`. With as many parameters as the real function, errors about other labels do not propose this one.
    @_alwaysEmitIntoClient
    @discardableResult
    @available(*, unavailable, renamed: "register(_:named:creator:)")
    public func register<Service>(
        _ service: Service.Type,
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        name: String,
        creator: () throws -> Service
    ) -> ServiceRegistration<Service> { fatalError() }

    /// A function of another module.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "add 'import HopoateDiagnostics'")
    public func validate(runningCreators runsCreators: Bool = false) throws {}

    /// A creator has no parameter.
    @_alwaysEmitIntoClient
    @discardableResult
    @available(*, unavailable, message: "leave out the parameter, and call resolve(_:) in the creator")
    public func register<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        withResolver creator: (DependencyContainer) throws -> Service
    ) -> ServiceRegistration<Service> { fatalError() }
}

extension Dependency {
    /// A service has no initial value.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "leave out the value, and register the service: the property resolves it")
    public init(wrappedValue: Service, named name: String? = nil) { self.init(named: name) }
}

extension OptionalDependency {
    /// A service has no initial value.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "leave out the value: the property is nil if nothing is registered")
    public init(wrappedValue: Service?, named name: String? = nil) { self.init(named: name) }
}

extension Lazy {
    /// Named ``callAsFunction()``.
    @_alwaysEmitIntoClient
    @available(*, unavailable, renamed: "callAsFunction()", message: "call it like a function: lazy()")
    public func get() -> Service { self() }
}

extension DependencyError {
    /// Named ``similarRegistrations``.
    @_alwaysEmitIntoClient
    @available(*, unavailable, renamed: "similarRegistrations")
    public var lookAlikes: [RegistrationInfo] { similarRegistrations }
}
