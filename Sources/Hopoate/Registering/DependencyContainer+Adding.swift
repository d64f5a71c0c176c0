// All functions that register end here: they make a registration and push it onto the stack of its key.

extension DependencyContainer {
    /// Adds an instance. If it is a mock, or contains one, its resolutions count as those of `mocks`.
    ///
    /// The caller knows the types at the end. To look up the metadata here would cost as much as a hit each (`Benchmarks`, row
    /// 'register a mock and remove it').
    @usableFromInline
    func add<Service>(
        _ instance: Service,
        _ key: ServiceKey,
        _ place: CodePlace,
        replacingAll: Bool = false,
        isFromSetter: Bool = false,
        as mock: RegisteredMock? = nil,
        _ instances: Box<Service>.Type = Box.self,
        _ tokens: ServiceRegistration<Service>.Type = ServiceRegistration.self
    ) -> ServiceRegistration<Service> {
        let table = table
        let registration = tokens.init(
            key,
            .eager,
            place,
            nil,
            registeredInstance: instances.init(instance),
            in: table,
            rank: rank,
            isFromSetter: isFromSetter,
            mock: mock
        )
        table.push(registration, replacingAll: replacingAll)
        return registration
    }

    /// Adds a recipe of a service.
    func add<Service>(
        _ recipe: Recipe,
        _ lifetime: Lifetime,
        _ key: ServiceKey,
        _ place: CodePlace,
        replacingAll: Bool = false
    ) -> ServiceRegistration<Service> {
        lifetime.check(for: key, place, recipe)
        let table = table
        if lifetime == .graph { ProcessFlag.wrappersInCreators.set() }
        let registration = ServiceRegistration<Service>(key, lifetime, place, recipe, in: table, rank: rank)
        // An eager creator runs first, so the registration is newer than those that the creator makes.
        let isMadeNow = lifetime == .eager && !recipe.isAsynchronous && !key.takesArgument
        if isMadeNow, !table.withState(\.isClosed) { Lookup.createEagerly(registration, in: table) }
        table.push(registration, replacingAll: replacingAll)
        return registration
    }

    /// The rank of registrations that this thread makes now.
    private var rank: AnyServiceRegistration.Rank {
        // Automatic registrations stay in the container, even if a module is being installed meanwhile.
        let isAutomatic = AutomaticRegistrations.areDefined && ThreadState.current.isRegisteringAutomatically(in: table)
        return isAutomatic ? .automatic : .explicit
    }
}

extension Lifetime {
    /// Traps if a service cannot be registered with this lifetime.
    func check(for key: ServiceKey, _ place: CodePlace, _ recipe: Recipe) {
        let mistake: String? =
            if kind == .weak, !Lifetime.mayBeObject(key.role.service) {
                """
                \(key.description) is a value type and cannot be registered with the lifetime `weak`: a value cannot \
                be held weakly. Make it a class, or register it with another lifetime, for example `cached`.
                """
            } else if recipe.isAsynchronous, kind == .graph {
                """
                \(key.description) cannot be registered with an asynchronous creator and the lifetime `graph`, which lasts for \
                one resolution on one thread. Register it with another lifetime, for example `cached`.
                """
            } else {
                nil
            }
        if let mistake { place.trap(mistake) }
    }

    /// Whether instances of a service are objects, or may be, if it is a protocol. An `any Error` is none: it refers to a box around
    /// the object.
    private static func mayBeObject(_ service: Any.Type) -> Bool {
        if service == (any Error).self { return false }
        return service is AnyObject.Type || isExistential(service)
    }

    /// Whether a value may conform to protocols that the type does not conform to.
    static func isExistential(_ type: Any.Type) -> Bool {
        let name = String(reflecting: type)
        return String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol") || type == Any.self
            || name.hasPrefix("any ")
            || name.hasPrefix("Swift.Optional<any ")
    }
}
