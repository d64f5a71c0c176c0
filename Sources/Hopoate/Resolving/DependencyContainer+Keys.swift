// Typed keys: registering and resolving by `\.articles` instead of a type and a name.

extension DependencyContainer {
    /// Resolves a typed key.
    ///
    /// The newest registration for the key answers, or else the key's default. Traps like
    /// ``resolve(_:named:fileID:line:)``, which for a key with a default can only be because a creator failed.
    ///
    /// ```swift
    /// let articles = container.resolve(\.articles)
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
        var answer: Service?
        answerOrTrap(DependencyKey.key(path), fileID, line) { answer = $0.service(as: Service.self) }
        return answer!
    }

    /// Resolves a typed key, or returns nil if the key is required and nothing is registered for it.
    ///
    /// Traps like ``optionalResolve(_:named:fileID:line:)``.
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The service, or nil.
    @_alwaysEmitIntoClient
    @inline(__always)
    public func optionalResolve<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        var answer: Service?
        answerIfRegistered(DependencyKey.key(path), fileID, line) { answer = $0.service(as: Service.self) }
        return answer
    }

    /// Resolves a typed key, or throws why it cannot be resolved.
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError`` as ``resolving(_:named:fileID:line:)`` does.
    @_alwaysEmitIntoClient
    @inline(__always)
    public func resolving<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        var answer: Service?
        try answerOrThrow(DependencyKey.key(path), fileID, line) { answer = $0.service(as: Service.self) }
        return answer.take()!
    }

    /// Whether a typed key can be resolved: something is registered for it, or it has a default.
    ///
    /// Creates nothing, so a creator may still throw when the key is resolved.
    ///
    /// - Parameter path: The key.
    /// - Returns: Whether there is something to resolve.
    public func canResolve<Service>(_ path: DependencyKeyPath<Service>) -> Bool {
        table.canResolve(DependencyKey.key(path))
    }

    /// The service of a typed key.
    ///
    /// Reading resolves it, and traps like ``resolve(_:fileID:line:)``. Setting registers an instance, in place of what
    /// was set before: other registrations, and the key's default, stay below it. Changing a part of it does both.
    ///
    /// ```swift
    /// container[\.articles] = StubRepository()
    /// container[\.articles].load()
    /// ```
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - fileID: Where the service is resolved or registered, for errors.
    ///   - line: Where the service is resolved or registered, for errors.
    public subscript<Service>(
        path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        get { resolve(path, fileID: fileID, line: line) }
        set {
            _ = add(newValue, DependencyKey.key(path), CodePlace(fileID, line), replacing: .fromSetter)
        }
        // Changing a part of the service, for a partial mock, resolves the service. A changed mock counts as the original mock, and
        // is removed with it.
        _modify {
            let (key, place) = (DependencyKey.key(path), CodePlace(fileID, line))
            let resolver = Resolver(key, place, in: table)
            let frame = resolver.frame
            frame.changed = []
            var service = resolver.answerOrTrap().service(as: Service.self)
            defer {
                let mocks = frame.changed ?? []
                let changed = add(service, key, place, replacing: .fromSetter, as: mocks)
                mocks.add(changed.shard.withLock { _ in changed.slot.box }, changed.releaseInstance)
            }
            yield &service
        }
    }

    /// Registers a creator for a typed key, with the key's lifetime.
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - lifetime: Another lifetime than the key's.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    ///   - creator: Creates the service, on the thread that ``Lifetime`` says. One that needs an actor says so.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func register<Service>(
        _ path: DependencyKeyPath<Service>,
        lifetime: Lifetime? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @Sendable @isolated(any) () throws -> Service
    ) -> ServiceRegistration<Service> {
        let key = DependencyKey.key(path)
        let recipe = Recipe(creator: creator)
        return add(recipe, lifetime ?? key.typedKey!.lifetime, key, CodePlace(fileID, line))
    }

    /// Registers an instance for a typed key.
    ///
    /// - Parameters:
    ///   - instance: The instance that the key resolves to.
    ///   - path: The key.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func register<Service>(
        _ instance: Service,
        for path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ServiceRegistration<Service> {
        add(instance, DependencyKey.key(path), CodePlace(fileID, line))
    }
}
