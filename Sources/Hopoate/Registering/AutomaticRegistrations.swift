/// The registrations of `AutoRegistering`, as a cached service of each table without a parent. So, as with any service, they are
/// made once, threads wait for them, and cycles are found.
enum AutomaticRegistrations {
    static let areDefined = (DependencyContainer.processWide as Any) is any AutoRegistering

    private static let recipe = Recipe(plainCreator: {
        (DependencyContainer.shared as Any as? any AutoRegistering)?.autoRegister()
    })

    static let key = ServiceKey(AutomaticRegistrations.self, named: nil)

    /// Registers the service whose creator calls `autoRegister()`.
    fileprivate static func pushDefault(to table: StackTable, _ place: CodePlace) -> Bool {
        table.pushDefault(AnyServiceRegistration(key, .cached, place, recipe, in: table, rank: .library))
    }

    /// Registers the app's services in the outermost table, if the app has `AutoRegistering`, and then creates the eager ones: their
    /// creators may wait for other threads, which may wait for the registering.
    ///
    /// - Returns: Whether there may be an answer now.
    static func register(in table: StackTable, _ place: CodePlace) throws(ResolutionFailure) -> Bool {
        if !areDefined || ThreadState.current.isRegisteringAutomatically(in: table) { return false }
        let thread = ThreadState.current
        let count = thread.state.eagerRegistrations.count
        let registering = Lookup(key, place, in: table)
        _ = try registering.answer()
        // What their creators register is registered automatically, too.
        let outer = thread.enter(registering)
        defer { thread.leave(to: outer) }
        while thread.state.eagerRegistrations.count > count {
            let eager = Lookup(exactly: thread.state.eagerRegistrations.remove(at: count), in: table)
            _ = try? eager.answer()
        }
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
