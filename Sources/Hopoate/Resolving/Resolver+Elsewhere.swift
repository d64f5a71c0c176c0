// Services without a registration here: defaults are pushed, or the parent is asked.

extension StackTable {
    /// Resolves a service of whose key there was no registration here when the stack was of a version.
    func resolveElsewhere(_ lookup: Lookup, _ version: UInt64) throws(ResolutionFailure) -> Answer {
        switch lookup.position {
        // The registration has been removed. A `Lazy`, whose look-ups begin on a stack with an owner, never removes its own.
        case .exactly: throw .outdated
        case .top where owner != nil: throw .outdated
        default: break
        }
        // The stack for a value is only made once the defaults are pushed.
        if owner == nil, try pushDefaults(lookup) { throw .outdated }
        // To push them may have run users' code.
        if !lookup.holds { throw .outdated }
        if let parent { return try parent.resolve(lookup.asked(leaving: self, version, by: owner ?? self)) }
        // The registration may have been removed after its instance was made for the look-up, and nothing has taken its place.
        if let made = lookup.attempts?.unkept { return made }
        throw .missing
    }

    /// Pushes the defaults, which stand below every registration: copies of a parent's registrations for each container, or
    /// else what `AutoRegistering` registers, or else a typed key's default.
    ///
    /// - Returns: Whether there is anything to ask now.
    func pushDefaults(_ lookup: Lookup) throws(ResolutionFailure) -> Bool {
        if let parent { return try adopt(lookup, from: parent) }
        if try registerAutomatically(lookup), isRegistered(lookup.key, at: lookup.position) { return true }
        if lookup.key.isOfAutomaticRegistrations {
            pushAtBottom([AutomaticRegistrations.entry(in: self, lookup.place)])
            return true
        }
        guard let typedKey = lookup.key.typedKey, let recipe = typedKey.recipe else { return false }
        pushAtBottom([Entry(typedKey.registration(in: self), recipe)])
        return true
    }

    /// Copies a parent's registrations for each container to the bottom of the stack of a key. The copies are taken out when
    /// other entries answer in the parent.
    ///
    /// - Returns: Whether there are copies now.
    func adopt(_ lookup: Lookup, from parent: StackTable) throws(ResolutionFailure) -> Bool {
        // A container that is gone would not take them back.
        guard ProcessFlag.copies.isSet, takesCopies else { return false }
        let (key, lookup) = (lookup.key, lookup.asked(at: .top))
        if key.isOfContributions || !parent.isRegistered(key) { _ = try parent.pushDefaults(lookup) }
        guard let removed = parent.withStack(of: key, { $0.copyAnswer(to: self) }) ?? nil else { return false }
        removed.release()
        return true
    }

    /// Whether there may be an answer where nothing is registered.
    func mayHaveDefault(_ key: ServiceKey) -> Bool { AutomaticRegistrations.areDefined || key.typedKey?.recipe != nil }

    /// Whether anything is registered for a key, here or elsewhere, that is more than decorators of nothing.
    func canResolve(_ key: ServiceKey) -> Bool {
        if isRegistered(key) { return true }
        if let parent { return parent.canResolve(key) }
        if key.typedKey?.recipe != nil { return true }
        return mayHaveDefault(key) && (try? pushDefaults(Lookup(key, CodePlace()))) == true
    }

    /// Lets `AutoRegistering` register its services, if the app has one and it has not run for this table.
    ///
    /// - Returns: Whether they are registered by now.
    func registerAutomatically(_ lookup: Lookup) throws(ResolutionFailure) -> Bool {
        guard AutomaticRegistrations.areDefined, !lookup.key.isOfAutomaticRegistrations else { return false }
        if Resolution.ofThread.isRegisteringAutomatically(in: self) { return false }
        _ = try resolve(Lookup(AutomaticRegistrations.key, lookup.place))
        return true
    }

    private func isRegistered(_ key: ServiceKey, at position: StackPosition = .top) -> Bool {
        withStack(of: key) { $0.isRegistered(at: position) } == true
    }
}

/// The registrations of `AutoRegistering`, as a service that every table without a parent has, and that is kept once they
/// are made. So they are made once, threads wait for them, and cycles are found, as with any service.
enum AutomaticRegistrations {
    static let areDefined = (DependencyContainer.processWide as Any) is any AutoRegistering

    private static let recipe = Recipe(plainCreator: {
        (DependencyContainer.shared as Any as? any AutoRegistering)?.autoRegister()
    })

    static let key = ServiceKey(AutomaticRegistrations.self, named: nil)

    static func entry(in table: StackTable, _ place: CodePlace) -> Entry {
        Entry(AnyServiceRegistration(key, .cached, place, for: table.number, rank: .library), recipe)
    }
}

extension ServiceKey {
    var isOfAutomaticRegistrations: Bool { service == AutomaticRegistrations.self }
}
