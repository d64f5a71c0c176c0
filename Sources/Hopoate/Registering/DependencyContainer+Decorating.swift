extension DependencyContainer {
    /// Puts a decorator on top of a service's registrations.
    ///
    /// It decorates the service below it: the newest registration before it, another decorator, or a parent's service. If that
    /// instance is kept, it is decorated once, and the result is kept as long. Otherwise each resolution decorates. Removing the
    /// token removes only this decorator. A later registration stands above the decorator and is not decorated. If a child
    /// decorates a parent's service, and the parent then answers with another instance, such as a mock, the next look-up decorates
    /// that one. Until then, the child keeps the old result.
    ///
    /// ```swift
    /// container.register((any Store).self, lifetime: .cached) { DiskStore() }
    /// container.decorate((any Store).self) { LoggingStore($0) }
    /// ```
    ///
    /// Decorators do not decorate contributions. If nothing is registered below a decorator, resolving the service is the error
    /// ``DependencyError/Reason/nothingToDecorate``.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that it is registered by, or none.
    ///   - fileID: Where the service is decorated, for errors.
    ///   - line: Where the service is decorated, for errors.
    ///   - decorator: Creates the service from the one below, on the thread that resolves and under no lock. Meanwhile the
    ///     container that creates the service is the shared one. If it needs an actor, it names it, like a creator:
    ///     `{ @MainActor in … }`.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func decorate<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with decorator: @escaping @Sendable @isolated(any) (Service) throws -> Service
    ) -> ServiceRegistration<Service> {
        let key = ServiceKey(service, named: name)
        return add(Recipe(decorator: decorator), .decorator, key, CodePlace(fileID, line))
    }

    /// Puts a decorator on top of the registrations of a service that takes an argument.
    ///
    /// See ``decorate(_:named:fileID:line:with:)``. An instance that is kept for a value of the argument is decorated once. If a
    /// parent keeps it, each resolution decorates.
    ///
    /// ```swift
    /// container.decorate(DetailViewModel.self, taking: Article.self) { LoggingDetailViewModel($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: The argument's type.
    ///   - name: The name that it is registered by, or none.
    ///   - fileID: Where the service is decorated, for errors.
    ///   - line: Where the service is decorated, for errors.
    ///   - decorator: Creates the service from the one below.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func decorate<Service, Argument>(
        _ service: Service.Type,
        taking argument: Argument.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with decorator: @escaping @Sendable @isolated(any) (Service) throws -> Service
    ) -> ServiceRegistration<Service> {
        let key = ServiceKey(Taking<Argument, Service>.self, named: name)
        return add(Recipe(decorator: decorator), .decorator, key, CodePlace(fileID, line))
    }

    /// Puts a decorator on top of a typed key's registrations, or of its default.
    ///
    /// See ``decorate(_:named:fileID:line:with:)``.
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - fileID: Where the service is decorated, for errors.
    ///   - line: Where the service is decorated, for errors.
    ///   - decorator: Creates the service from the one below.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func decorate<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        with decorator: @escaping @Sendable @isolated(any) (Service) throws -> Service
    ) -> ServiceRegistration<Service> {
        add(Recipe(decorator: decorator), .decorator, DependencyKey.key(path), CodePlace(fileID, line))
    }
}
