// Typed keys: registering by `\.articles` instead of a type and a name.

extension DependencyContainer {
    /// Registers a creator for a typed key.
    ///
    /// ```swift
    /// container.register(\.articles) { StubRepository() }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The key.
    ///   - lifetime: When the creator runs, and how long its instance is kept. If it is nil, the key's lifetime applies.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - creator: Creates the service, on the thread that resolves. If it needs an actor, annotate it: `{ @MainActor in … }`.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
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
    /// ```swift
    /// let stub = container.register(StubRepository(), for: \.articles)
    /// ```
    ///
    /// - Parameters:
    ///   - instance: The instance to return for the key.
    ///   - path: The key.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
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
