/// A description of a registration: see ``DependencyContainer/registrations``.
///
/// ```swift
/// for info in container.registrations where !info.isDefault && info.depth == 0 {
///     print(info.service, info.name ?? "", info.lifetime)
///     print("    at \(info.fileID):\(info.line)")
///     if info.actor != nil { print("    on its actor") }
/// }
/// ```
public struct RegistrationInfo: Sendable, CustomStringConvertible {
    package let registration: AnyServiceRegistration
    /// How long an instance is kept.
    public let lifetime: Lifetime
    /// Whether the registration is the default of a typed key, or comes from ``AutoRegistering``. All other registrations override
    /// it.
    public let isDefault: Bool
    /// The number of newer registrations above this one on its stack. `resolve` uses the one with 0, and `resolveAll` uses all
    /// contributions.
    public let depth: Int
    /// The actor that the creator is isolated to. Nil if the creator runs on any thread.
    public let actor: (any Actor)?

    /// The number of the container that has it.
    package let container: UInt64
    /// The origin of the registration below it, if there is one. A decorator decorates that.
    package let originBelow: UInt64?
    /// The parameters of its initializer. Empty for an instance, nil if only running the creator shows its look-ups.
    package let dependencies: [DeclaredDependency]?
    /// Whether its creator is asynchronous.
    package let isAsynchronous: Bool

    /// Call it under the lock of the registration's shard.
    init(_ registration: AnyServiceRegistration, at height: Int, in stack: Stack) {
        self.registration = registration
        container = stack.table.number
        lifetime = registration.lifetime
        isDefault = registration.rank == .keyDefault || registration.rank == .automatic
        actor = registration.recipe.flatMap { $0.runsElsewhere ? nil : $0.actor }
        depth = stack.entries.count - 1 - height
        originBelow = height > 0 ? stack.entries[height - 1].origin : nil
        isAsynchronous = registration.recipe?.isAsynchronous == true
        dependencies = registration.recipe == nil ? [] : registration.recipe?.dependencies
    }

    /// The type that is registered, or contributed to.
    public var service: Any.Type { key.role.service }

    /// The name that the service is registered under, if any.
    public var name: String? { key.name }

    /// The file in which it was registered, as `Module/File.swift`.
    public var fileID: String { place.fileID.description }

    /// The line on which it was registered.
    public var line: UInt { place.line }

    /// A line like `MyApp.Store named "backup", cached, main actor, registered at MyApp/AppDelegate.swift:12`.
    public var description: String {
        let actor = actor.map { ", \($0.actorName)" } ?? ""
        return "\(serviceDescription), \(lifetime)\(actor), \(isDefault ? "default" : "registered") at \(place)"
    }
}
