extension DependencyContainer {
    /// Registers one of several contributions to a service, which ``resolveAll(_:named:fileID:line:)`` returns together.
    ///
    /// A parameter `[T]` of an autoregistered initializer gets the contributions without a name. So does a property
    /// `@Dependency var commands: [any Command]`, if there are any and no list is registered. Decorators do not decorate them.
    ///
    /// Contributions and ordinary registrations of a service are independent.
    ///
    /// ```swift
    /// container.contribute(to: (any Command).self) { OpenCommand() }
    /// container.contribute(to: (any Command).self) { SaveCommand() }
    /// let menu = container.resolveAll((any Command).self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name of a group of contributions, if a type has several.
    ///   - lifetime: When the creator runs, and how long its instance is kept. See ``Lifetime``.
    ///   - fileID: Where the contribution is registered, for errors.
    ///   - line: Where the contribution is registered, for errors.
    ///   - creator: Creates the contribution, like a creator that is registered with this lifetime. If it needs an actor, it names it.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
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
    /// Contributions of parents come first, and those of one container in the order of registration. Traps like
    /// ``resolve(_:named:fileID:line:)`` if one of them cannot be created.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name of the group, or none.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The contributions, if any.
    public func resolveAll<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [Service] {
        let key = ServiceKey(Contributions<Service>.self, named: name)
        do throws(DependencyError) {
            return try table.answerAll(key, CodePlace(fileID, line)).map { $0.service(as: service) }
        } catch {
            error.trap()
        }
    }

    /// Resolves all contributions to a service, or throws why one of them cannot be resolved.
    ///
    /// ```swift
    /// let commands = try container.resolvingAll((any Command).self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - name: The name of the group, or none.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The contributions, as ``resolveAll(_:named:fileID:line:)`` does.
    /// - Throws: A ``DependencyError`` if a creator throws, or creating a contribution needs the contribution itself.
    public func resolvingAll<Service>(
        _ service: Service.Type,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> [Service] {
        let key = ServiceKey(Contributions<Service>.self, named: name)
        return try table.answerAll(key, CodePlace(fileID, line)).map { $0.service(as: service) }
    }
}
