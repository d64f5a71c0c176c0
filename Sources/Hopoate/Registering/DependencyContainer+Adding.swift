// What every way of registering comes down to: a registration that is made, and pushed onto the stack of its key.

/// Where and when something is registered.
struct RegistrationSite {
    let key: ServiceKey
    let context: RuntimeContext
    let place: CodePlace

    init(_ key: ServiceKey, _ context: RuntimeContext, _ fileID: StaticString, _ line: UInt) {
        self.key = key
        self.context = context
        place = CodePlace(fileID: fileID, line: line)
    }
}

extension DependencyContainer {
    @inline(__always)
    func add<Service>(
        _ instance: Service,
        _ site: RegistrationSite,
        replacing replaced: StackTable.Replaced = .nothing,
        onRemove: (@Sendable (Service) -> Void)? = nil
    ) -> ServiceRegistration<Service> {
        guard site.context.holds() else { return inert(.eager, site) }
        let kept = UnsafeMutablePointer<Service>.allocate(capacity: 1)
        kept.initialize(to: instance)
        var details: RegistrationDetails?
        if onRemove != nil || replaced == .whatTheSetterMade {
            details = ServiceDetails<Service>(isFromSetter: replaced == .whatTheSetterMade, onRemove: onRemove)
        }
        let registration = registration(.eager, site, instance: kept, details: details)
        table.push(registration, replacing: replaced)
        return registration
    }

    func add<Service>(
        _ creator: @escaping @isolated(any) () throws -> Service,
        _ lifetime: Lifetime,
        _ site: RegistrationSite,
        _ dependencies: [DeclaredDependency]? = nil,
        replacing replaced: StackTable.Replaced = .nothing,
        onRemove: (@Sendable (Service) -> Void)? = nil
    ) -> ServiceRegistration<Service> {
        add(
            lifetime,
            site,
            replacing: replaced,
            creator: unchecked(creator),
            details: ServiceDetails<Service>.ofCreator(
                isolation: creator.isolation,
                dependencies: dependencies,
                onRemove: onRemove
            )
        )
    }

    func add<Service>(
        _ lifetime: Lifetime,
        _ site: RegistrationSite,
        replacing replaced: StackTable.Replaced = .nothing,
        creator: (() throws -> Service)? = nil,
        details: RegistrationDetails? = nil
    ) -> ServiceRegistration<Service> {
        lifetime.check(for: Service.self, site.key, site.place, details)
        guard site.context.holds() else { return inert(lifetime, site) }
        let registration = registration(lifetime, site, creator: creator, details: details)
        if lifetime == .graph { ProcessFlags.set(.graphs) }
        if lifetime == .eager {
            registration.createEagerly(for: table)
            registration.number = Numbers.next()
        }
        table.push(registration, replacing: replaced)
        return registration
    }

    /// A token of nothing.
    @inline(never)
    private func inert<Service>(_ lifetime: Lifetime, _ site: RegistrationSite) -> ServiceRegistration<Service> {
        registration(lifetime, site)
    }

    @inline(__always)
    private func registration<Service>(
        _ lifetime: Lifetime,
        _ site: RegistrationSite,
        creator: (() throws -> Service)? = nil,
        instance: UnsafeMutablePointer<Service>? = nil,
        details: RegistrationDetails? = nil
    ) -> ServiceRegistration<Service> {
        ServiceRegistration(
            key: site.key,
            lifetime: lifetime,
            place: site.place,
            shard: table.shard(of: site.key),
            tableNumber: table.number,
            creator: creator,
            instance: instance,
            details: details
        )
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
