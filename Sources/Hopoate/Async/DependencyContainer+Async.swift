extension DependencyContainer {
    /// Registers an asynchronous creator of a service.
    ///
    /// The first ``asyncResolve(_:named:isolation:fileID:line:)`` starts the creation. Concurrent callers share this creation, and
    /// cancelling one of them does not cancel it.
    ///
    /// After the creation, resolutions and properties find the cached instance without `await`. While no instance is cached,
    /// a resolution without `await` fails with ``DependencyError/Reason/needsAwait``. So await the service again after its scope was
    /// reset.
    ///
    /// ```swift
    /// container.register(Database.self, asyncCreator: { try await Database.open() })
    /// let database = try await container.asyncResolve(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: A name, if you register several services of one type. Resolve the service with the same name.
    ///   - lifetime: How long the instance is kept. With ``Lifetime/eager``, the creation starts now, in a task of its own. With
    ///     ``Lifetime/transient``, the creator runs in the task of each caller. ``Lifetime/graph`` traps.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - asyncCreator: Creates the service. If it needs an actor, annotate it: `{ @MainActor in … }`. While it runs, ``shared``
    ///     returns the container that creates the service. If it throws, nothing is kept: all waiting callers get the error, and
    ///     the next resolution runs it again.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
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
        if lifetime == .eager { Lookup.createAhead(registration, in: table) }
        return registration
    }

    /// Resolves a service, and awaits its creation.
    ///
    /// Use it if the creator is asynchronous, or isolated to an actor. A creator or decorator that is isolated to an actor runs
    /// there. If it is not isolated, an asynchronous creator runs on no actor. A synchronous creator runs on the caller's actor. A
    /// decorator runs on the caller's actor, or on the actor of the creator that ran before it. See <doc:Actors-and-Sendable>.
    ///
    /// If another task or thread is already creating the instance, the call awaits that creation and blocks no thread. If the
    /// calling task is cancelled, it stops waiting immediately; the creation continues, and its instance is kept.
    ///
    /// The call does not await services that a synchronous creator or an initializer resolves. Await those services first.
    ///
    /// ```swift
    /// let screen = try await container.asyncResolve(Screen.self)  // created on its actor
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type. Leave it out where the compiler knows the type.
    ///   - name: The name that the service is registered under, or nil if it has none.
    ///   - isolation: The caller's actor.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError`` as ``resolving(_:named:fileID:line:)`` does, or `CancellationError`.
    public func asyncResolve<Service>(
        _ service: Service.Type = Service.self,
        named name: String? = nil,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await asyncResolve(ServiceKey(service, named: name), CodePlace(fileID, line))
    }

    /// Resolves a typed key, and awaits the creation of its service.
    ///
    /// Works like ``asyncResolve(_:named:isolation:fileID:line:)``.
    ///
    /// ```swift
    /// let articles = try await container.asyncResolve(\.articles)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - isolation: The caller's actor.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError`` as ``resolving(_:named:fileID:line:)`` does, or `CancellationError`.
    public func asyncResolve<Service>(
        _ path: DependencyKeyPath<Service>,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await asyncResolve(DependencyKey.key(path), CodePlace(fileID, line))
    }

    /// Resolves a service that is created from an argument, and awaits its creation.
    ///
    /// Works like ``asyncResolve(_:named:isolation:fileID:line:)``.
    ///
    /// ```swift
    /// let model = try await container.asyncResolve(Detail.self, with: article)
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
    /// - Throws: A ``DependencyError`` as ``resolving(_:with:as:named:fileID:line:)`` does, or `CancellationError`.
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
        let lookup = Lookup(service, taking: argument, named: name, place, in: table, isAsync: true)
        return try await lookup.asyncAnswer().service(as: service)
    }

    /// Awaits the asynchronous creators of ``Lifetime/eager`` registrations, in this container and its parents.
    ///
    /// Afterwards these services and their decorators resolve without `await`. If such a creator has failed before, it runs again.
    /// The call skips overridden registrations, such as one below a mock.
    ///
    /// ```swift
    /// container.register(Database.self, lifetime: .eager) { try await Database.open() }
    /// try await container.waitUntilReady()
    /// let database = container.resolve(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Throws: The first ``DependencyError``, in the order of registration, or `CancellationError`.
    public func waitUntilReady(
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        registerDefaults()
        for registration in table.eagerCreations {
            if let lookup = table.lookup(of: registration, CodePlace(fileID, line)) {
                _ = try await lookup.asyncAnswer()
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
        var answer: Service?
        if case .hit = withTable({ $0.tryHit(key) { answer = $0.service(as: Service.self) } }) { return answer! }
        let lookup = Lookup(key, place, in: table, isAsync: true)
        return try await lookup.asyncAnswer().service(as: Service.self)
    }
}
