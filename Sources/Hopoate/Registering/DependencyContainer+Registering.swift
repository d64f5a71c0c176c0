extension DependencyContainer {
    /// Registers an instance of a service.
    ///
    /// The container keeps the instance until the registration is removed, and answers with it unless a newer one is registered. If
    /// the instance has ``Dependency`` properties of this container, the two keep one another alive until the registration is
    /// removed or the container is reset.
    ///
    /// ```swift
    /// container.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)
    /// container.register(DiskStore(), for: (any Store).self, named: "backup")
    /// ```
    ///
    /// - Parameters:
    ///   - instance: The instance that look-ups of the service get.
    ///   - service: The service's type.
    ///   - name: The name of this registration, if a type has several. Resolve with the same name, or none.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @inlinable
    @discardableResult
    public func register<Service>(
        _ instance: Service,
        for service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ServiceRegistration<Service> {
        // The caller knows both types. To look up their metadata here would cost two hits (`Benchmarks`, row 'register a mock …').
        let (key, place) = (ServiceKey(service, named: name), CodePlace(fileID, line))
        return add(instance, key, place, Box.self, ServiceRegistration.self)
    }

    /// Registers a creator of a service, and runs it at once or at each resolution.
    ///
    /// With `cacheService: true` this is the lifetime ``Lifetime/eager``: the creator runs now, on the calling thread,
    /// before the registration is pushed, so it may resolve the registration before it under the same key. With `false`
    /// it is ``Lifetime/transient``.
    ///
    /// ```swift
    /// container.register(service: (any AnalyticsProviding).self) { AnalyticsProvider() }
    /// container.register(service: Session.self, cacheService: false) { Session() }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name of this registration, if a type has several. Resolve with the same name, or none.
    ///   - cacheService: Whether to create the service now and to keep it, or to create it at each resolution.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    ///   - creator: Creates the service. If it throws now, the registration stays, and the next resolution runs it again.
    ///     The container keeps the creator: use ``shared`` in it, and do not capture the container.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func register<Service>(
        service: Service.Type,
        named name: String? = nil,
        cacheService: Bool = true,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @isolated(any) () throws -> Service
    ) -> ServiceRegistration<Service> {
        let recipe = Recipe(creator: creator, isEager: cacheService)
        let lifetime: Lifetime = cacheService ? .eager : .transient
        return add(recipe, lifetime, ServiceKey(service, named: name), CodePlace(fileID, line))
    }

    /// Registers a creator of a service, with the lifetime of its instances.
    ///
    /// ```swift
    /// container.register(Database.self, lifetime: .cached) { try Database(path: path) }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name of this registration, if a type has several. Resolve with the same name, or none.
    ///   - lifetime: When the creator runs, and how long its instance is kept. See ``Lifetime``.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    ///   - creator: Creates the service, on the thread that ``Lifetime`` says. If it throws, nothing is kept and the next
    ///     resolution runs it again. If it needs an actor, it names it, as in `{ @MainActor in … }`, and runs nowhere else. While
    ///     no instance is kept, resolving the service elsewhere is an error;
    ///     ``asyncResolve(_:named:isolation:fileID:line:)`` runs it there.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func register<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @Sendable @isolated(any) () throws -> Service
    ) -> ServiceRegistration<Service> {
        let recipe = Recipe(creator: creator)
        return add(recipe, lifetime, ServiceKey(service, named: name), CodePlace(fileID, line))
    }

    /// Registers an instance of a service in place of everything that is registered for it.
    ///
    /// It atomically replaces the older registrations of the same type and name. They never answer again, and their instances are
    /// released on the calling thread.
    ///
    /// ```swift
    /// container.overwriteExistingRegistrations(withService: DiskStore(), for: (any Store).self)
    /// ```
    ///
    /// - Parameters:
    ///   - instance: The instance that look-ups of the service get.
    ///   - service: The service's type.
    ///   - name: The name whose registrations are replaced, or none.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func overwriteExistingRegistrations<Service>(
        withService instance: Service,
        for service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ServiceRegistration<Service> {
        let key = ServiceKey(service, named: name)
        return add(instance, key, CodePlace(fileID, line), replacing: .everything)
    }

    /// Registers a creator of a service in place of everything that is registered for it.
    ///
    /// It atomically replaces the older registrations of the same type and name. They never answer again, and their instances are
    /// released on the calling thread.
    ///
    /// ```swift
    /// container.overwriteExistingRegistrations(service: (any Store).self) { DiskStore() }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name whose registrations are replaced, or none.
    ///   - cacheService: Whether to create the service now and to keep it, or to create it at each resolution.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    ///   - creator: Creates the service. If it throws now, the registration stays, and the next resolution runs it again.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func overwriteExistingRegistrations<Service>(
        service: Service.Type,
        named name: String? = nil,
        cacheService: Bool = true,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @isolated(any) () throws -> Service
    ) -> ServiceRegistration<Service> {
        let recipe = Recipe(creator: creator, isEager: cacheService)
        let (key, lifetime) = (ServiceKey(service, named: name), cacheService ? Lifetime.eager : .transient)
        return add(recipe, lifetime, key, CodePlace(fileID, line), replacing: .everything)
    }

    /// Removes a registration, wherever it is in the stack of its service.
    ///
    /// Its instance is cleaned up and released at once, on the calling thread. Asynchronous functions of `onRemove` are not awaited.
    /// The registration before it answers again.
    ///
    /// ```swift
    /// let token = container.register(MockLogger(), for: (any LogProviding).self)
    /// container.remove(token)
    /// ```
    ///
    /// - Parameter registration: A token of this container. A token that has been removed, or that is of another container, has no
    ///   effect.
    public func remove(_ registration: AnyServiceRegistration) { withTable { registration.remove(from: $0) } }
}
