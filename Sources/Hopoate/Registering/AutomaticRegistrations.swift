/// The registrations of `AutoRegistering`, as a cached service of each table without a parent. So, as with any service, they are
/// made once, threads wait for them, and cycles are found.
enum AutomaticRegistrations {
    static let areDefined = (DependencyContainer.processWide as Any) is any AutoRegistering

    private static let recipe = Recipe(plainCreator: {
        (DependencyContainer.shared as Any as? any AutoRegistering)?.autoRegister()
    })

    static let key = ServiceKey(AutomaticRegistrations.self, named: nil)

    /// Registers the service whose creator calls `autoRegister()`.
    static func pushDefault(to table: StackTable, _ place: CodePlace) -> Bool {
        table.pushDefault(AnyServiceRegistration(key, .cached, place, recipe, in: table, rank: .library))
    }
}

extension Lookup {
    /// Registers the app's services in the outermost table, if the app has `AutoRegistering`.
    ///
    /// - Returns: Whether there may be an answer now. False if the look-up has called this before.
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
