// Look-ups in the shared container, for creators and initializers: `FeedLoader(store: resolve((any Store).self))`.

/// Resolves a service in the ``DependencyContainer/shared`` container, which inside a creator is the one that makes the service.
///
/// Traps like ``DependencyContainer/resolve(_:named:fileID:line:)``. Inside an extension of ``DependencyContainer`` the name
/// means that method.
///
/// ```swift
/// container.register(FeedLoader.self) { FeedLoader(store: resolve((any Store).self)) }
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - name: The name that it was registered by, or none.
///   - fileID: Where the service is resolved, for errors.
///   - line: Where the service is resolved, for errors.
/// - Returns: The service.
@_alwaysEmitIntoClient
@inline(__always)
public func resolve<Service>(
    _ service: Service.Type,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service {
    var answer: Service?
    DependencyContainer.shared.answerOrTrap(ServiceKey(service, named: name), fileID, line) {
        answer = $0.service(as: service)
    }
    return answer!
}

/// Resolves a typed key in the ``DependencyContainer/shared`` container.
///
/// Traps like ``DependencyContainer/resolve(_:fileID:line:)``.
///
/// ```swift
/// container.register(FeedLoader.self) { FeedLoader(articles: resolve(\.articles)) }
/// ```
///
/// - Parameters:
///   - path: The key.
///   - fileID: Where the service is resolved, for errors.
///   - line: Where the service is resolved, for errors.
/// - Returns: The service.
@_alwaysEmitIntoClient
@inline(__always)
public func resolve<Service>(
    _ path: DependencyKeyPath<Service>,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service {
    DependencyContainer.shared.resolve(path, fileID: fileID, line: line)
}

/// Resolves a service that need not be registered, in the ``DependencyContainer/shared`` container.
///
/// Traps like ``DependencyContainer/optionalResolve(_:named:fileID:line:)``.
///
/// ```swift
/// container.register(FeedLoader.self) { FeedLoader(cache: optionalResolve((any Cache).self)) }
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - name: The name that it was registered by, or none.
///   - fileID: Where the service is resolved, for errors.
///   - line: Where the service is resolved, for errors.
/// - Returns: The service, or nil if nothing is registered.
@_alwaysEmitIntoClient
@inline(__always)
public func optionalResolve<Service>(
    _ service: Service.Type,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service? {
    DependencyContainer.shared.optionalResolve(service, named: name, fileID: fileID, line: line)
}

/// Resolves a typed key that need not be registered, in the ``DependencyContainer/shared`` container.
///
/// Traps like ``DependencyContainer/optionalResolve(_:fileID:line:)``.
///
/// ```swift
/// container.register(FeedLoader.self) { FeedLoader(session: optionalResolve(\.session)) }
/// ```
///
/// - Parameters:
///   - path: The key.
///   - fileID: Where the service is resolved, for errors.
///   - line: Where the service is resolved, for errors.
/// - Returns: The service, or nil when the key is required and nothing is registered for it.
@_alwaysEmitIntoClient
@inline(__always)
public func optionalResolve<Service>(
    _ path: DependencyKeyPath<Service>,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service? {
    DependencyContainer.shared.optionalResolve(path, fileID: fileID, line: line)
}

/// Resolves a service in the ``DependencyContainer/shared`` container, or throws why it cannot be resolved.
///
/// ```swift
/// container.register(FeedLoader.self) { FeedLoader(store: try resolving((any Store).self)) }
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - name: The name that it was registered by, or none.
///   - fileID: Where the service is resolved, for errors.
///   - line: Where the service is resolved, for errors.
/// - Returns: The service.
/// - Throws: A ``DependencyError``, as ``DependencyContainer/resolving(_:named:fileID:line:)`` does.
@_alwaysEmitIntoClient
@inline(__always)
public func resolving<Service>(
    _ service: Service.Type,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws -> Service {
    try DependencyContainer.shared.resolving(service, named: name, fileID: fileID, line: line)
}

/// Resolves a typed key in the ``DependencyContainer/shared`` container, or throws why it cannot be resolved.
///
/// ```swift
/// container.register(FeedLoader.self) { FeedLoader(articles: try resolving(\.articles)) }
/// ```
///
/// - Parameters:
///   - path: The key.
///   - fileID: Where the service is resolved, for errors.
///   - line: Where the service is resolved, for errors.
/// - Returns: The service.
/// - Throws: A ``DependencyError``, as ``DependencyContainer/resolving(_:fileID:line:)`` does.
@_alwaysEmitIntoClient
@inline(__always)
public func resolving<Service>(
    _ path: DependencyKeyPath<Service>,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws -> Service {
    try DependencyContainer.shared.resolving(path, fileID: fileID, line: line)
}

/// Resolves a service that is created from an argument in the ``DependencyContainer/shared`` container.
///
/// Traps like ``DependencyContainer/resolve(_:with:as:named:fileID:line:)``.
///
/// ```swift
/// let model = resolve(DetailViewModel.self, with: article)
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - argument: A value of the type that was registered.
///   - type: The type that was registered, if the argument's own type is another one.
///   - name: The name that it was registered by, or none.
///   - fileID: Where the service is resolved, for errors.
///   - line: Where the service is resolved, for errors.
/// - Returns: The service.
@_alwaysEmitIntoClient
public func resolve<Service, Argument>(
    _ service: Service.Type,
    with argument: Argument,
    as type: Argument.Type = Argument.self,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service {
    DependencyContainer.shared.resolve(service, with: argument, named: name, fileID: fileID, line: line)
}

/// Resolves a service that is created from an argument and need not be registered, in the ``DependencyContainer/shared`` container.
///
/// Traps like ``DependencyContainer/optionalResolve(_:with:as:named:fileID:line:)``.
///
/// ```swift
/// let model = optionalResolve(DetailViewModel.self, with: article)
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - argument: A value of the type that was registered.
///   - type: The type that was registered, if the argument's own type is another one.
///   - name: The name that it was registered by, or none.
///   - fileID: Where the service is resolved, for errors.
///   - line: Where the service is resolved, for errors.
/// - Returns: The service, or nil if nothing is registered that takes this type of argument, and only then.
@_alwaysEmitIntoClient
public func optionalResolve<Service, Argument>(
    _ service: Service.Type,
    with argument: Argument,
    as type: Argument.Type = Argument.self,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service? {
    DependencyContainer.shared.optionalResolve(service, with: argument, named: name, fileID: fileID, line: line)
}

/// Resolves a service that is created from an argument in the ``DependencyContainer/shared`` container, or throws why it cannot be
/// resolved.
///
/// ```swift
/// container.register(Pager.self, taking: Article.self) { Pager(try resolving(DetailViewModel.self, with: $0)) }
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - argument: A value of the type that was registered.
///   - type: The type that was registered, if the argument's own type is another one.
///   - name: The name that it was registered by, or none.
///   - fileID: Where the service is resolved, for errors.
///   - line: Where the service is resolved, for errors.
/// - Returns: The service.
/// - Throws: A ``DependencyError``, as ``DependencyContainer/resolving(_:with:as:named:fileID:line:)`` does.
@_alwaysEmitIntoClient
public func resolving<Service, Argument>(
    _ service: Service.Type,
    with argument: Argument,
    as type: Argument.Type = Argument.self,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws -> Service {
    try DependencyContainer.shared.resolving(service, with: argument, named: name, fileID: fileID, line: line)
}

/// Resolves all contributions to a service in the ``DependencyContainer/shared`` container.
///
/// Traps like ``DependencyContainer/resolveAll(_:named:fileID:line:)``.
///
/// ```swift
/// container.register(Toolbar.self) { Toolbar(items: resolveAll((any Command).self)) }
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - name: The name that they were contributed by, or none.
///   - fileID: Where the services are resolved, for errors.
///   - line: Where the services are resolved, for errors.
/// - Returns: The services, the oldest contribution first.
@_alwaysEmitIntoClient
public func resolveAll<Service>(
    _ service: Service.Type,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> [Service] {
    DependencyContainer.shared.resolveAll(service, named: name, fileID: fileID, line: line)
}
