extension DependencyContainer {
    /// Registers an asynchronous creator of a service.
    ///
    /// The service is created when ``asyncResolve(_:named:isolation:fileID:line:)`` first resolves it. Tasks that do so
    /// meanwhile await the same creation, and cancelling one of them does not cancel it. While no instance is cached,
    /// resolving without `await` is the error ``DependencyError/Reason/needsAwait``. A cached instance is resolved like
    /// any other, by properties too. If it expires, or its scope is reset, the service has to be awaited again.
    ///
    /// ```swift
    /// container.register(Database.self, asyncCreator: { try await Database.open() })
    /// let database = try await container.asyncResolve(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: Sets several registrations of one type apart. Resolve with the same name, or none.
    ///   - lifetime: How long the instance is kept. ``Lifetime/eager`` begins the creation now, in a task of its
    ///     own, ``Lifetime/transient`` runs the creator in the task of each caller, and ``Lifetime/graph`` traps.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    ///   - asyncCreator: Creates the service, on the actor that it names, if any. The container that creates the service
    ///     is the shared one meanwhile. If it throws, nothing is kept, the tasks that await it get its error, and the
    ///     next look-up runs it again.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func register<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        asyncCreator: @escaping @Sendable @isolated(any) () async throws -> Service
    ) -> ServiceRegistration<Service> {
        let create = unchecked(asyncCreator)
        let recipe = Recipe(asyncCreate: { Box(try await create()) }, actor: asyncCreator.isolation)
        let key = ServiceKey(service, named: name)
        let registration: ServiceRegistration<Service> = add(recipe, lifetime, key, CodePlace(fileID, line))
        if lifetime == .eager { Resolver.createAhead(registration, in: table) }
        return registration
    }

    /// Resolves a service, and awaits its creation: its asynchronous creator, or the actor of its creator.
    ///
    /// It does not await the services that a synchronous creator, or an initializer, looks up: await those first.
    ///
    /// A creator or decorator that belongs to an actor runs there. A synchronous one that names no actor runs on the actor
    /// of the caller, or of the creator that ran before it. An asynchronous creator that names no actor runs on none. An
    /// instance that another task or thread is creating is awaited too, which blocks no thread. If the caller's task is
    /// cancelled, it stops waiting at once. The creation goes on, and its instance is kept. A task of higher priority
    /// raises the creation that it awaits, if the system can (iOS 26, macOS 26, Linux).
    ///
    /// ```swift
    /// let screen = try await container.asyncResolve(Screen.self)  // its creator is the main actor's
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name that it was registered by, or none.
    ///   - isolation: The caller's actor.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError`` as ``resolving(_:named:fileID:line:)`` does, or `CancellationError`.
    public func asyncResolve<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await asyncResolve(ServiceKey(service, named: name), CodePlace(fileID, line))
    }

    /// Resolves a typed key, and awaits its service's creation.
    ///
    /// See ``asyncResolve(_:named:isolation:fileID:line:)``.
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - isolation: The caller's actor.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError`` as ``resolving(_:named:fileID:line:)`` does.
    public func asyncResolve<Service>(
        _ path: DependencyKeyPath<Service>,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await asyncResolve(DependencyKey.key(path), CodePlace(fileID, line))
    }

    /// Resolves a service that is created from an argument, on the actor that its creator belongs to.
    ///
    /// See ``asyncResolve(_:named:isolation:fileID:line:)``.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: A value of the type that was registered.
    ///   - type: The type that was registered, if the argument's own type is another one: `as: (any Animal).self`.
    ///   - name: The name that it was registered by, or none.
    ///   - isolation: The caller's actor.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError`` as ``resolving(_:with:as:named:fileID:line:)`` does.
    public func asyncResolve<Service, Argument>(
        _ service: Service.Type,
        with argument: Argument,
        as type: Argument.Type = Argument.self,
        named name: String? = nil,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        let place = CodePlace(fileID, line)
        var resolver = Resolver.taking(argument, service, name, place, in: table, isAsync: true)
        return try await resolver.asyncAnswer().service(as: service)
    }

    /// Awaits the asynchronous creations of ``Lifetime/eager`` registrations, here and in parents.
    ///
    /// Afterwards these services resolve without `await`, and so do their decorators. A creation that failed before is tried
    /// again, as by a look-up. Registrations that look-ups here do not find, such as those covered by a mock, are skipped.
    ///
    /// ```swift
    /// container.register(Database.self, lifetime: .eager, asyncCreator: { try await Database.open() })
    /// try await container.waitUntilReady()
    /// let database = container.resolve(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor.
    ///   - fileID: Where this is called, for errors.
    ///   - line: Where this is called, for errors.
    /// - Throws: The first ``DependencyError``, in the order of registration, or `CancellationError`.
    public func waitUntilReady(
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        registerDefaults()
        for registration in table.eagerCreations(for: table) {
            if var resolver = table.resolver(of: registration, CodePlace(fileID, line)) {
                _ = try await resolver.asyncAnswer()
            }
        }
    }
}

extension DependencyContainer {
    private func asyncResolve<Service>(
        _ key: ServiceKey,
        _ place: CodePlace,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Service {
        defer { withExtendedLifetime(self) {} }
        var answer: Service?
        if withTable({ $0.tryHit(key) { answer = $0.service(as: Service.self) } }) == .hit { return answer! }
        var resolver = Resolver(key, place, in: table, isAsync: true)
        return try await resolver.asyncAnswer().service(as: Service.self)
    }
}
