/// The registrations of `AutoRegistering`, as a service that every table without a parent has, and that is kept once they
/// are made. So they are made once, threads wait for them, and cycles are found, as with any service.
enum AutomaticRegistrations {
    static let areDefined = (DependencyContainer.processWide as Any) is any AutoRegistering

    private static let recipe = Recipe(plainCreator: {
        (DependencyContainer.shared as Any as? any AutoRegistering)?.autoRegister()
    })

    static let key = ServiceKey(AutomaticRegistrations.self, named: nil)

    /// Registers the service that registers the others.
    static func pushDefault(to table: StackTable, _ place: CodePlace) -> Bool {
        table.pushDefault(AnyServiceRegistration(key, .cached, place, recipe, in: table, rank: .library))
    }
}

extension Lookup {
    /// Lets `AutoRegistering` register its services in the outermost table, if the app has one.
    ///
    /// - Returns: Whether there may be an answer now. Not when the look-up has come here before.
    func registerAutomatically() throws(ResolutionFailure) -> Bool {
        guard AutomaticRegistrations.areDefined, !key.isOfAutomaticRegistrations,
            rare?.hasRegisteredAutomatically != true,
            !ThreadState.current.isRegisteringAutomatically(in: owner)
        else { return false }
        withRare.hasRegisteredAutomatically = true
        _ = try Lookup(AutomaticRegistrations.key, place, in: owner).answer()
        return true
    }
}

extension ServiceKey {
    var isOfAutomaticRegistrations: Bool { service == AutomaticRegistrations.self }
}
