extension DependencyContainer {
    /// Registers a service by the initializer, or another function, that makes it. Each parameter is resolved by its type.
    ///
    /// | parameter | gets |
    /// |---|---|
    /// | `T` | the service `T`, which has to be registered |
    /// | `T?` | the service, or nil when nothing is registered |
    /// | `[T]` | the contributions to `T` |
    /// | ``Lazy`` of `T` | a handle that resolves `T` when it is first used |
    /// | ``Provider`` of `T` | a handle that resolves `T` at each call |
    /// | ``Named`` | the service of a name |
    ///
    /// A service that is registered as a `[T]` or a `T?` itself, as for `[String].self`, is no parameter: take a type of your
    /// own that has it, or resolve it in a creator.
    ///
    /// ```swift
    /// container.autoregister(FeedLoader.self, initializer: FeedLoader.init)
    /// container.autoregister((any Store).self, lifetime: .transient, initializer: DiskStore.init(path:log:))
    /// ```
    ///
    /// `validate()` and `graph()`, of the module `HopoateDiagnostics`, know its parameters without running it.
    ///
    /// - Parameters:
    ///   - service: The service's type, which may be a protocol that the result conforms to.
    ///   - name: Sets several registrations of one type apart. Resolve with the same name, or none.
    ///   - lifetime: When the initializer runs, and how long its instance is kept. See ``Lifetime``.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    ///   - initializer: Makes the service, on the thread that ``Lifetime`` says. Whether a closure needs an actor is not checked.
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

    // Built in the Swift 5 language mode, the two functions would be one.
    #if swift(>=6)
    /// Registers a service by an initializer, or another function, of the main actor.
    ///
    /// It runs there and nowhere else, as a creator `{ @MainActor in … }` does. Each parameter is resolved by its type, as by
    /// the function of the same name for all other initializers.
    ///
    /// The compiler takes this function for initializers and functions that it knows to be the main actor's. A closure goes to
    /// the other one unless it names the actor. In the Swift 5 language mode an initializer goes there too: write
    /// `{ @MainActor in Screen(loader: $0) }`.
    ///
    /// ```swift
    /// container.autoregister(Screen.self, initializer: Screen.init)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type, which may be a protocol that the result conforms to.
    ///   - name: Sets several registrations of one type apart. Resolve with the same name, or none.
    ///   - lifetime: When the initializer runs, and how long its instance is kept. See ``Lifetime``.
    ///   - fileID: Where the service is registered, for errors.
    ///   - line: Where the service is registered, for errors.
    ///   - initializer: Makes the service, on the main actor.
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
