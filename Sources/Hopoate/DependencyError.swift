/// The reason why a service could not be resolved, and how to fix it.
///
/// ``DependencyContainer/resolving(_:named:fileID:line:)`` throws this error. The functions that do not throw trap with its
/// ``description``. If the error passes through several creators, it is not wrapped: its ``path`` begins at the outermost resolution,
/// which no creator made, to the one that failed. <doc:Errors-explained> explains each message.
///
/// ```swift
/// do {
///     open(try container.resolving((any Store).self))
/// } catch let error as DependencyError {
///     log(error.description)
/// }
/// ```
///
/// An error keeps its container alive. When you read ``description`` or ``similarRegistrations``, the error searches the container
/// as it is then. Read them before the container ends: after `withChild` or `removeAll()`, the registrations are gone. A service
/// that stores an error of its own container forms a retain cycle.
public struct DependencyError: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    ///
    /// ```swift
    /// switch error.reason {
    /// case .creatorFailed(let failure):
    ///     show(failure)  // an error of the app's own
    /// case .missing:
    ///     log("\(error.service) is not registered, but \(error.similarRegistrations)")
    /// case .cycle:
    ///     let steps = error.path.map { "\($0.service) \($0.name ?? "")" }
    ///     log(steps.joined(separator: " → "))
    /// case .nothingToDecorate, .belongsToActor, .needsAwait, .notAnObject:
    ///     log(error.description)
    /// }
    /// ```
    public enum Reason: Sendable {
        /// Nothing is registered for the service.
        case missing
        /// Creating the service requires the service itself. The ``DependencyError/path`` ends with the service, and contains it
        /// once before.
        case cycle
        /// The service's creator threw this error.
        case creatorFailed(any Error)
        /// The service has a decorator, but nothing is registered below the decorator.
        case nothingToDecorate
        /// The service's creator belongs to this actor, and the resolution could not run it there.
        case belongsToActor(any Actor)
        /// The service's creator is asynchronous, no instance is kept, and the resolution did not await the service.
        case needsAwait
        /// The lifetime is ``Lifetime/weak``, but the creator returned a value of this type, which is not a class.
        case notAnObject(Any.Type)
    }

    /// One resolution on the path to the error.
    public struct Step: Sendable {
        package let key: ServiceKey
        let place: CodePlace
        /// The creator that ran, if one did.
        package var creator: RanCreator?

        /// The service that was resolved.
        public var service: Any.Type { key.role.service }
        /// The name that the resolution passed, if any.
        public var name: String? { key.name }

        /// The file of the resolution, as `Module/File.swift`.
        public var fileID: String { place.fileID.description }
        /// The line of the resolution.
        public var line: UInt { place.line }
    }

    /// A single reference, as functions that may throw the error need stack for it even on a hit.
    private let storage: Storage

    private final class Storage: Sendable {
        let reason: Reason
        let path: [Step]
        let search: HintSearch?
        let registered: CodePlace?

        init(_ reason: Reason, _ path: [Step], _ search: HintSearch?, _ registered: CodePlace?) {
            (self.reason, self.path, self.search, self.registered) = (reason, path, search, registered)
        }
    }

    @inline(never)
    init(_ reason: Reason, path: [Step], search: HintSearch? = nil, registered: CodePlace? = nil) {
        storage = Storage(reason, path, search, registered)
    }

    /// The error that a waiting look-up shares, with its own path.
    func sharing(_ path: [Step]) -> DependencyError {
        DependencyError(reason, path: path, search: storage.search, registered: registered)
    }

    /// Finds out why a service may be missing.
    var search: HintSearch? { storage.search }

    /// The place of the registration that caused the failure.
    var registered: CodePlace? { storage.registered }

    /// What went wrong.
    public var reason: Reason { storage.reason }

    /// The resolutions that led to the error, the outermost first. The last one is the resolution of ``service``.
    public var path: [Step] { storage.path }

    /// Registrations that are similar to the missing one, the most similar first. Empty for other reasons.
    public var similarRegistrations: [RegistrationInfo] { search?.similarRegistrations ?? [] }

    /// The error that the creator threw, if that is the reason.
    public var underlyingError: (any Error)? {
        if case .creatorFailed(let error) = reason { error } else { nil }
    }

    /// The service that could not be resolved.
    public var service: Any.Type { failed.service }

    /// The name that the resolution passed, if any.
    ///
    /// ```swift
    /// if let name = error.name { log("nothing is registered by the name \(name)") }
    /// ```
    public var name: String? { failed.name }

    /// The file of the failed resolution, as `Module/File.swift`.
    public var fileID: String { failed.fileID }

    /// The line of the failed resolution.
    public var line: UInt { failed.line }

    package var failed: Step { path[path.endIndex - 1] }
}

/// A creator as it runs for one container. Identified by the registration's origin and the container's number.
package struct RanCreator: Hashable, Sendable {
    package let origin: UInt64
    package let owner: UInt64

    package init(origin: UInt64, owner: UInt64) { (self.origin, self.owner) = (origin, owner) }
}
