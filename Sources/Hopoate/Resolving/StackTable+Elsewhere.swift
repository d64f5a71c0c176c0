// Where a service is found that its own stack has no registration of: at the parent, or among the defaults.

extension StackTable {
    /// Resolves a service of whose key there is no registration here.
    @inline(never)
    func createElsewhere<Service>(
        _ service: Service.Type,
        _ lookup: Lookup,
        _ origin: inout Origin
    ) throws(ResolutionFailure) -> Service {
        guard isStillAsked(lookup) else { throw .removed }
        guard let table = try tableToAskNext(lookup) else { throw .missing }
        var lookup = lookup
        if parent != nil { lookup.position = .top }
        return try table.create(service, lookup, &origin)
    }

    /// Where to look for what nothing is registered for here: at the parent, or here again for a default.
    func tableToAskNext(_ lookup: Lookup) throws(ResolutionFailure) -> StackTable? {
        if let parent { return parent }
        if try registerAutomatically(lookup), isRegistered(lookup) { return self }
        guard let registration = lookup.makeDefault?(self) else { return nil }
        pushDefault(registration)
        return self
    }

    /// Whether anything is registered for a key, here or elsewhere, that is more than decorators of nothing.
    func canResolve(_ key: ServiceKey, default hasDefault: Bool = false) -> Bool {
        let lookup = Lookup(key: key, place: CodePlace(fileID: #fileID, line: #line))
        if isRegistered(lookup) { return true }
        if let parent { return parent.canResolve(key, default: hasDefault) }
        if hasDefault { return true }
        return (try? registerAutomatically(lookup)) == true && isRegistered(lookup)
    }

    /// Lets `AutoRegistering` register its services, if the app has one and it has not run for this table.
    ///
    /// - Returns: Whether they are registered by now.
    @discardableResult
    func registerAutomatically(_ lookup: Lookup) throws(ResolutionFailure) -> Bool {
        guard AutomaticRegistrations.areDefined, !lookup.key.isOfAutomaticRegistrations else { return false }
        if ResolvingThread.current.pointee.isRegisteringAutomatically(in: self) { return false }
        ProcessFlags.set(.automaticRegistrations)
        _ = try resolve(AutomaticRegistrations.self, AutomaticRegistrations.lookup(lookup.place))
        return true
    }

    /// Whether something other than a decorator is registered at a position.
    private func isRegistered(_ lookup: Lookup) -> Bool {
        let shard = shard(of: lookup.key)
        shard.lock()
        defer { shard.unlock() }
        var entry = lookup.findStack(shard)?.registration(at: lookup.position)?.takeUnretainedValue()
        while let decorator = entry, decorator.isDecorator { entry = decorator.below?.takeUnretainedValue() }
        return entry != nil
    }

    /// Whether the registration that the lookup begins at is still there, if it begins at one.
    private func isStillAsked(_ lookup: Lookup) -> Bool {
        switch lookup.position {
        case .top: return lookup.stack == nil
        case .exactly: return false
        case .below(let decorator):
            decorator.shard.lock()
            defer { decorator.shard.unlock() }
            return decorator.stack != nil
        }
    }
}

/// What stands for the registrations of `AutoRegistering`: a service that is kept once they are made. So they are made
/// once, threads wait for them, and circles are found out, as with any service.
struct AutomaticRegistrations {
    static let areDefined = (DependencyContainer.processWide as Any) is any AutoRegistering

    static func lookup(_ place: CodePlace) -> Lookup {
        let key = ServiceKey(AutomaticRegistrations.self, named: nil)
        return Lookup(key: key, place: place) { table in
            let registration = ServiceRegistration<AutomaticRegistrations>(key, place, for: table)
            registration.provide(.cached) {
                (DependencyContainer.shared as Any as? any AutoRegistering)?.autoRegister()
                return AutomaticRegistrations()
            }
            registration.rank = .automatic
            return registration
        }
    }
}

extension ServiceKey {
    var isOfAutomaticRegistrations: Bool { service == AutomaticRegistrations.self }

    /// Whether users know nothing of the registration.
    var isInternal: Bool { isInternal(role.kind) }

    func isInternal(_ role: StackRole) -> Bool {
        if case .lazy = role { return true }
        return isOfAutomaticRegistrations
    }
}

extension ResolvingThread {
    func isRegisteringAutomatically(in table: StackTable) -> Bool {
        frames.contains { $0.tableNumber == table.number && $0.key.isOfAutomaticRegistrations }
    }
}
