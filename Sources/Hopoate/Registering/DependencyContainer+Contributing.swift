extension DependencyContainer {
    /// Adds a service to the list that ``resolveAll(_:named:fileID:line:)`` returns for a type.
    ///
    /// `resolve` does not find these contributions, and decorators do not change them. Autoregistered initializers with an array
    /// parameter, and properties like `@Dependency var commands: [any Command]`, get the contributions that have no name.
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
        let recipe = Recipe(creator: creator)
        return add(recipe, lifetime, key, CodePlace(fileID, line))
    }

    /// Resolves all contributions to a service.
    ///
    /// The contributions of a parent come before those of its child. Within one container, the older contribution comes first.
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
    /// - Returns: The contributions. Empty if there are none.
    public func resolveAll<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [Service] {
        let key = ServiceKey(Contributions<Service>.self, named: name)
        do throws(DependencyError) {
            return try table(fileID, line).answerAll(key, CodePlace(fileID, line)).map { $0.service(as: service) }
        } catch {
            error.trap()
        }
    }

    /// Resolves all contributions to a service, or throws an error if one of them fails.
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
    /// - Returns: The contributions, in the order of ``resolveAll(_:named:fileID:line:)``.
    /// - Throws: A ``DependencyError`` if a creator throws, or if creating a contribution requires the contribution itself.
    public func resolvingAll<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> [Service] {
        let key = ServiceKey(Contributions<Service>.self, named: name)
        return try table(fileID, line).answerAll(key, CodePlace(fileID, line)).map { $0.service(as: service) }
    }
}
