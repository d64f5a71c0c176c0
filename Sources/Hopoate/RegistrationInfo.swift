/// One line of a container's inventory: see ``DependencyContainer/registrations``.
///
/// ```swift
/// for info in container.registrations where !info.isDefault && info.depth == 0 {
///     print(info.service, info.name ?? "", info.lifetime)
///     print("    at \(info.fileID):\(info.line)")
///     if info.actor != nil { print("    on its actor") }
/// }
/// ```
public struct RegistrationInfo: Sendable, CustomStringConvertible {
    let registration: AnyServiceRegistration
    /// How long one created instance serves.
    public let lifetime: Lifetime
    /// Whether it is the default of a ``DependencyKey`` or comes from ``AutoRegistering``, and so stands below everything
    /// that is registered by hand.
    public let isDefault: Bool
    /// How many newer registrations of the same key stand above this one: the one with 0 answers. Of contributions, all do.
    public let depth: Int
    /// The actor that the creator belongs to, and runs on. Nil when it runs on any.
    public let actor: (any Actor)?

    init(_ entry: Entry, depth: Int) {
        registration = entry.registration
        lifetime = registration.lifetime
        isDefault = registration.rank == .keyDefault || registration.rank == .automatic
        actor = entry.recipe?.actor
        self.depth = depth
    }

    /// The service that is registered, or that is contributed to.
    public var service: Any.Type { key.role.service }

    /// The name that it is registered by, if any.
    public var name: String? { key.name }

    /// The file in which it was registered, as `Module/File.swift`.
    public var fileID: String { place.fileID.description }

    /// The line on which it was registered.
    public var line: UInt { place.line }

    /// For example `MyApp.Store named "backup", cached, main actor, registered at MyApp/AppDelegate.swift:12`.
    public var description: String {
        let actor = actor.map { ", \($0.nameOfActor)" } ?? ""
        return "\(serviceDescription), \(lifetime)\(actor), \(isDefault ? "default" : "registered") at \(place)"
    }
}
