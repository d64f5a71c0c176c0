// Look-ups in the shared container, for creators and initializers: `FeedLoader(store: resolve((any Store).self))`.

/// Resolves a service in the ``DependencyContainer/shared`` container.
///
/// Inside a creator, the shared container is the container that creates the service, so use this function in creators. In an
/// extension of ``DependencyContainer``, the name `resolve` refers to the container's method. Traps like
/// ``DependencyContainer/resolve(_:named:fileID:line:)``.
///
/// ```swift
/// container.register(FeedLoader.self) { FeedLoader(store: resolve()) }
/// ```
///
/// - Parameters:
///   - service: The service's type. Leave it out where the compiler knows the type, as in the example.
///   - name: The name that the service is registered under, or nil if it has none.
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
/// - Returns: The service.
@_alwaysEmitIntoClient
@inline(__always)
public func resolve<Service>(
    _ service: Service.Type = Service.self,
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
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
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

/// Resolves a service in the ``DependencyContainer/shared`` container, or returns nil if it is not registered.
///
/// Traps if the service is registered but cannot be created.
///
/// ```swift
/// container.register(FeedLoader.self) {
///     FeedLoader(cache: optionalResolve((any Cache).self))
/// }
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - name: The name that the service is registered under, or nil if it has none.
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
/// - Returns: The service. Nil only if nothing is registered for it.
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

/// Resolves a typed key in the ``DependencyContainer/shared`` container, or returns nil if nothing is registered for it.
///
/// Traps if the service cannot be created.
///
/// ```swift
/// container.register(FeedLoader.self) {
///     FeedLoader(session: optionalResolve(\.session))
/// }
/// ```
///
/// - Parameters:
///   - path: The key.
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
/// - Returns: The service. Nil only if nothing is registered for the key, and it has no default.
@_alwaysEmitIntoClient
@inline(__always)
public func optionalResolve<Service>(
    _ path: DependencyKeyPath<Service>,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service? {
    DependencyContainer.shared.optionalResolve(path, fileID: fileID, line: line)
}

/// Resolves a service in the ``DependencyContainer/shared`` container, or throws an error if that fails.
///
/// ```swift
/// container.register(FeedLoader.self) {
///     FeedLoader(store: try resolving((any Store).self))
/// }
/// ```
///
/// - Parameters:
///   - service: The service's type. Leave it out where the compiler knows the type.
///   - name: The name that the service is registered under, or nil if it has none.
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
/// - Returns: The service.
/// - Throws: A ``DependencyError``, as ``DependencyContainer/resolving(_:named:fileID:line:)`` does.
@_alwaysEmitIntoClient
@inline(__always)
public func resolving<Service>(
    _ service: Service.Type = Service.self,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws -> Service {
    try DependencyContainer.shared.resolving(service, named: name, fileID: fileID, line: line)
}

/// Resolves a typed key in the ``DependencyContainer/shared`` container, or throws an error if that fails.
///
/// ```swift
/// container.register(FeedLoader.self) {
///     FeedLoader(articles: try resolving(\.articles))
/// }
/// ```
///
/// - Parameters:
///   - path: The key.
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
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

/// Resolves, in the ``DependencyContainer/shared`` container, a service that is created from an argument.
///
/// Traps like ``DependencyContainer/resolve(_:with:as:named:fileID:line:)``.
///
/// ```swift
/// let model = resolve(Detail.self, with: article)
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - argument: The value to pass to the creator.
///   - type: The type after `taking:` in the registration, if the value's own type differs: `as: (any Animal).self`.
///   - name: The name that the service is registered under, or nil if it has none.
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
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

/// Resolves, in the ``DependencyContainer/shared`` container, a service that is created from an argument and may be missing.
///
/// Traps if the service is registered but cannot be created.
///
/// ```swift
/// let model = optionalResolve(Detail.self, with: article)
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - argument: The value to pass to the creator.
///   - type: The type after `taking:` in the registration, if the value's own type differs: `as: (any Animal).self`.
///   - name: The name that the service is registered under, or nil if it has none.
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
/// - Returns: The service. Nil only if no creator is registered that takes this type of argument.
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

/// Resolves, in the ``DependencyContainer/shared`` container, a service that is created from an argument, or throws an error.
///
/// ```swift
/// container.register(Pager.self, taking: Article.self) {
///     Pager(try resolving(Detail.self, with: $0))
/// }
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - argument: The value to pass to the creator.
///   - type: The type after `taking:` in the registration, if the value's own type differs: `as: (any Animal).self`.
///   - name: The name that the service is registered under, or nil if it has none.
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
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
///   - name: The name of the group, or nil if it has none.
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
/// - Returns: The contributions, in the order of ``DependencyContainer/resolveAll(_:named:fileID:line:)``.
@_alwaysEmitIntoClient
public func resolveAll<Service>(
    _ service: Service.Type,
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> [Service] {
    DependencyContainer.shared.resolveAll(service, named: name, fileID: fileID, line: line)
}

/// Resolves a service in the ``DependencyContainer/shared`` container, and awaits its creation.
///
/// ```swift
/// container.register(Archive.self) {
///     Archive(database: try await asyncResolve(Database.self))
/// }
/// ```
///
/// - Parameters:
///   - service: The service's type. Leave it out where the compiler knows the type.
///   - name: The name that the service is registered under, or nil if it has none.
///   - isolation: The caller's actor.
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
/// - Returns: The service.
/// - Throws: What ``DependencyContainer/asyncResolve(_:named:isolation:fileID:line:)`` throws.
@_alwaysEmitIntoClient
public func asyncResolve<Service>(
    _ service: Service.Type = Service.self,
    named name: String? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
) async throws -> Service {
    try await DependencyContainer.shared.asyncResolve(service, named: name, fileID: fileID, line: line)
}

/// Resolves a typed key in the ``DependencyContainer/shared`` container, and awaits the creation of its service.
///
/// ```swift
/// container.register(Archive.self) {
///     Archive(articles: try await asyncResolve(\.articles))
/// }
/// ```
///
/// - Parameters:
///   - path: The key.
///   - isolation: The caller's actor.
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
/// - Returns: The service.
/// - Throws: What ``DependencyContainer/asyncResolve(_:isolation:fileID:line:)`` throws.
@_alwaysEmitIntoClient
public func asyncResolve<Service>(
    _ path: DependencyKeyPath<Service>,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
) async throws -> Service {
    try await DependencyContainer.shared.asyncResolve(path, fileID: fileID, line: line)
}

/// Resolves, in the ``DependencyContainer/shared`` container, a service that is created from an argument, and awaits its creation.
///
/// ```swift
/// container.register(Pager.self) {
///     Pager(try await asyncResolve(Detail.self, with: Article.first))
/// }
/// ```
///
/// - Parameters:
///   - service: The service's type.
///   - argument: The value to pass to the creator.
///   - type: The type after `taking:` in the registration, if the value's own type differs: `as: (any Animal).self`.
///   - name: The name that the service is registered under, or nil if it has none.
///   - isolation: The caller's actor.
///   - fileID: The file of the call, for errors.
///   - line: The line of the call, for errors.
/// - Returns: The service.
/// - Throws: What ``DependencyContainer/asyncResolve(_:with:as:named:isolation:fileID:line:)`` throws.
@_alwaysEmitIntoClient
public func asyncResolve<Service, Argument>(
    _ service: Service.Type,
    with argument: Argument,
    as type: Argument.Type = Argument.self,
    named name: String? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
) async throws -> Service {
    try await DependencyContainer.shared.asyncResolve(service, with: argument, named: name, fileID: fileID, line: line)
}
