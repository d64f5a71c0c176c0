extension DependencyContainer {
    /// Registers a decorator, which wraps the service below it on the stack.
    ///
    /// The decorator gets the service from the entry below it: an older registration, another decorator, or a parent's
    /// registration. If that instance is cached, the decorator runs once, and its result is cached for just as long. Otherwise the
    /// decorator runs at each resolution. Later registrations stand above the decorator and are not decorated. Removing the token
    /// removes only this decorator.
    ///
    /// If a child decorates a parent's service, the child caches the result until the parent's instance is replaced, for example
    /// when you register a mock in the parent. Then the next resolution decorates the new instance.
    ///
    /// ```swift
    /// container.register((any Store).self, lifetime: .cached) { DiskStore() }
    /// container.decorate((any Store).self) { LoggingStore($0) }
    /// ```
    ///
    /// Decorators do not decorate contributions. If nothing is registered below the decorator, resolutions fail with
    /// ``DependencyError/Reason/nothingToDecorate``.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that the service is registered under, or nil if it has none.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - decorator: Creates the service from the one below, on the thread that resolves. If it needs an actor, annotate it:
    ///     `{ @MainActor in … }`. While it runs, ``shared`` returns the container that creates the service.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
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

    /// Registers a decorator for a service that takes an argument.
    ///
    /// The decorator wraps the instance that is created for each argument, as with ``decorate(_:named:fileID:line:with:)``. If you
    /// decorate a parent's service in a child, and the parent keeps the instances, the decorator runs at each resolution.
    ///
    /// ```swift
    /// container.decorate(Detail.self, taking: Article.self) { LoggingDetail($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: The argument's type.
    ///   - name: The name that the service is registered under, or nil if it has none.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - decorator: Creates the service from the one below.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
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

    /// Registers a decorator for a typed key, which wraps the newest registration or the key's default.
    ///
    /// Works like ``decorate(_:named:fileID:line:with:)``.
    ///
    /// ```swift
    /// container.decorate(\.articles) { CachingRepository($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - decorator: Creates the service from the one below.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
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
