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

    /// Resolves the list of a service: all contributions, unless a list is registered.
    ///
    /// The contributions of a parent come before those of its child. Within one container, the older contribution comes first.
    /// If `[Service].self` is registered, in the container or in a parent, it is the list.
    /// Traps like ``resolve(_:named:fileID:line:)`` if one of them cannot be created.
    ///
    /// ```swift
    /// let menu = container.resolveAll((any Command).self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name of the group, or nil if it has none.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The list. Empty if there is neither a list nor a contribution.
    public func resolveAll<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [Service] {
        resolve([Service].self, named: name, fileID: fileID, line: line)
    }

    /// Resolves the list of a service, or throws an error if a contribution fails.
    ///
    /// ```swift
    /// let commands = try container.resolvingAll((any Command).self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name of the group, or nil if it has none.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The list, in the order of ``resolveAll(_:named:fileID:line:)``.
    /// - Throws: A ``DependencyError`` if a creator throws, or if creating a contribution requires the contribution itself.
    public func resolvingAll<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> [Service] {
        try resolving([Service].self, named: name, fileID: fileID, line: line)
    }
}
