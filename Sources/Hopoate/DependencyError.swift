/// The reason why a service could not be resolved, with a cure.
///
/// ``DependencyContainer/resolving(_:named:fileID:line:)`` throws it. The functions that do not throw trap with its ``description``.
/// An error that passes through several creators stays the same. Its ``path`` leads from the outermost resolution to the failed
/// one.
///
/// ```swift
/// do {
///     let store = try container.resolving((any Store).self)
///     open(store)
/// } catch let error as DependencyError {
///     switch error.reason {
///     case .creatorFailed(let failure):
///         show(failure)  // an error of the app's own
///     case .missing:
///         log("\(error.service) is not registered, but \(error.similarRegistrations)")
///     case .cycle:
///         let steps = error.path.map { "\($0.service) \($0.name ?? "")" }
///         log(steps.joined(separator: " → "))
///     case .nothingToDecorate, .belongsToActor, .needsAwait, .notAnObject:
///         log(error.description)
///     }
/// } catch {
///     show(error)
/// }
/// ```
///
/// An error keeps its container alive, as it lists the registrations there when it is read. A service that stores such an error
/// keeps its own container alive: store the ``description`` instead.
///
/// ## Errors that cannot be found
///
/// A container finds cycles over the resolutions of threads, and over the creations that tasks await. It misses two cases:
///
/// - A creator blocks its thread until another thread or a detached task is done, which resolves the service that is being
///   created. Both wait forever. Resolve the service before, or pass the service to the other thread.
/// - An asynchronous creator starts a `Task` and does not await it, and the task resolves the service that is being created. The
///   task gets the error ``Reason/cycle``, although the creator does not wait for it. Await the task, or let the service start it
///   after its creation.
public struct DependencyError: Error, Sendable, CustomStringConvertible {
    /// The reason.
    public enum Reason: Sendable {
        /// Nothing is registered for the service.
        case missing
        /// Creating the service needs the service itself. ``DependencyError/path`` ends with it and contains it once more.
        case cycle
        /// The service's creator threw this error.
        case creatorFailed(any Error)
        /// The service is only decorated, and nothing is registered that the decorator could get.
        case nothingToDecorate
        /// The service's creator belongs to this actor, and the service was resolved elsewhere.
        case belongsToActor(any Actor)
        /// The service's creator is asynchronous, no instance was kept, and the service was resolved without awaiting it.
        case needsAwait
        /// The lifetime is ``Lifetime/weak``, and the creator returned a value of this type, which is no class.
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
        /// The name that it was looked up by, if any.
        public var name: String? { key.name }

        /// The file in which it was looked up, as `Module/File.swift`.
        public var fileID: String { place.fileID.description }
        /// The line on which it was looked up.
        public var line: UInt { place.line }
    }

    /// A single reference, as functions that may throw the error need stack for it even on a hit.
    private let story: Story

    private final class Story: Sendable {
        let reason: Reason
        let path: [Step]
        let hints: Hints?
        let registered: CodePlace?

        init(_ reason: Reason, _ path: [Step], _ hints: Hints?, _ registered: CodePlace?) {
            self.reason = reason
            self.path = path
            self.hints = hints
            self.registered = registered
        }
    }

    init(_ reason: Reason, path: [Step], hints: Hints? = nil, registered: CodePlace? = nil) {
        story = Story(reason, path, hints, registered)
    }

    /// Why a service may be missing.
    var hints: Hints? { story.hints }

    /// The place of the registration that caused the failure.
    var registered: CodePlace? { story.registered }

    /// The reason.
    public var reason: Reason { story.reason }

    /// The resolutions that led to the error, the outermost first. The last one is of ``service``.
    public var path: [Step] { story.path }

    /// Registrations that are similar to the missing one, the most similar first. Empty for other reasons.
    public var similarRegistrations: [RegistrationInfo] { story.hints?.similarRegistrations ?? [] }

    /// The error that the creator threw, if that is the reason.
    public var underlyingError: (any Error)? {
        if case .creatorFailed(let error) = reason { error } else { nil }
    }

    /// The service that could not be resolved.
    public var service: Any.Type { failed.service }

    /// The name that it was looked up by, if any.
    ///
    /// ```swift
    /// if let name = error.name { log("nothing is registered by the name \(name)") }
    /// ```
    public var name: String? { failed.name }

    /// The file in which it was looked up, as `Module/File.swift`.
    public var fileID: String { failed.fileID }

    /// The line on which it was looked up.
    public var line: UInt { failed.line }

    package var failed: Step { path[path.endIndex - 1] }
}

/// A creator as it runs for one container. Identified by the registration's origin and the container's number.
package struct RanCreator: Hashable, Sendable {
    package let origin: UInt64
    package let owner: UInt64

    package init(origin: UInt64, owner: UInt64) { (self.origin, self.owner) = (origin, owner) }
}
