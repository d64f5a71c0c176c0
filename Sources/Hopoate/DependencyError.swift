/// Why a service could not be resolved, with all it takes to mend it.
///
/// ``DependencyContainer/resolving(_:named:fileID:line:)`` throws it; the functions that do not throw trap with its
/// ``description``. An error that passes through several creators stays the same error: its ``path`` leads from the
/// outermost resolution to the place where it went wrong.
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
/// An error keeps the container that was asked, as it lists the registrations there when it is read. A service that
/// stores such an error keeps its own container for ever: let it store the ``description``.
///
/// ## Errors that cannot be found
///
/// A container sees cycles over the resolutions of threads, and over the creations that tasks await. It cannot see two
/// others:
///
/// - A creator blocks its thread until another thread or a detached task is done, and that one resolves the service that
///   is being created. Both wait for ever. Resolve the service before, or hand the service over to the other thread.
/// - An asynchronous creator starts a `Task` and does not await it, and the task resolves the service that is being
///   created. The task gets the error ``Reason/cycle``, although the creator would not wait for it. Await the task, or
///   let the service start it once it is created.
public struct DependencyError: Error, Sendable, CustomStringConvertible {
    /// The reason.
    public enum Reason: Sendable {
        /// Nothing is registered for the service.
        case missing
        /// Creating the service takes the service itself: ``DependencyError/path`` ends with it and leads over it.
        case cycle
        /// The service's creator threw this error.
        case creatorFailed(any Error)
        /// The service is only decorated, and nothing is registered that the decorator could get.
        case nothingToDecorate
        /// The service's creator belongs to this actor, and something else asked for the service.
        case belongsToActor(any Actor)
        /// The service's creator is asynchronous, and the service was asked for without awaiting it, while none was kept.
        case needsAwait
        /// The service is to be kept as long as others hold it, and its creator made a value of this type.
        case notAnObject(Any.Type)
    }

    /// One resolution on the way to the error.
    public struct Step: Sendable {
        package let key: ServiceKey
        let place: CodePlace
        /// The creator that ran, if one did.
        package var creator: RanCreator?

        /// The service that was resolved.
        public var service: Any.Type { key.role.service }
        /// The name it was asked for by, if any.
        public var name: String? { key.name }

        /// The file in which it was asked for, as `Module/File.swift`.
        public var fileID: String { place.fileID.description }
        /// The line on which it was asked for.
        public var line: UInt { place.line }
    }

    /// One reference, so that functions which may throw the error need no room for it on the way of a hit.
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

    /// Where the registration was made that does not work like this.
    var registered: CodePlace? { story.registered }

    /// The reason.
    public var reason: Reason { story.reason }

    /// The resolutions that led to the error, the outermost first. The last one is of ``service``.
    public var path: [Step] { story.path }

    /// Registrations that look like the missing one, the most alike first. Empty for other reasons.
    public var similarRegistrations: [RegistrationInfo] { story.hints?.similarRegistrations ?? [] }

    /// The error that the creator threw, when that is the reason.
    public var underlyingError: (any Error)? {
        if case .creatorFailed(let error) = reason { error } else { nil }
    }

    /// The service that could not be resolved.
    public var service: Any.Type { failed.service }

    /// The name that it was asked for by, if any.
    ///
    /// ```swift
    /// if let name = error.name { log("nothing is registered by the name \(name)") }
    /// ```
    public var name: String? { failed.name }

    /// The file in which it was asked for, as `Module/File.swift`.
    public var fileID: String { failed.fileID }

    /// The line on which it was asked for.
    public var line: UInt { failed.line }

    package var failed: Step { path[path.endIndex - 1] }
}

/// The creator of a registration, which is known by its origin, as it runs for the container of a table.
package struct RanCreator: Hashable, Sendable {
    package let origin: UInt64
    package let maker: UInt64

    package init(origin: UInt64, maker: UInt64) { (self.origin, self.maker) = (origin, maker) }
}
