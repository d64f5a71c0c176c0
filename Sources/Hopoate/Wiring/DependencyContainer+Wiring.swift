extension DependencyContainer {
    /// Registers an initializer, or another function, whose parameters the container resolves by their types.
    ///
    /// | parameter | gets |
    /// |---|---|
    /// | `T` | the service `T`, which has to be registered |
    /// | `T?` | the service, else the service that is registered as `T?.self`, else nil |
    /// | `[T]` | the contributions to `T` |
    /// | ``Lazy`` of `T` | a handle that resolves `T` when it is first used |
    /// | ``Provider`` of `T` | a handle that resolves `T` at each call |
    /// | ``Named`` | the service that is registered under a name |
    ///
    /// A parameter `[T]` never gets a service that is registered as `[T].self`. Wrap such a service in a type of your own, or
    /// resolve it in a creator. `validate()` and `graph()`, of the module `HopoateDiagnostics`, know the parameters without
    /// running the initializer.
    ///
    /// ```swift
    /// container.autoregister(FeedLoader.self, initializer: FeedLoader.init)
    /// container.autoregister((any Store).self, initializer: DiskStore.init(path:log:))
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type, which may be a protocol that the result conforms to.
    ///   - name: A name, if you register several services of one type. Resolve the service with the same name.
    ///   - lifetime: When the initializer runs, and how long its instance is kept.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - initializer: Creates the service, on the thread that resolves. If a closure needs the main actor, annotate it,
    ///     `{ @MainActor in … }`: the compiler does not check this.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
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
            let container = DependencyContainer.shared
            return try initializer(repeat try container.parameter((each Parameter).self, place)!)
        }
        let recipe = Recipe(plainCreator: create, dependencies: .of(repeat (each Parameter).self))
        return add(recipe, lifetime, key, place)
    }

    // In the Swift 5 language mode, the two functions would be one declaration.
    #if swift(>=6)
    /// Registers a `@MainActor` initializer or function, whose parameters the container resolves by their types.
    ///
    /// The initializer runs only on the main actor, like a creator `{ @MainActor in … }`. The compiler chooses this overload for a
    /// `@MainActor` initializer or function. It does not choose it for a closure without an annotation, or for an initializer in
    /// the Swift 5 language mode. In both cases, pass an annotated closure: `{ @MainActor in Screen(loader: $0) }`.
    ///
    /// ```swift
    /// container.autoregister(Screen.self, initializer: Screen.init)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service's type, which may be a protocol that the result conforms to.
    ///   - name: A name, if you register several services of one type. Resolve the service with the same name.
    ///   - lifetime: When the initializer runs, and how long its instance is kept.
    ///   - fileID: The file of the call, for errors.
    ///   - line: The line of the call, for errors.
    ///   - initializer: Creates the service, on the main actor.
    /// - Returns: The registration. Pass it to ``remove(_:)-(AnyServiceRegistration)`` to remove it.
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
            let container = DependencyContainer.shared
            return try initializer(repeat try container.parameter((each Parameter).self, place)!)
        }
        let recipe = Recipe(creator: create, dependencies: .of(repeat (each Parameter).self))
        return add(recipe, lifetime, key, place)
    }
    #endif
}

extension [DeclaredDependency] {
    /// The dependencies that the parameters of an initializer declare.
    fileprivate static func of<each Parameter>(_ parameters: repeat (each Parameter).Type) -> [DeclaredDependency] {
        var dependencies: [DeclaredDependency] = []
        for parameter in repeat each parameters { dependencies.append(.of(parameter)) }
        return dependencies
    }
}
