// Services that are created from an argument: `resolve(Detail.self, with: article)`.

extension DependencyContainer {
    /// Registers a creator of a service that takes an argument.
    ///
    /// If the lifetime keeps instances and the argument is `Hashable`, one instance is kept for each value of the argument. Values
    /// without instances are held until others come: up to sixteen, or as many as were in use at the same time. If the argument's
    /// type is not `Hashable`, such as a closure or a tuple, a lifetime other than `transient` traps. If it is an existential, a
    /// value that is not `Hashable` gets a new instance each time. ``Lifetime/eager`` instances are created when they are first
    /// resolved. A creator may resolve its own service with another argument.
    ///
    /// ```swift
    /// container.register(DetailViewModel.self, taking: Article.self) { DetailViewModel(article: $0) }
    /// let model = container.resolve(DetailViewModel.self, with: article)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: The argument's type. Each argument type has registrations of its own.
    ///   - name: The name of this registration, if a type has several. Resolve with the same name, or none.
    ///   - lifetime: When the creator runs, and how long its instance is kept. See ``Lifetime``.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    ///   - creator: Creates the service, on the thread that resolves. If it needs an actor, it names it: `{ @MainActor in … }`.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
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
        let recipe = Recipe(actor: creator.isolation) { Box(try create($0!.service(as: Argument.self))) }
        let (key, place) = (ServiceKey(Taking<Argument, Service>.self, named: name), CodePlace(fileID, line))
        let isHashable = lifetime == .transient || argument is any Hashable.Type
        Hopoate.Argument.check(argument, isHashable: isHashable, key, lifetime, place)
        return add(recipe, lifetime, key, place)
    }

    /// Resolves a service that is created from an argument.
    ///
    /// Traps like ``resolve(_:named:fileID:line:)``, even if the service is registered for another type of argument.
    ///
    /// ```swift
    /// let model = container.resolve(DetailViewModel.self, with: article)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: A value of the type that was registered. Its `==` and `hash(into:)` run under no lock.
    ///   - type: The type that was registered, if the argument's own type is another one: `as: (any Animal).self`.
    ///   - name: The name that it was registered by, or none.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The service.
    public func resolve<Service, Argument>(
        _ service: Service.Type,
        with argument: Argument,
        as type: Argument.Type = Argument.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        Resolver.taking(argument, service, name, CodePlace(fileID, line), in: table).answerOrTrap().service(as: service)
    }

    /// Resolves a service that is created from an argument and need not be registered.
    ///
    /// Traps like ``optionalResolve(_:named:fileID:line:)``.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: A value of the type that was registered.
    ///   - type: The type that was registered, if the argument's own type is another one: `as: (any Animal).self`.
    ///   - name: The name that it was registered by, or none.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The service, or nil if nothing is registered that takes this type of argument, and only then.
    public func optionalResolve<Service, Argument>(
        _ service: Service.Type,
        with argument: Argument,
        as type: Argument.Type = Argument.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        var resolver = Resolver.taking(argument, service, name, CodePlace(fileID, line), in: table)
        return resolver.answerIfRegisteredOrTrap()?.service(as: service)
    }

    /// Resolves a service that is created from an argument, or throws the reason why it cannot be resolved.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: A value of the type that was registered.
    ///   - type: The type that was registered, if the argument's own type is another one: `as: (any Animal).self`.
    ///   - name: The name that it was registered by, or none.
    ///   - fileID: Where the service is resolved, for errors.
    ///   - line: Where the service is resolved, for errors.
    /// - Returns: The service.
    /// - Throws: A ``DependencyError``. It is a cycle if a creator resolves its own service with an equal argument, or if one
    ///   registration has more than fifty creations within one another, with any arguments.
    public func resolving<Service, Argument>(
        _ service: Service.Type,
        with argument: Argument,
        as type: Argument.Type = Argument.self,
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        let resolver = Resolver.taking(argument, service, name, CodePlace(fileID, line), in: table)
        return try resolver.answerOrThrow().service(as: service)
    }

    /// Whether a service that takes an argument is registered.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - argument: The argument's type.
    ///   - name: The name that it was registered by, or none.
    /// - Returns: Whether it is registered.
    public func canResolve<Service, Argument>(
        _ service: Service.Type,
        taking argument: Argument.Type,
        named name: String? = nil
    ) -> Bool {
        table.canResolve(ServiceKey(Taking<Argument, Service>.self, named: name))
    }
}
