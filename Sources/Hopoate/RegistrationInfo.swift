/// One line of a container's inventory: see ``DependencyContainer/registrations``.
public struct RegistrationInfo: Sendable, CustomStringConvertible {
    /// The service that is registered.
    public let service: Any.Type
    /// The name that it is registered by, if any.
    public let name: String?
    /// How long one created instance serves.
    public let lifetime: Lifetime
    /// The file in which it was registered, as `Module/File.swift`.
    public let fileID: String
    /// The line on which it was registered.
    public let line: UInt
    /// How many newer registrations of the same key stand above this one: the one with 0 answers.
    public let depth: Int

    let number: UInt64

    init(_ registration: AnyServiceRegistration, depth: Int) {
        service = registration.key.service
        name = registration.key.name
        lifetime = registration.lifetime
        fileID = registration.place.fileID.description
        line = registration.place.line
        self.depth = depth
        number = registration.number
    }

    /// For example `MyApp.Store named "backup", cached, registered at MyApp/AppDelegate.swift:12`.
    public var description: String {
        let key = ServiceKey(service, named: name).description
        return "\(key), \(lifetime), registered at \(fileID):\(line)"
    }
}
