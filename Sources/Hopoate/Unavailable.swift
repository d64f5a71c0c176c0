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

    /// Named ``resolving(_:named:fileID:line:)``.
    @_alwaysEmitIntoClient
    @available(*, unavailable, renamed: "resolving(_:named:)")
    public func resolveThrowing<Service>(_ service: Service.Type, named name: String? = nil) throws -> Service {
        try resolving(service, named: name)
    }

    /// Named ``removeAll(fileID:line:)`` and ``reset(_:)``.
    @_alwaysEmitIntoClient
    @available(
        *,
        unavailable,
        message: "removeAll() removes registrations; reset(_:) and Scope.reset() keep them, and release instances"
    )
    public func reset() {}

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
        creator: @escaping () throws -> Service
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
        withResolver creator: @escaping (DependencyContainer) throws -> Service
    ) -> ServiceRegistration<Service> { fatalError() }
}

// Asynchronous closures where only `register(_:asyncCreator:)` awaits.

extension DependencyContainer {
    /// A creator that takes an argument does not await.
    @_alwaysEmitIntoClient
    @discardableResult
    @available(
        *,
        unavailable,
        message:
            "this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call asyncResolve(_:)"
    )
    public func register<Service, Argument>(
        _ service: Service.Type,
        taking argument: Argument.Type,
        named name: String? = nil,
        lifetime: Lifetime = .transient,
        creator: @escaping (Argument) async throws -> Service
    ) -> ServiceRegistration<Service> { fatalError() }

    /// A contribution does not await.
    @_alwaysEmitIntoClient
    @discardableResult
    @available(
        *,
        unavailable,
        message:
            "this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call asyncResolve(_:)"
    )
    public func contribute<Service>(
        to service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        creator: @escaping () async throws -> Service
    ) -> ServiceRegistration<Service> { fatalError() }

    /// A decorator does not await.
    @_alwaysEmitIntoClient
    @discardableResult
    @available(
        *,
        unavailable,
        message:
            "this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call asyncResolve(_:)"
    )
    public func decorate<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        with decorator: @escaping (Service) async throws -> Service
    ) -> ServiceRegistration<Service> { fatalError() }

    /// A decorator does not await.
    @_alwaysEmitIntoClient
    @discardableResult
    @available(
        *,
        unavailable,
        message:
            "this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call asyncResolve(_:)"
    )
    public func decorate<Service, Argument>(
        _ service: Service.Type,
        taking argument: Argument.Type,
        named name: String? = nil,
        with decorator: @escaping (Service) async throws -> Service
    ) -> ServiceRegistration<Service> { fatalError() }

    /// A decorator does not await.
    @_alwaysEmitIntoClient
    @discardableResult
    @available(
        *,
        unavailable,
        message:
            "this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call asyncResolve(_:)"
    )
    public func decorate<Service>(
        _ path: DependencyKeyPath<Service>,
        with decorator: @escaping (Service) async throws -> Service
    ) -> ServiceRegistration<Service> { fatalError() }

    /// A registered initializer does not await.
    @_alwaysEmitIntoClient
    @discardableResult
    @available(
        *,
        unavailable,
        message:
            "this cannot await: make the service a closure or a Task, or register it with 'asyncCreator:', which may call asyncResolve(_:)"
    )
    public func autoregister<Service, each Parameter>(
        _ service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        initializer: @escaping (repeat each Parameter) async throws -> Service
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

/// Named ``optionalResolve(_:named:fileID:line:)`` and ``resolving(_:named:fileID:line:)``.
@_alwaysEmitIntoClient
@available(*, unavailable, message: "use optionalResolve(_:), or 'try resolving(_:)', which throws the reason")
public func tryResolve<Service>(_ service: Service.Type, named name: String? = nil) -> Service? { nil }

/// Named ``resolving(_:named:fileID:line:)``.
@_alwaysEmitIntoClient
@available(*, unavailable, renamed: "resolving(_:named:)")
public func resolveThrowing<Service>(_ service: Service.Type, named name: String? = nil) throws -> Service {
    try resolving(service, named: name)
}
