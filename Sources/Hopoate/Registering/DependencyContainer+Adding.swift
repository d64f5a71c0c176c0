// What every way of registering comes down to: a registration that is made, and pushed onto the stack of its key.

extension DependencyContainer {
    /// Adds an instance.
    @inline(__always)
    func add<Service>(
        _ instance: Service,
        _ key: ServiceKey,
        _ place: CodePlace,
        _ context: RuntimeContext,
        replacing replaced: StackTable.Replaced = .nothing,
        onRemove: (@Sendable (Service) -> Void)? = nil
    ) -> ServiceRegistration<Service> {
        guard context.holds() else { return inert(key, place) }
        let table = table
        let (stack, type) = table.pinnedStack(of: key, Service.self)
        let registration = type.init(key, place, for: table)
        registration.provide(instance, isFromSetter: replaced == .whatTheSetterMade, onRemove: onRemove)
        table.push(registration, onto: stack, replacing: replaced)
        return registration
    }

    /// Adds an instance in place of others. Out of line, because otherwise the compiler puts what `register` and this have
    /// in common into a function of its own, and registering costs one more call (`Benchmarks`, row 'register a mock and
    /// remove it').
    @inline(never)
    func replace<Service>(
        _ replaced: StackTable.Replaced,
        with instance: Service,
        _ key: ServiceKey,
        _ place: CodePlace,
        _ context: RuntimeContext,
        onRemove: (@Sendable (Service) -> Void)? = nil
    ) -> ServiceRegistration<Service> {
        add(instance, key, place, context, replacing: replaced, onRemove: onRemove)
    }

    /// Adds a creator.
    func add<Service>(
        _ creator: @escaping @isolated(any) () throws -> Service,
        _ lifetime: Lifetime,
        _ key: ServiceKey,
        _ place: CodePlace,
        _ context: RuntimeContext,
        requires dependencies: [Any.Type] = [],
        replacing replaced: StackTable.Replaced = .nothing,
        onRemove: (@Sendable (Service) -> Void)? = nil
    ) -> ServiceRegistration<Service> {
        add(
            lifetime,
            key,
            place,
            context,
            replacing: replaced,
            creator: unchecked(creator),
            details: ServiceDetails<Service>.ofCreator(
                isolation: creator.isolation,
                dependencies: DeclaredDependency.declared(dependencies),
                onRemove: onRemove
            )
        )
    }

    /// Adds a creator, or what else makes a service as the details say.
    func add<Service>(
        _ lifetime: Lifetime,
        _ key: ServiceKey,
        _ place: CodePlace,
        _ context: RuntimeContext,
        replacing replaced: StackTable.Replaced = .nothing,
        creator: (() throws -> Service)? = nil,
        details: RegistrationDetails? = nil
    ) -> ServiceRegistration<Service> {
        lifetime.check(for: Service.self, key, place, details)
        guard context.holds() else { return inert(key, place) }
        let (stack, type) = table.pinnedStack(of: key, Service.self)
        let registration = type.init(key, place, for: table)
        registration.provide(lifetime, creator: creator, details: details)
        if lifetime == .graph { ProcessFlags.set(.graphs) }
        if lifetime == .eager {
            registration.createEagerly(for: table)
            registration.number = Numbers.next()
        }
        table.push(registration, onto: stack, replacing: replaced)
        return registration
    }

    /// A token of nothing, for a run of the app that the registration is not for.
    @inline(never)
    private func inert<Service>(_ key: ServiceKey, _ place: CodePlace) -> ServiceRegistration<Service> {
        ServiceRegistration(key, place, for: table)
    }
}

extension Lifetime {
    /// Ends the process if a service cannot be registered with this lifetime.
    func check<Service>(
        for service: Service.Type,
        _ key: ServiceKey,
        _ place: CodePlace,
        _ details: RegistrationDetails? = nil
    ) {
        if kind == .eager || kind == .cached || kind == .transient && details == nil { return }
        let isCleanedUp = details?.cleansUp == true
        let mistake = mistake(for: service, key, isCleanedUp, isAsync: details?.kind == .asynchronous)
        guard let mistake else { return }
        fatalError(mistake, file: place.fileID, line: place.line)
    }

    /// Why a service cannot be registered with this lifetime, if it cannot.
    private func mistake(for service: Any.Type, _ key: ServiceKey, _ isCleanedUp: Bool, isAsync: Bool) -> String? {
        if kind == .weak, !Lifetime.mayBeObject(service) {
            return """
                \(key.description) is a value type and cannot be registered with the lifetime `weak`: nobody can hold a \
                value for others. Make it a class, or register it with another lifetime, `cached` for example.
                """
        }
        if kind == .expiring, !(seconds >= 0) {
            return """
                \(key.description) cannot expire after \(seconds) seconds. Register it with a number that is not negative, \
                as in `.expiring(afterSeconds: 60)`.
                """
        }
        if isCleanedUp, retention != .registration, kind != .decorator {
            return """
                \(key.description) cannot be registered with `onRemove` and the lifetime `\(self)`: the registration keeps no \
                instance to clean up. Leave `onRemove` out, or register it with a lifetime that keeps, `cached` for example.
                """
        }
        if isAsync, kind == .graph {
            return """
                \(key.description) cannot be registered with an asynchronous creator and the lifetime `graph`, which lasts for \
                one resolution on one thread. Register it with another lifetime, `cached` for example.
                """
        }
        return nil
    }

    /// Whether instances of a service are objects, or are so in case a protocol's conforming types are.
    private static func mayBeObject(_ service: Any.Type) -> Bool {
        service is AnyObject.Type || String(reflecting: type(of: service)).hasSuffix(".Protocol")
            || String(reflecting: service).hasPrefix("any ")
    }
}
