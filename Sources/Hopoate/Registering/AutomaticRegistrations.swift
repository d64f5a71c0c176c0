/// The registrations of `AutoRegistering`, as a service that every table without a parent has, and that is kept once they
/// are made. So they are made once, threads wait for them, and cycles are found, as with any service.
enum AutomaticRegistrations {
    static let areDefined = (DependencyContainer.processWide as Any) is any AutoRegistering

    private static let recipe = Recipe(plainCreator: {
        (DependencyContainer.shared as Any as? any AutoRegistering)?.autoRegister()
    })

    static let key = ServiceKey(AutomaticRegistrations.self, named: nil)

    /// Registers the service that registers the others.
    fileprivate static func pushDefault(to table: StackTable, _ place: CodePlace) -> Bool {
        table.pushDefault(AnyServiceRegistration(key, .cached, place, recipe, in: table, rank: .library))
    }

    /// Lets `AutoRegistering` register its services in the outermost table, if the app has one.
    ///
    /// - Returns: Whether there may be an answer now.
    static func register(for request: Request, in table: StackTable) throws(ResolutionFailure) -> Bool {
        guard areDefined, !request.key.isOfAutomaticRegistrations,
            !ThreadState.current.isRegisteringAutomatically(in: table)
        else { return false }
        var resolver = Resolver(Request(key, request.place, in: table))
        _ = try resolver.answer()
        return true
    }
}

extension ServiceKey {
    var isOfAutomaticRegistrations: Bool { service == AutomaticRegistrations.self }

    /// Pushes the default of the key, if it has one.
    func pushDefault(to table: StackTable, _ place: CodePlace) -> Bool {
        if isOfAutomaticRegistrations { return AutomaticRegistrations.pushDefault(to: table, place) }
        return typedKey?.pushDefault(to: table) == true
    }
}
