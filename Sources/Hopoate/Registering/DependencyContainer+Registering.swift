extension DependencyContainer {
    /// Registers an instance of a service.
    ///
    /// The instance answers, unless a newer registration overrides it. The container keeps the instance until you remove the
    /// registration. If the instance has ``Dependency`` properties that use this container, instance and container form a retain
    /// cycle until you remove the registration or call ``removeAll(fileID:line:)``.
    ///
    /// ```swift
    /// container.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)
    /// container.register(DiskStore(), for: (any Store).self, named: "backup")
    /// ```
    ///
    /// - Parameters:
    ///   - instance: The instance to return for the service.
    ///   - service: The service's type.
    ///   - name: A name, if you register several services of one type. Resolve the service with the same name.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
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

    /// Registers a creator as Hopoate 1.x does: it runs now or, with `cacheService: false`, at each resolution.
    ///
    /// A creator that runs now can resolve the previous registration of the same service.
    ///
    /// ```swift
    /// container.register(service: (any AnalyticsProviding).self) { AnalyticsProvider() }
    /// container.register(service: Session.self, cacheService: false) { Session() }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: A name, if you register several services of one type. Resolve the service with the same name.
    ///   - cacheService: If true, the lifetime is ``Lifetime/eager``. If false, it is ``Lifetime/transient``.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - creator: Creates the service. In it, use ``shared``: capturing the container creates a retain cycle. If the creator
    ///     throws during this call, the registration stays, and the next resolution runs the creator again.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
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

    /// Registers a creator of a service.
    ///
    /// By default, the creator runs when the service is first resolved, and the registration keeps the instance.
    ///
    /// ```swift
    /// container.register(Database.self, lifetime: .cached) { try Database(path: path) }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: A name, if you register several services of one type. Resolve the service with the same name.
    ///   - lifetime: When the creator runs, and how long its instance is kept.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - creator: Creates the service, on the thread that resolves. If it needs an actor, annotate it: `{ @MainActor in … }`.
    ///     Then it runs only on this actor, and until an instance is cached, code elsewhere has to call
    ///     ``asyncResolve(_:named:isolation:fileID:line:)``. If it throws, nothing is kept, and the next resolution runs it again.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
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

    /// Registers an instance in place of all registrations of a service.
    ///
    /// The older registrations of the same type and name are removed in one atomic step. They are not restored if you remove this
    /// one. Their instances are released on the calling thread.
    ///
    /// ```swift
    /// container.overwriteExistingRegistrations(withService: store, for: (any Store).self)
    /// ```
    ///
    /// - Parameters:
    ///   - instance: The instance to return for the service.
    ///   - service: The service's type.
    ///   - name: The name whose registrations are replaced, or nil.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
    @discardableResult
    public func overwriteExistingRegistrations<Service>(
        withService instance: Service,
        for service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ServiceRegistration<Service> {
        let key = ServiceKey(service, named: name)
        return add(instance, key, CodePlace(fileID, line), replacingAll: true)
    }

    /// Registers a creator in place of all registrations of a service.
    ///
    /// Works like ``overwriteExistingRegistrations(withService:for:named:fileID:line:)``. The creator can resolve the service that
    /// it replaces, but only during this call. So such a creator fails if it runs again, after ``reset(_:)`` or in a fork.
    ///
    /// ```swift
    /// container.overwriteExistingRegistrations(service: (any Store).self) { DiskStore() }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name whose registrations are replaced, or nil.
    ///   - cacheService: If true, the lifetime is ``Lifetime/eager``. If false, it is ``Lifetime/transient``.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - creator: Creates the service. If it throws during this call, its registration still replaces the others, and the next
    ///     resolution runs it again.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
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
        return add(recipe, lifetime, key, CodePlace(fileID, line), replacingAll: true)
    }

    /// Removes a registration, wherever it is in its stack.
    ///
    /// The calling thread runs its `onRemove` functions and releases its instance. Asynchronous functions run afterwards, in a task
    /// that this call does not await. An instance that is being created is not cleaned up: see ``asyncRemove(_:isolation:)``. If
    /// the registration was the newest one, resolutions use the one below it again.
    ///
    /// ```swift
    /// let token = container.register(MockLogger(), for: (any LogProviding).self)
    /// container.remove(token)
    /// ```
    ///
    /// - Parameter registration: A token of this container. A token of a removed registration, or of another container, has no
    ///   effect.
    public func remove(_ registration: AnyServiceRegistration) { registration.remove(from: table) }
}
