extension DependencyContainer {
    /// Adds a service to the list that ``resolveAll(_:named:fileID:line:)`` returns for a type.
    ///
    /// All ways to resolve the list find it: properties like `@Dependency var commands: [any Command]`, parameters of initializers,
    /// and `resolve([any Command].self)`. A list that is registered itself comes instead of the contributions, as a mock does:
    /// `MockContainer([SpyCommand()], for: [any Command].self)`. Decorators do not change contributions.
    ///
    /// ```swift
    /// container.contribute(to: (any Command).self) { OpenCommand() }
    /// container.contribute(to: (any Command).self) { SaveCommand() }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name of a group of contributions, if the type has several groups.
    ///   - lifetime: When the creator runs, and how long its instance is kept.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - creator: Creates the contribution. If it needs an actor, annotate it: `{ @MainActor in … }`.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
    @discardableResult
    public func contribute<Service>(
        to service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @Sendable @isolated(any) () throws -> Service
    ) -> ServiceRegistration<Service> {
        let key = ServiceKey(Contributions<Service>.self, named: name)
        ProcessFlag.contributions.set()
        return add(Recipe(creator: creator), lifetime, key, CodePlace(fileID, line))
    }
}
