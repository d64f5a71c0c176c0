// The questions that `validateProperties` in HopoateTestingHelpers asks a container.

extension DependencyContainer {
    /// The services that a property may find in the container or its parents, by any name or typed key.
    ///
    /// Creates nothing. If the app has ``AutoRegistering``, it registers its services first.
    package var servicesByAnyName: Set<ObjectIdentifier> {
        let registered = Inventory(self).entries.filter { $0.lifetime != .decorator }.map(\.key)
        // The stacks of services that take an argument, and of contributions, have types of their own for the service.
        return Set((registered + TypedKeys.keysWithDefaults).map { ObjectIdentifier($0.service) })
    }

    /// The name of a missing service with its module, and hints about it.
    package func surroundings(of service: Any.Type) -> (name: String, evidence: [String]) {
        let key = ServiceKey(service, named: nil)
        return (key.description, Surroundings(of: key, in: table).evidence)
    }
}
