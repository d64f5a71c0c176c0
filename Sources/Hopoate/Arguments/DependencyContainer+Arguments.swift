// Services that are created from an argument: `resolve(Detail.self, with: article)`.

extension DependencyContainer {
    /// Registers a creator that gets an argument from each resolution.
    ///
    /// If the lifetime keeps instances, the registration keeps one for each value of the argument: see
    /// <doc:Lifetimes-and-defaults>. With such a lifetime, the call traps if the argument's type is not `Hashable`.
    ///
    /// ```swift
    /// container.register(Detail.self, taking: Article.self) { Detail(article: $0) }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: The argument's type. Each type has registrations of its own.
    ///   - name: A name, if you register several services of one type. Resolve the service with the same name.
    ///   - lifetime: When the creator runs, and how long its instances are kept.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - creator: Creates the service. If it needs an actor, annotate it: `{ @MainActor in … }`.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
    @discardableResult
    public func register<Service, Argument>(
        _ service: Service.Type,
        taking argument: Argument.Type,
        named name: String? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @Sendable @isolated(any) (Argument) throws -> Service
    ) -> ServiceRegistration<Service> {
        let create = unchecked(creator)
        let recipe = Recipe(actor: creator.isolation) { argument, _, _ in
            Box(try create(argument!.service(as: Argument.self)))
        }
        let (key, place) = (ServiceKey(Taking<Argument, Service>.self, named: name), CodePlace(fileID, line))
        if lifetime != .transient, !(argument is any Hashable.Type) {
            Hopoate.Argument.refuse(argument, key, lifetime, place)
        }
        return add(recipe, lifetime, key, place)
    }

    /// Resolves a service that is created from an argument.
    ///
    /// Traps like ``resolve(_:named:fileID:line:)``, and also if the service is registered only for another type of argument.
    ///
    /// ```swift
    /// let model = container.resolve(Detail.self, with: article)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: The value to pass to the creator.
    ///   - type: The type after `taking:` in the registration, if the value's own type differs: `as: (any Animal).self`.
    ///   - name: The name that the service is registered under, or nil if it has none.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The service.
    public func resolve<Service, Argument>(
        _ service: Service.Type,
        with argument: Argument,
        as type: Argument.Type = Argument.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        let lookup = Lookup(service, taking: argument, named: name, CodePlace(fileID, line), in: table)
        return lookup.answerOrTrap().service(as: service)
    }

    /// Resolves a service that is created from an argument, or returns nil if it is not registered.
    ///
    /// Traps if the service is registered but cannot be created.
    ///
    /// ```swift
    /// let model = container.optionalResolve(Detail.self, with: article)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: The value to pass to the creator.
    ///   - type: The type after `taking:` in the registration, if the value's own type differs: `as: (any Animal).self`.
    ///   - name: The name that the service is registered under, or nil if it has none.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The service. Nil only if no creator is registered that takes this type of argument.
    public func optionalResolve<Service, Argument>(
        _ service: Service.Type,
        with argument: Argument,
        as type: Argument.Type = Argument.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        let lookup = Lookup(service, taking: argument, named: name, CodePlace(fileID, line), in: table)
        return lookup.answerIfRegisteredOrTrap()?.service(as: service)
    }

    /// Resolves a service that is created from an argument, or throws an error if that fails.
    ///
    /// ```swift
    /// let model = try container.resolving(Detail.self, with: article)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: The value to pass to the creator.
    ///   - type: The type after `taking:` in the registration, if the value's own type differs: `as: (any Animal).self`.
    ///   - name: The name that the service is registered under, or nil if it has none.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError``. Its reason is ``DependencyError/Reason/cycle`` if the creator resolves its own service with
    ///   an equal argument, if its calls are nested more than fifty deep, with any arguments, or if the `==` or `hash(into:)` of an
    ///   argument makes the call.
    public func resolving<Service, Argument>(
        _ service: Service.Type,
        with argument: Argument,
        as type: Argument.Type = Argument.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        let lookup = Lookup(service, taking: argument, named: name, CodePlace(fileID, line), in: table)
        return try lookup.answerOrThrow().service(as: service)
    }

    /// Returns whether a creator is registered that takes an argument of this type.
    ///
    /// Looks in the container and its parents. The creator does not run, so it may still throw when the service is resolved.
    ///
    /// ```swift
    /// let hasDetails = container.canResolve(Detail.self, taking: Article.self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: The argument's type.
    ///   - name: The name that the service is registered under, or nil if it has none.
    /// - Returns: Whether such a creator is registered.
    public func canResolve<Service, Argument>(
        _ service: Service.Type,
        taking argument: Argument.Type,
        named name: String? = nil
    ) -> Bool {
        table.canResolve(ServiceKey(Taking<Argument, Service>.self, named: name))
    }
}
