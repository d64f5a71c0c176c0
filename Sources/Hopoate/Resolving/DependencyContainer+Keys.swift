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
    ///   - fileID: Where the service is asked for, for errors.
    ///   - line: Where the service is asked for, for errors.
    /// - Returns: The service.
    public func resolve<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        do {
            return try resolving(path, fileID: fileID, line: line)
        } catch {
            error.trap()
        }
    }

    /// Resolves a typed key, or returns nil when the key is required and nothing is registered for it.
    ///
    /// Traps like ``optionalResolve(_:named:fileID:line:)``.
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - fileID: Where the service is asked for, for errors.
    ///   - line: Where the service is asked for, for errors.
    /// - Returns: The service, or nil.
    public func optionalResolve<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        do {
            let (key, value) = DependencyKey.evaluate(path)
            let place = CodePlace(fileID: fileID, line: line)
            return try table.resolveIfRegistered(Service.self, key, place) { value.makeDefault(key, for: $0) }
        } catch {
            error.trap()
        }
    }

    /// Resolves a typed key, or throws why it cannot be resolved.
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - fileID: Where the service is asked for, for errors.
    ///   - line: Where the service is asked for, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError`` as ``resolving(_:named:fileID:line:)`` does.
    public func resolving<Service>(
        _ path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(DependencyError) -> Service {
        let (key, value) = DependencyKey.evaluate(path)
        let place = CodePlace(fileID: fileID, line: line)
        return try table.resolve(Service.self, key, place) { value.makeDefault(key, for: $0) }
    }

    /// Registers a creator for a typed key, with the key's lifetime.
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - lifetime: Another lifetime than the key's.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    ///   - creator: Makes the service, on the thread that ``Lifetime`` says.
    /// - Returns: The registration, which is the token for ``remove(_:)``.
    @discardableResult
    public func register<Service>(
        _ path: DependencyKeyPath<Service>,
        lifetime: Lifetime? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping () throws -> Service
    ) -> ServiceRegistration<Service> {
        let (key, value) = DependencyKey.evaluate(path)
        return register(
            service: Service.self,
            named: key.name,
            lifetime: lifetime ?? value.lifetime,
            fileID: fileID,
            line: line,
            creator: creator
        )
    }

    /// Registers an instance for a typed key.
    ///
    /// - Parameters:
    ///   - instance: What the key resolves to.
    ///   - path: The key.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    /// - Returns: The registration, which is the token for ``remove(_:)``.
    @discardableResult
    public func register<Service>(
        _ instance: Service,
        for path: DependencyKeyPath<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ServiceRegistration<Service> {
        let name = DependencyKey.evaluate(path).key.name
        return register(instance, for: Service.self, named: name, fileID: fileID, line: line)
    }
}
