extension DependencyContainer {
    /// Registers a service by its initializer, or another function. Each parameter is resolved by its type.
    ///
    /// | parameter | gets |
    /// |---|---|
    /// | `T` | the service `T`, which has to be registered |
    /// | `T?` | the service, or nil if nothing is registered |
    /// | `[T]` | the contributions to `T` |
    /// | ``Lazy`` of `T` | a handle that resolves `T` when it is first used |
    /// | ``Provider`` of `T` | a handle that resolves `T` at each call |
    /// | ``Named`` | the service of a name |
    ///
    /// A parameter cannot get a service that is itself registered as a `[T]` or a `T?`, as for `[String].self`: wrap it in a type
    /// of your own, or resolve it in a creator.
    ///
    /// ```swift
    /// container.autoregister(FeedLoader.self, initializer: FeedLoader.init)
    /// container.autoregister((any Store).self, lifetime: .transient, initializer: DiskStore.init(path:log:))
    /// ```
    ///
    /// `validate()` and `graph()`, of the module `HopoateDiagnostics`, know the parameters without running the initializer.
    ///
    /// - Parameters:
    ///   - service: The service's type, which may be a protocol that the result conforms to.
    ///   - name: The name of this registration, if a type has several. Resolve with the same name, or none.
    ///   - lifetime: When the initializer runs, and how long its instance is kept. See ``Lifetime``.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    ///   - initializer: Creates the service, on the thread that ``Lifetime`` says. It is not checked whether a closure needs an actor.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func autoregister<Service, each Parameter, Failure: Error>(
        _ service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping (repeat each Parameter) throws(Failure) -> Service
    ) -> ServiceRegistration<Service> {
        let key = ServiceKey(service, named: name)
        let place = CodePlace(fileID, line)
        let create = {
            let wiring = Wiring(container: .shared, place: place)
            return try initializer(repeat try wiring.resolve((each Parameter).self)!)
        }
        var dependencies: [DeclaredDependency] = []
        for parameter in repeat (each Parameter).self { dependencies.append(.of(parameter)) }
        let recipe = Recipe(plainCreator: create, dependencies: dependencies)
        return add(recipe, lifetime, key, place)
    }

    // In the Swift 5 language mode, the two functions would be one declaration.
    #if swift(>=6)
    /// Registers a service by an initializer, or another function, of the main actor.
    ///
    /// It runs only there, like a creator `{ @MainActor in … }`. Each parameter is resolved by its type, as by the function of the
    /// same name for all other initializers.
    ///
    /// The compiler chooses this function for initializers and functions that it knows to be the main actor's. It chooses the other
    /// one for a closure that does not name the actor, and in the Swift 5 language mode for an initializer: write
    /// `{ @MainActor in Screen(loader: $0) }`.
    ///
    /// ```swift
    /// container.autoregister(Screen.self, initializer: Screen.init)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type, which may be a protocol that the result conforms to.
    ///   - name: The name of this registration, if a type has several. Resolve with the same name, or none.
    ///   - lifetime: When the initializer runs, and how long its instance is kept. See ``Lifetime``.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    ///   - initializer: Creates the service, on the main actor.
    /// - Returns: The registration, which is the token for ``remove(_:)-(AnyServiceRegistration)``.
    @discardableResult
    public func autoregister<Service, each Parameter, Failure: Error>(
        _ service: Service.Type,
        named name: String? = nil,
        lifetime: Lifetime = .cached,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @MainActor (repeat each Parameter) throws(Failure) -> Service
    ) -> ServiceRegistration<Service> {
        let key = ServiceKey(service, named: name)
        let place = CodePlace(fileID, line)
        let create: @MainActor () throws -> Service = {
            let wiring = Wiring(container: .shared, place: place)
            return try initializer(repeat try wiring.resolve((each Parameter).self)!)
        }
        var dependencies: [DeclaredDependency] = []
        for parameter in repeat (each Parameter).self { dependencies.append(.of(parameter)) }
        let recipe = Recipe(creator: create, dependencies: dependencies)
        return add(recipe, lifetime, key, place)
    }
    #endif
}
