extension DependencyContainer {
    /// Puts a decorator on top of a service's registrations.
    ///
    /// A look-up gets the decoration of the service below it: of the newest registration
    /// before, of another decorator, or of a parent's answer. If that is an instance which is kept, it is
    /// decorated once, and the result kept as long; otherwise each time. Removing the token takes out this layer alone. A
    /// later registration stands above the decorator and is not decorated. In a child, the next look-up makes the result anew
    /// when the parent answers with another instance, as a mock that is registered there; the child keeps the old result until
    /// then.
    ///
    /// ```swift
    /// container.register((any Store).self, lifetime: .cached) { DiskStore() }
    /// container.decorate((any Store).self) { LoggingStore($0) }
    /// ```
    ///
    /// A decorator does not decorate contributions. Resolving a service that is decorated, and of which nothing is registered below, is the error
    /// ``DependencyError/Reason/nothingToDecorate``.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that it is registered by, or none.
    ///   - fileID: Where the service is decorated, for errors.
    ///   - line: Where the service is decorated, for errors.
    ///   - decorator: Makes the service from the one below, on the thread that resolves and under no lock. The container
    ///     that makes the service is the shared one meanwhile. One that needs an actor says so, like a creator:
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
    /// See ``decorate(_:named:fileID:line:with:)``. An instance that is kept for a value of the argument is decorated once, or, if a
    /// parent keeps it, each time.
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
    ///   - decorator: Makes the service from the one below.
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
    ///   - decorator: Makes the service from the one below.
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
