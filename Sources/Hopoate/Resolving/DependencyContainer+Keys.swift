// Typed keys: resolving by `\.articles` instead of a type and a name.

extension DependencyContainer {
    /// Resolves a typed key.
    ///
    /// The resolution uses the newest registration for the key, or else the key's default. Traps like
    /// ``resolve(_:named:fileID:line:)``. If the key has a default, only a failed creation can be the reason.
    ///
    /// ```swift
    /// let articles = container.resolve(\.articles)
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
        var answer: Service?
        answerOrTrap(DependencyKey.key(path), fileID, line) { answer = $0.service(as: Service.self) }
        return answer!
    }

    /// Resolves a typed key, or returns nil if nothing is registered for it and it has no default.
    ///
    /// Traps if the service cannot be created.
    ///
    /// ```swift
    /// let session = container.optionalResolve(\.session)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
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

    /// Resolves a typed key, or throws an error if that fails.
    ///
    /// ```swift
    /// let session = try container.resolving(\.session)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
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

    /// Returns whether something is registered for a typed key, or the key has a default.
    ///
    /// Looks in the container and its parents. The creator does not run, so it may still throw when the key is resolved.
    ///
    /// ```swift
    /// let isLoggedIn = container.canResolve(\.session)
    /// ```
    ///
    /// - Parameter path: The key.
    /// - Returns: Whether there is something to resolve.
    public func canResolve<Service>(_ path: DependencyKeyPath<Service>) -> Bool {
        table.canResolve(DependencyKey.key(path))
    }

    /// The service of a typed key.
    ///
    /// Reading resolves the key, and traps like ``resolve(_:fileID:line:)``. Assigning registers an instance in place of the one
    /// assigned before. Other registrations and the key's default stay below it. Changing a part of the service, as in
    /// `container[\.client].fetch = …`, reads it and assigns it.
    ///
    /// ```swift
    /// container[\.articles] = StubRepository()
    /// container[\.articles].load()
    /// ```
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    public subscript<Service>(
        path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        get { resolve(path, fileID: fileID, line: line) }
        set {
            _ = add(newValue, DependencyKey.key(path), CodePlace(fileID, line), isFromSetter: true)
        }
        // Changing a part of the service, for a partial mock, resolves the service. A changed mock counts as the original mock, and
        // is removed with it.
        _modify {
            let (key, place) = (DependencyKey.key(path), CodePlace(fileID, line))
            let (lookup, changed) = (Lookup(key, place, in: table), MocksInUse())
            lookup.changed = changed
            var service = lookup.answerOrTrap().service(as: Service.self)
            defer {
                let mock = changed.all.last
                let registration = add(service, key, place, isFromSetter: true, as: mock)
                mock?.addUser(registration)
            }
            yield &service
        }
    }
}
